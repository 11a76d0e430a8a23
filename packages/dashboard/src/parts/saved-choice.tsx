import { useId } from 'preact/hooks';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useDraft } from './use-draft.ts';
import { useSaving } from './use-saving.ts';

type SavedChoiceProps = FieldProps & {
  /** What is stored. */
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  /** @throws NotAnswered, which stands at the field */
  onSave(value: string): Promise<void>;
};

/** One of several, saved as soon as it is chosen. What is refused goes back to what is stored. */
export function SavedChoice({ value, options, onSave, isLocked, ...field }: SavedChoiceProps) {
  const id = useId();
  const saving = useSaving('saved next');
  const { draft, setDraft, send, forget } = useDraft(value);

  async function choose(next: string): Promise<void> {
    setDraft(next);
    send(next);
    if (!(await saving.save(() => onSave(next)))) forget();
  }

  return (
    <FieldFrame {...field} id={id} saving={saving}>
      <select
        id={id}
        value={draft}
        disabled={isLocked}
        aria-invalid={saving.refusal !== ''}
        aria-describedby={`${id}-about`}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        {options.map(([of, words]) => (
          <option key={of} value={of} selected={of === draft}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
