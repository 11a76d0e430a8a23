import type { ComponentChildren } from 'preact';
import type { Saving } from './use-saving.ts';

/** What every field of the settings has in common. */
export type FieldProps = {
  readonly label: string;
  /** What it is for, or what changes with it. */
  readonly hint?: string | undefined;
  /** Whether this person may only read it. */
  readonly isLocked?: boolean | undefined;
};

type FieldFrameProps = FieldProps & {
  readonly id: string;
  readonly saving: Saving;
  readonly children: ComponentChildren;
};

/** A field with its label, "Saved" beside that, and below it what it is for or why it was not saved. */
export function FieldFrame({ id, label, hint, saving, children }: FieldFrameProps) {
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>{label}</label>
        <span role="status" class="up small">
          {saving.state === 'saved' && 'Saved'}
        </span>
      </div>
      {children}
      <p id={`${id}-about`} class={saving.refusal ? 'down small' : 'muted small'} aria-live="polite">
        {saving.refusal || hint}
      </p>
    </div>
  );
}
