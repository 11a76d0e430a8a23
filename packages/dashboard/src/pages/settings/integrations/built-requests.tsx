import type { AdPlatform, ListBuiltRequestsResponse } from '@cvq/contract';
import { useEffect, useState } from 'preact/hooks';
import { addressOf } from '../../../address/location.ts';
import { builtRequests } from '../../../ask/integrations.ts';
import { dayAndClock } from '../../../words/moments.ts';
import { writing } from '../../../words/writing.ts';
import { useAsking } from './use-asking.ts';

/** So many are shown before all are asked for. */
const FIRST = 5;

/** What a dry run would have sent, as it would have been sent: hashes are cut, tokens are left out. */
export function BuiltRequests({ platform }: { readonly platform: AdPlatform }) {
  const asking = useAsking();
  const [built, setBuilt] = useState<ListBuiltRequestsResponse['data'] | null>(null);
  const [isWhole, setWhole] = useState(false);
  const look = () => void asking.run(async () => setBuilt(await builtRequests(platform)));
  useEffect(look, [platform]);
  return (
    <div class="built" aria-busy={asking.isBusy}>
      <p class="acts">
        <b>What would have been sent</b>
        <button type="button" class="quiet" onClick={look}>
          Look again
        </button>
      </p>
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
      {built?.length === 0 && <p class="muted small">Nothing yet. The next conversion is built at once.</p>}
      {built && built.length > 0 && (
        <ul class="ledger">
          {built.slice(0, isWhole ? undefined : FIRST).map(({ conversion, built_at: at, request }) => (
            <li key={conversion}>
              <details>
                <summary>
                  {dayAndClock(at, writing.value)} <span class="muted small">{conversion}</span>
                </summary>
                <pre>{JSON.stringify(request, null, 2)}</pre>
                <a class="text-link" href={addressOf(`conversions/${conversion}`)}>
                  The conversion
                </a>
              </details>
            </li>
          ))}
        </ul>
      )}
      {!isWhole && built && built.length > FIRST && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show all {built.length}
        </button>
      )}
    </div>
  );
}
