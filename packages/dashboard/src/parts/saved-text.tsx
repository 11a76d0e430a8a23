import { useEffect, useId, useRef } from 'preact/hooks';
import { NotAnswered } from '../ask/ask.ts';
import { askedAnew, isSignedOut } from '../ask/session.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useDraft } from './use-draft.ts';
import { useSaving } from './use-saving.ts';

type SavedTextProps = FieldProps & {
  /** What is stored. */
  readonly value: string;
  /** Not `number`: of what is no number such a field says that it is empty. */
  readonly type?: 'text' | 'email' | 'url';
  readonly inputMode?: 'numeric';
  readonly autocomplete?: string;
  /** Whether a text has several lines: Enter is then a part of it. */
  readonly hasLines?: boolean;
  /** Asks before a text is saved; one that is not agreed to is put back. */
  isAgreed?(value: string): Promise<boolean>;
  /** `from`: what was stored when somebody began to write. @throws NotAnswered, which stands at the field */
  onSave(value: string, from: string): Promise<void>;
};

/** Whether a text was not saved for something that ends by itself: then it is saved after that. */
const isForNow = ({ code }: NotAnswered) => code === 'unauthenticated' || code === 'unreachable';

/** A line that is saved when it is left or by Enter. Escape brings back what is stored. */
export function SavedText({
  value,
  type = 'text',
  autocomplete = 'off',
  inputMode,
  isAgreed,
  onSave,
  ...field
}: SavedTextProps) {
  const id = useId();
  const saving = useSaving('saved next');
  const { draft, setDraft, sent, from, send, forget } = useDraft(value, (text) => text.trim());
  const isDue = useRef(false);
  useEffect(() => {
    if (isDue.current) void save();
  }, [askedAnew.value]);

  async function save(): Promise<void> {
    const text = draft.trim();
    if (text === sent.current || field.isLocked) return;
    // The form to sign in takes the focus: it is saved after that.
    isDue.current = isSignedOut.peek();
    if (isDue.current) return;
    send(text);
    if (isAgreed && !(await isAgreed(text))) return putBack();
    await saving.save(() => onSave(text, from.current).catch((error: unknown) => noteFailure(error, text)));
  }

  /** A text that is wrong is not sent again until it is changed; one that was not saved for another reason is. */
  function noteFailure(error: unknown, text: string): never {
    const isWrong = error instanceof NotAnswered && error.status === 400 && error.fields.length > 0;
    if (sent.current === text && !isWrong) {
      sent.current = value;
      isDue.current = error instanceof NotAnswered && isForNow(error);
    }
    throw error;
  }

  function putBack(): void {
    forget();
    isDue.current = false;
    saving.forget();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !field.hasLines) {
      event.preventDefault();
      void save();
    }
    if (event.key === 'Escape') putBack();
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
      isDue.current = false;
      setDraft((event.currentTarget as HTMLInputElement).value);
      saving.forget();
    },
  };
  return (
    <FieldFrame {...field} id={id} saving={saving}>
      {field.hasLines ? (
        <textarea rows={4} spellcheck={false} {...(own as object)} />
      ) : (
        <input {...({ type, autocomplete, inputMode, ...own } as object)} />
      )}
    </FieldFrame>
  );
}
