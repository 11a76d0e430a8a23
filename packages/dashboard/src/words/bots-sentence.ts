import { count, percent, type Writing } from './numbers.ts';
import type { Sentence } from './overview-sentence.ts';

/** What the sentence about bots is made of. */
export type BotsFacts = {
  /** `in the last 30 days` */
  readonly period: string;
  /** Requests. */
  readonly bots: number;
  readonly people: number;
  /** The largest ones, as tables name them; null without any. */
  readonly category: { readonly name: string; readonly requests: number } | null;
  readonly bot: { readonly name: string; readonly requests: number } | null;
  /** Whether only some bots, or some requests, are looked at. */
  readonly isNarrowed: boolean;
};

/** How much of the traffic was of bots; then what most of them were for, and which came most. */
export function botsSentence(facts: BotsFacts, writing: Writing): Sentence {
  const { period, bots, people, isNarrowed } = facts;
  const kind = isNarrowed ? ' of this kind' : '';
  if (bots === 0) return { lead: `No bot${kind} came ${period}.`, aside: '' };
  const all = bots + people;
  const share = `${count(bots, writing)} of ${count(all, writing)} requests (${percent(bots / all, writing)})`;
  return { lead: `Bots${kind} made ${share} ${period}.`, aside: asideOf(facts, writing) };
}

function asideOf({ bots, category, bot }: BotsFacts, writing: Writing): string {
  if (category === null || bot === null) return '';
  if (bot.requests === bots) return `All were of ${bot.name}.`;
  const most = category.requests > bots / 2 ? 'Most were' : 'The largest part were';
  return `${most} of ${lowered(category.name)}; ${bot.name} alone made ${count(bot.requests, writing)}.`;
}

/** An abbreviation keeps its capitals. */
function lowered(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
