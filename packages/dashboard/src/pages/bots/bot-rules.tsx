import { botRules } from '../../ask/bots.ts';
import { Problem } from '../../parts/problem.tsx';
import { ruleSentence } from '../../words/rule-sentence.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

const KINDS = { user_agent_contains: 'User agent contains', ip_range: 'Network' } as const;

/** What the project itself calls bots. The rules are changed at the terminal. */
export function BotRules() {
  const { answer, problem, retry } = botRules;
  const { data = [], meta } = answer.value ?? {};
  return (
    <section class="bot-rules" aria-labelledby="bot-rules">
      <h2 id="bot-rules">Rules of this project</h2>
      {problem.value && <Problem of={problem.value} onRetry={retry} />}
      {meta && data.length === 0 && (
        <p class="muted small">
          None. <code>cvq bots rules add</code> adds one.
        </p>
      )}
      <ul>
        {data.map(({ kind, value, matched }) => (
          <li key={`${kind} ${value}`}>
            <span class="muted">{KINDS[kind]}</span> <b>{strangersText(value)}</b>
            <span class={matched?.people ? 'warn' : 'muted'}>
              {ruleSentence(matched, meta?.days ?? 0, writing.value)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
