import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useSaving } from './use-saving.ts';

type SavedTextProps = FieldProps & {
  /** What is stored. */
  readonly value: string;
  readonly type?: 'text' | 'email' | 'number' | 'url';
  readonly autocomplete?: string;
  /** Whether a text has several lines: Enter is then a part of it. */
  readonly hasLines?: boolean;
  /** @throws NotAnswered, which stands at the field */
  onSave(value: string): Promise<void>;
};

/** A line that is saved when it is left or by Enter. Escape brings back what is stored. */
export function SavedText({ value, type = 'text', autocomplete = 'off', onSave, ...field }: SavedTextProps) {
  const id = useId();
  const saving = useSaving('saved next');
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    setDraft(value);
    sent.current = value;
  }, [value]);

  async function save(): Promise<void> {
    const text = draft.trim();
    if (text === sent.current) return;
    // What was refused is not sent again until something is changed.
    sent.current = text;
    await saving.save(() => onSave(text));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !field.hasLines) {
      event.preventDefault();
      void save();
    }
    if (event.key !== 'Escape') return;
    setDraft(value);
    sent.current = value;
    saving.forget();
  }

  const own = {
    id,
    // What was refused to somebody who lost their role is not what is stored.
    value: field.isLocked ? value : draft,
    readOnly: field.isLocked,
    'aria-invalid': saving.refusal !== '',
    'aria-describedby': `${id}-about`,
    onKeyDown,
    onBlur: () => void save(),
    onInput: (event: InputEvent) => {
      setDraft((event.currentTarget as HTMLInputElement).value);
      saving.forget();
    },
  };
  return (
    <FieldFrame {...field} id={id} saving={saving}>
      {field.hasLines ? (
        <textarea rows={4} spellcheck={false} {...(own as object)} />
      ) : (
        <input {...({ type, autocomplete, ...own } as object)} />
      )}
    </FieldFrame>
  );
}
