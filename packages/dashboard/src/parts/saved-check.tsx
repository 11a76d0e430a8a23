import { useId } from 'preact/hooks';
import type { FieldProps } from './field-frame.tsx';
import { useDraft } from './use-draft.ts';
import { useSaving } from './use-saving.ts';

type SavedCheckProps = FieldProps & {
  /** What is stored. */
  readonly isOn: boolean;
  /** @throws NotAnswered, which stands at the field */
  onSave(isOn: boolean): Promise<void>;
};

/** Something that is on or off, saved as soon as it is changed. What is refused goes back to what is stored. */
export function SavedCheck({ label, hint, isLocked, isOn, onSave }: SavedCheckProps) {
  const id = useId();
  const saving = useSaving('saved next');
  const { draft, setDraft, send, forget } = useDraft(isOn);

  async function change(next: boolean): Promise<void> {
    setDraft(next);
    send(next);
    if (!(await saving.save(() => onSave(next)))) forget();
  }

  return (
    <div class="field">
      <div class="field-head">
        <label class="check" for={id}>
          <input
            id={id}
            type="checkbox"
            checked={draft}
            disabled={isLocked}
            aria-describedby={`${id}-about`}
            onChange={(event) => void change(event.currentTarget.checked)}
          />
          {label}
        </label>
        <span role="status" class="up small">
          {saving.state === 'saved' && 'Saved'}
        </span>
      </div>
      <p id={`${id}-about`} class={saving.refusal ? 'down small' : 'muted small'} aria-live="polite">
        {saving.refusal || hint}
      </p>
    </div>
  );
}
