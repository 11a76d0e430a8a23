import { useState } from 'preact/hooks';
import { choose } from '../address/location.ts';
import type { NotAnswered } from '../ask/ask.ts';
import { useCountdown } from './countdown.ts';

/** The longest that every time zone allows, with the comparison of those who choose none. */
const ALLOWED_EVERYWHERE = {
  range: { preset: '90d' },
  granularity: null,
  compare: 'previous_period',
} as const;

/** What failed, by which name the log knows it, and another try. What has to wait is tried once by itself. */
export function Problem({ of, onRetry }: { readonly of: NotAnswered; onRetry(): void }) {
  const [triedAlone, setTriedAlone] = useState(false);
  const left = useCountdown(triedAlone ? 0 : (of.retryAfter ?? 0), of, () => {
    setTriedAlone(true);
    onRetry();
  });
  return (
    <div class="problem" role="alert">
      <p>{of.message}</p>
      {of.requestId && (
        <p class="muted small">
          The log of the collector has more under <code>{of.requestId}</code>.
        </p>
      )}
      {left > 0 ? (
        <p class="muted small">Tried again in {left} s.</p>
      ) : of.code === 'invalid_range' ? (
        <button type="button" class="button" onClick={() => choose(ALLOWED_EVERYWHERE)}>
          Look at the last 90 days
        </button>
      ) : (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
