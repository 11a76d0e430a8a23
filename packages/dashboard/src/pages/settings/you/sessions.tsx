import { endSession, sessions, signOutEverywhere } from '../../../ask/you.ts';
import { Problem } from '../../../parts/problem.tsx';
import { useSaving } from '../../../parts/use-saving.ts';
import { dayAndClock } from '../../../words/moments.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';

/** Where this person is signed in: each session can be ended, and all at once. */
export function Sessions() {
  const { answer, problem, retry } = sessions;
  const ending = useSaving();
  return (
    <>
      <h2 id="sessions">Where you are signed in</h2>
      {problem.value && <Problem of={problem.value} onRetry={retry} />}
      <ul class="ledger" aria-labelledby="sessions">
        {(answer.value?.data ?? []).map(({ id, is_current: isCurrent, ...session }) => {
          const browser = strangersText(session.browser ?? 'An unknown browser');
          return (
            <li key={id}>
              <div>
                <b>{browser}</b> {isCurrent && <span class="muted">this one</span>}
                <p class="muted small">
                  {session.network ?? 'An unknown network'} · since{' '}
                  {dayAndClock(session.created_at, writing.value)} · last seen{' '}
                  {dayAndClock(session.last_seen_at, writing.value)}
                </p>
              </div>
              {!isCurrent && (
                <button type="button" class="button" onClick={() => void ending.save(() => endSession(id))}>
                  Sign out<span class="sr"> {browser}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <p class="down small" role="alert">
        {ending.refusal}
      </p>
      <p>
        <button type="button" class="button" onClick={() => void ending.save(signOutEverywhere)}>
          Sign out everywhere
        </button>
      </p>
    </>
  );
}
