import { saveProject } from '../../../ask/project-settings.ts';
import { SavedText } from '../../../parts/saved-text.tsx';

type RetentionProps = { readonly days: number | null; readonly isLocked: boolean };

/** For how long a project keeps what happened. */
export function Retention({ days, isLocked }: RetentionProps) {
  return (
    <SavedText
      label="Keep for so many days"
      type="number"
      isLocked={isLocked}
      value={days === null ? '' : String(days)}
      hint="From 30 on. What is older is deleted for good within hours, and figures of those days are then 0. Empty keeps all."
      onSave={(text) => saveProject({ retention_days: text === '' ? null : Number(text) })}
    />
  );
}
