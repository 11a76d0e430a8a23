import { useState } from 'preact/hooks';
import { saveProject } from '../../../ask/project-settings.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { SavedText } from '../../../parts/saved-text.tsx';
import { fullDay } from '../../../words/dates.ts';
import { firstKeptDay } from '../../../words/retention-change.ts';
import { writing } from '../../../words/writing.ts';

type RetentionProps = { readonly days: number | null; readonly isLocked: boolean };

/** What is to be agreed to before it is saved. */
type Asked = { readonly days: number; readonly firstDay: string; settle(isAgreed: boolean): void };

const daysOf = (text: string) => (text === '' ? null : Number(text));

/** For how long a project keeps what happened. What a shorter time deletes is said before it is saved. */
export function Retention({ days, isLocked }: RetentionProps) {
  const [asked, setAsked] = useState<Asked | null>(null);

  async function isAgreed(text: string): Promise<boolean> {
    const wanted = daysOf(text);
    const firstDay = firstKeptDay({ from: days, to: wanted, now: Date.now() });
    if (wanted === null || firstDay === null) return true;
    const answer = await new Promise<boolean>((settle) => setAsked({ days: wanted, firstDay, settle }));
    setAsked(null);
    return answer;
  }

  return (
    <>
      <SavedText
        label="Keep for so many days"
        type="number"
        isLocked={isLocked}
        value={days === null ? '' : String(days)}
        hint="From 30 on. What is older is deleted for good within hours, and figures of those days are then 0. Empty keeps all."
        isAgreed={isAgreed}
        onSave={(text) => saveProject({ retention_days: daysOf(text) })}
      />
      {asked && <WhatGoes {...asked} />}
    </>
  );
}

function WhatGoes({ days, firstDay, settle }: Asked) {
  return (
    <Dialog title={`Keep the last ${days} days only?`} onClose={() => settle(false)}>
      <p class="soft">
        What happened before {fullDay(firstDay, writing.value)} (UTC) is deleted for good within hours: events
        and visits, with conversions and their deliveries. Figures of those days are then 0. It cannot be
        undone.
      </p>
      <p class="acts">
        <button type="button" class="button" onClick={() => settle(false)}>
          Keep them
        </button>
        <button type="button" class="quiet" onClick={() => settle(true)}>
          Delete what is older
        </button>
      </p>
    </Dialog>
  );
}
