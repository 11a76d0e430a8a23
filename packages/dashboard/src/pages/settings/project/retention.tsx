import { RETENTION_DAYS } from '@cvq/contract/constants';
import { useState } from 'preact/hooks';
import { mayDelete } from '../../../ask/may-delete.ts';
import { saveProject } from '../../../ask/project-settings.ts';
import { refusedHere } from '../../../ask/refused-here.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { SavedText } from '../../../parts/saved-text.tsx';
import { fullDay } from '../../../words/dates.ts';
import { plainNumber } from '../../../words/plain-number.ts';
import { firstKeptDay } from '../../../words/retention-change.ts';
import { writing } from '../../../words/writing.ts';

type RetentionProps = { readonly days: number | null; readonly isLocked: boolean };

/** What is to be agreed to before it is saved. */
type Asked = { readonly days: number; readonly firstDay: string; settle(isAgreed: boolean): void };

/** What was written; not a number where that is none. */
const daysOf = (text: string) => (text === '' ? null : plainNumber(text));

/** @throws NotAnswered */
async function save(text: string): Promise<void> {
  const days = daysOf(text);
  // In JSON it would be null, which keeps all.
  if (Number.isNaN(days)) throw refusedHere('Write a number in digits alone, or nothing.', 'retention_days');
  await saveProject({ retention_days: days });
}

const HINT = `From ${RETENTION_DAYS.fewest} on. What is older is deleted for good within hours, and figures of those days are then 0. Empty keeps all.`;
const HINT_OF_AGENCY =
  'You can make it longer. What deletes history takes a role in the project or its account.';

/** For how long a project keeps what happened. What a shorter time deletes is said before it is saved. */
export function Retention({ days, isLocked }: RetentionProps) {
  const [asked, setAsked] = useState<Asked | null>(null);

  async function isAgreed(text: string): Promise<boolean> {
    const wanted = daysOf(text);
    // An agency is refused: there is nothing to agree to.
    if (!mayDelete.value) return true;
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
        inputMode="numeric"
        isLocked={isLocked}
        value={days === null ? '' : String(days)}
        hint={isLocked || mayDelete.value ? HINT : `${HINT} ${HINT_OF_AGENCY}`}
        isAgreed={isAgreed}
        onSave={save}
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
