import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { NotAnswered } from '../ask/ask.ts';
import { refusalAtField } from '../words/refusal-at-field.ts';
import { useCountdown } from './countdown.ts';
import '../style/input.css';
import '../style/sign-in.css';

/** A line of a form. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password' | 'date';
  readonly autocomplete: string;
  readonly hint?: string;
  /** What it holds at first. */
  readonly value?: string;
  /** What is offered while somebody types; anything else can be typed too. */
  readonly choices?: readonly string[];
};

type FormProps = {
  readonly fields: readonly FormField[];
  readonly button: string;
  readonly children?: ComponentChildren;
  /** What has to be chosen first: the button says it and does nothing; null where nothing is missing. */
  readonly missing?: string | null;
  /** What was typed, by the names of the fields. @throws NotAnswered, which the form shows */
  onSubmit(values: Record<string, string>): Promise<void>;
};

/** A few lines and a button. What is refused is said at the line that it is about, else above them. */
export function Form({ fields, button, children, missing = null, onSubmit }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<NotAnswered | null>(null);
  const [isBusy, setBusy] = useState(false);
  const wait = useCountdown(refusal?.retryAfter ?? 0, refusal);
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), []);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || wait > 0 || missing !== null) return;
    const values = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    setBusy(true);
    setRefusal(null);
    try {
      await onSubmit(values as Record<string, string>);
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error;
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  const isAtField = fields.some(({ name }) => wrongWith(refusal, name) !== '');
  return (
    <form ref={form} class="form" onSubmit={submit} aria-busy={isBusy}>
      <p role={isAtField ? undefined : 'alert'} class="refusal">
        {isAtField ? '' : refusal?.message}
      </p>
      {fields.map((field) => (
        <FieldLine key={field.name} {...field} wrong={wrongWith(refusal, field.name)} />
      ))}
      {children}
      <button type="submit" class="button main" aria-disabled={isBusy || wait > 0 || missing !== null}>
        {wait > 0 ? `Again in ${wait} s` : (missing ?? button)}
      </button>
    </form>
  );
}

function FieldLine({
  name,
  label,
  type,
  autocomplete,
  hint,
  value,
  choices,
  wrong,
}: FormField & { readonly wrong: string }) {
  // Two forms on a page may have a field of one name.
  const id = useId();
  const about = `${id}-about`;
  const list = choices && `${id}-choices`;
  const own = { name, type, autocomplete, defaultValue: value, list };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} required aria-invalid={wrong !== ''} aria-describedby={about} {...(own as object)} />
      {choices && (
        <datalist id={list}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      <p id={about} role={wrong ? 'alert' : undefined} class={wrong ? 'down small' : 'muted small'}>
        {wrong || hint}
      </p>
    </div>
  );
}

function wrongWith(refusal: NotAnswered | null, name: string): string {
  const found = refusal?.fields.find(({ field }) => field === name);
  return found ? refusalAtField(found.message) : '';
}
