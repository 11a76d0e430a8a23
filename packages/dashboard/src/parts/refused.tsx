import type { RefusedTracking } from '@cvq/contract';
import { clock } from '../words/dates.ts';
import { count } from '../words/numbers.ts';
import { strangersText } from '../words/strangers-text.ts';
import { writing } from '../words/writing.ts';
import '../style/events.css';

const SENDERS = { browser: 'A page', server: 'A server', pixel: 'The image' } as const;

/** What the collector refused lately, in its own words. */
export function Refused({ refusals }: { readonly refusals: readonly RefusedTracking[] }) {
  return (
    <ul class="refused">
      {refusals.map(({ api, message, count: times, last_at: last }) => (
        <li key={`${api} ${message}`}>
          <span class="down">Refused</span>
          <p>
            {strangersText(message)}
            <span class="muted small">
              {' '}
              {SENDERS[api]}, {times === 1 ? 'once' : `${count(times, writing.value)} times`}, last at{' '}
              <time dateTime={last}>{clock(last, writing.value)}</time>.
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
