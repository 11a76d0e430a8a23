import { useEffect, useState } from 'preact/hooks';
import { addBotRule, type BotRuleDraft, botRuleDraft, botRulePreview } from '../../ask/bot-rules.ts';
import { ruleKindWords } from '../../figures/rule-kind-words.ts';
import { useSaving } from '../../parts/use-saving.ts';
import { BotRulePreview } from './bot-rule-preview.tsx';

/** How long somebody pauses before what they have typed is looked up. */
const PAUSE_MS = 250;
/** Shorter parts are refused: nearly every user agent has them. */
const SHORTEST = 2;

/** Writes a rule, and shows what it would have matched while it is written. */
export function NewBotRule() {
  const [kind, setKind] = useState<BotRuleDraft['kind']>('user_agent_contains');
  const [text, setText] = useState('');
  const saving = useSaving();
  const value = text.trim();
  useDraft(kind, value);
  const draft = botRuleDraft.value;
  const isLookedUp = draft?.kind === kind && draft.value === value && !botRulePreview.isStale.value;
  const warnings = isLookedUp ? (botRulePreview.answer.value?.data.warnings ?? []) : [];

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (await saving.save(() => addBotRule({ kind, value }, warnings.length > 0))) setText('');
  }

  return (
    <form class="new-rule" onSubmit={(event) => void add(event)}>
      <label class="sr" for="rule-kind">
        Kind of rule
      </label>
      <select id="rule-kind" onChange={(event) => setKind(event.currentTarget.value as BotRuleDraft['kind'])}>
        {Object.entries(ruleKindWords).map(([of, words]) => (
          <option key={of} value={of} selected={of === kind}>
            {words}
          </option>
        ))}
      </select>
      <label class="sr" for="rule-value">
        {ruleKindWords[kind]}
      </label>
      <input
        id="rule-value"
        autocomplete="off"
        spellcheck={false}
        placeholder={kind === 'ip_range' ? '192.0.2.0/24' : 'kiosk'}
        value={text}
        aria-describedby="rule-preview"
        onInput={(event) => {
          setText(event.currentTarget.value);
          saving.forget();
        }}
      />
      <button type="submit" class="button" aria-disabled={value === ''}>
        {warnings.length > 0 ? 'Add it all the same' : 'Add the rule'}
      </button>
      <span role="status" class={`small ${saving.refusal ? 'down' : 'up'}`}>
        {saving.refusal || (saving.state === 'saved' && 'Added: it applies from the next event on.')}
      </span>
      <div id="rule-preview" class="rule-preview" aria-live="polite">
        {draft !== null && value.length >= SHORTEST && <BotRulePreview isLookedUp={isLookedUp} />}
      </div>
    </form>
  );
}

/** What is written is the draft that is looked up, once somebody pauses; none once the form is gone. */
function useDraft(kind: BotRuleDraft['kind'], value: string): void {
  useEffect(() => {
    if (value.length < SHORTEST) {
      botRuleDraft.value = null;
      return;
    }
    const timer = setTimeout(() => {
      botRuleDraft.value = { kind, value };
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [kind, value]);
  useEffect(
    () => () => {
      botRuleDraft.value = null;
    },
    [],
  );
}
