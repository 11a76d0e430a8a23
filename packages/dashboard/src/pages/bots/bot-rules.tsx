import type { MatchedBotRule } from '@cvq/contract';
import { botRules, removeBotRule } from '../../ask/bot-rules.ts';
import { currentProject } from '../../ask/projects.ts';
import { mayAdminister } from '../../ask/role.ts';
import { ruleKindWords } from '../../figures/rule-kind-words.ts';
import { Problem } from '../../parts/problem.tsx';
import { useSaving } from '../../parts/use-saving.ts';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { ruleSentence } from '../../words/rule-sentence.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import { NewBotRule } from './new-bot-rule.tsx';

/** What the project itself calls bots, and a rule more. */
export function BotRules() {
  const { answer, problem, retry } = botRules;
  const { data = [], meta } = answer.value ?? {};
  return (
    <section class="bot-rules" aria-labelledby="bot-rules">
      <h2 id="bot-rules">Rules of this project</h2>
      {problem.value && <Problem of={problem.value} onRetry={retry} />}
      {meta && data.length === 0 && (
        <p class="muted small">None. A rule says what else is a bot, from the next event on.</p>
      )}
      <ul>
        {data.map((rule) => (
          <Rule key={`${rule.kind} ${rule.value}`} rule={rule} days={meta?.days ?? 0} />
        ))}
      </ul>
      {mayAdminister.value ? (
        <NewBotRule />
      ) : (
        <WhoMayChange of={currentProject.value?.name ?? 'the project'} />
      )}
    </section>
  );
}

function Rule({ rule, days }: { readonly rule: MatchedBotRule; readonly days: number }) {
  const { kind, value, matched } = rule;
  const removing = useSaving();
  return (
    <li>
      <span class="muted">{ruleKindWords[kind]}</span> <b>{strangersText(value)}</b>
      <span class={`grow ${matched?.people ? 'warn' : 'muted'}`}>
        {ruleSentence(matched, { days, writing: writing.value })}
      </span>
      {mayAdminister.value && (
        <button
          type="button"
          class="quiet"
          onClick={() => void removing.save(() => removeBotRule({ kind, value }))}
        >
          Remove<span class="sr"> {strangersText(value)}</span>
        </button>
      )}
      {removing.refusal && (
        <span class="down small" role="alert">
          {removing.refusal}
        </span>
      )}
    </li>
  );
}
