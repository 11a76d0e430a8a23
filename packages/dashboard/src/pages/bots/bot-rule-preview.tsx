import { botRulePreview } from '../../ask/bot-rules.ts';
import { count } from '../../words/numbers.ts';
import { previewSentence } from '../../words/rule-sentence.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

/** `isLookedUp`: what is shown is of the rule as it is written now. */
export function BotRulePreview({ isLookedUp }: { readonly isLookedUp: boolean }) {
  const { answer, problem } = botRulePreview;
  if (!isLookedUp) return <p class="muted small">Looking at the last days…</p>;
  if (problem.value) return <p class="down small">{problem.value.message}</p>;
  if (answer.value === null) return null;
  const { data, meta } = answer.value;
  const { matched, addresses, warnings, examples } = data;
  return (
    <>
      <p class={matched?.people ? 'warn' : ''}>
        {previewSentence(matched, { days: meta.days, writing: writing.value })}
        {addresses !== null && ` It holds ${addresses === '1' ? 'one address' : `${addresses} addresses`}.`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} class="warn">
          {strangersText(warning)}
        </p>
      ))}
      {examples.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">User agent</th>
              <th scope="col" class="n">
                Requests
              </th>
              <th scope="col" class="n">
                Of people
              </th>
            </tr>
          </thead>
          <tbody>
            {examples.slice(0, SHOWN).map(({ user_agent: agent, requests, people_requests: people }) => (
              <tr key={agent}>
                <th scope="row">{strangersText(agent)}</th>
                <td class="n">{count(requests, writing.value)}</td>
                <td class="n">{count(people, writing.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const SHOWN = 5;
