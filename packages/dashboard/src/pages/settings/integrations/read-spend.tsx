import type { AdPlatform, SyncSpendResponse } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { syncSpend } from '../../../ask/integrations.ts';
import { PLATFORM_NAMES } from '../../../figures/platform-names.ts';
import { day } from '../../../words/dates.ts';
import { count } from '../../../words/numbers.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';
import { useAsking } from './use-asking.ts';

/** Has what ads cost read now. The collector does so by itself every few hours. */
export function ReadSpend({ platform }: { readonly platform: AdPlatform }) {
  const asking = useAsking();
  const [read, setRead] = useState<SyncSpendResponse['data'] | null>(null);
  const begin = () => {
    setRead(null);
    void asking.run(async () => setRead(await syncSpend(platform)));
  };
  return (
    <div class="copy" aria-busy={asking.isBusy}>
      <button type="button" class="button" onClick={begin}>
        Read spend now<span class="sr"> of {PLATFORM_NAMES[platform]}</span>
      </button>{' '}
      <span role="status" class={read?.problem ? 'down small' : 'small'}>
        {asking.isBusy ? 'Asking the platform…' : read && readWords(read)}
      </span>
      <span role="alert" class="down small">
        {asking.refusal}
      </span>
    </div>
  );
}

function readWords({ first_day: first, last_day: last, stored, problem }: SyncSpendResponse['data']): string {
  if (problem !== null)
    return strangersText([`${problem.code}: ${problem.message}`, problem.fix].filter(Boolean).join(' '));
  const days = first && last ? `${day(first, writing.value)} – ${day(last, writing.value)}` : '';
  return `Read ${days}: ${count(stored, writing.value)} ${stored === 1 ? 'row' : 'rows'}.`;
}
