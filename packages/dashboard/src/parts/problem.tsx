import { useState } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso';
import type { NotAnswered } from '../ask/ask.ts';
import { useCountdown } from './countdown.ts';
import { lazily } from './lazily.ts';
import { ProblemWords } from './problem-words.tsx';

const RefusedQuestion = lazily(() => import('./refused-question.tsx'));

type ProblemProps = {
  readonly of: NotAnswered;
  /** Whether nothing else is on the page. */
  readonly isAlone?: boolean;
  onRetry(): void;
};

/** What failed, by which name the log knows it, and another try. What has to wait is tried once by itself. */
export function Problem({ of, isAlone, onRetry }: ProblemProps) {
  const [triedAlone, setTriedAlone] = useState(false);
  const left = useCountdown(triedAlone ? 0 : (of.retryAfter ?? 0), of, () => {
    setTriedAlone(true);
    onRetry();
  });
  return (
    <div class="problem" role="alert">
      {of.code !== 'unknown' && (of.status === 400 || of.status === 404) ? (
        // Another try would be answered alike. What is not in our words came from something in between.
        <ErrorBoundary>
          <RefusedQuestion {...{ of, isAlone }} />
        </ErrorBoundary>
      ) : (
        <>
          <ProblemWords isAlone={isAlone}>{of.message}</ProblemWords>
          {of.requestId && (
            <p class="muted small">
              The log of the collector has more under <code>{of.requestId}</code>.
            </p>
          )}
          {left > 0 ? (
            <p class="muted small">Tried again in {left} s.</p>
          ) : (
            <button type="button" class="button" onClick={onRetry}>
              Try again
            </button>
          )}
        </>
      )}
    </div>
  );
}
