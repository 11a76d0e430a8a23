import type { BotChoice } from '../../address/bot-choice.ts';
import { choose, state } from '../../address/location.ts';
import { botWords } from '../../figures/bot-words.ts';

/** What the bots are narrowed to, each with what takes it off. */
export function BotChips() {
  const { bot } = state.value;
  const chosen = (Object.keys(bot) as (keyof BotChoice)[]).filter((name) => bot[name] !== null);
  if (chosen.length === 0) return null;
  return (
    <section class="chips" aria-label="Bots">
      {chosen.map((name) => {
        const shown = botWords(name, bot[name] ?? '');
        return (
          <span class="chip" key={name}>
            <span class="muted">{NAMES[name]}</span> <b>{shown}</b>
            <button
              type="button"
              aria-label={`All bots, not only ${shown}`}
              onClick={() => choose({ bot: { ...bot, [name]: null } })}
            >
              ×
            </button>
          </span>
        );
      })}
    </section>
  );
}

const NAMES: Readonly<Record<keyof BotChoice, string>> = {
  category: 'Category',
  name: 'Name',
  reason: 'Found by',
};
