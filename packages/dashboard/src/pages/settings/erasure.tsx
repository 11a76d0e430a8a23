import { useEffect } from 'preact/hooks';
import { erasures } from '../../ask/erasures.ts';
import { lookAgainAt } from '../../ask/look-again-at.ts';
import { currentProject } from '../../ask/projects.ts';
import { mayAdminister } from '../../ask/role.ts';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { erasuresSentence } from '../../words/erasure-words.ts';
import { writing } from '../../words/writing.ts';
import { ErasureRow } from './erasure/erasure-row.tsx';
import { WhomToErase } from './erasure/whom-to-erase.tsx';

/** While something is under way it is looked at so often. */
const LOOK_MS = 1000;

/** Erases persons, and keeps the receipts. */
export default function ErasureSettings() {
  const all = erasures.answer.value?.data;
  const isUnderWay = all?.some((one) => one.finished_at === null) === true;
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => lookAgainAt(erasures), LOOK_MS);
    return () => clearInterval(timer);
  }, [isUnderWay]);
  const { lead, aside } = all ? erasuresSentence(all, writing.value) : { lead: null, aside: '' };
  return (
    <SettingsPage sentence={lead} aside={aside} of={isUnderWay ? [] : [erasures]}>
      {mayAdminister.value ? <WhomToErase /> : <WhoMayChange of={currentProject.value?.domain ?? ''} />}
      {all !== undefined && all.length > 0 && (
        <ul class="ledger" aria-label="Erasures">
          {all.map((one) => (
            <ErasureRow key={one.id} of={one} />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}
