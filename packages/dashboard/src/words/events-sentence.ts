import { count, percent, type Writing } from './numbers.ts';
import type { Sentence } from './overview-sentence.ts';

/** What the sentence about the events of a period is made of. */
export type EventsFacts = {
  /** `in the last 30 days` */
  readonly period: string;
  readonly isFiltered: boolean;
  /** By type, the most frequent first. `are`: what its events are, such as `page views`. */
  readonly types: readonly { readonly are: string; readonly events: number }[];
};

/** How many there were and of how many types, then which of them is most of it. */
export function eventsSentence({ period, isFiltered, types }: EventsFacts, writing: Writing): Sentence {
  const all = types.reduce((sum, { events }) => sum + events, 0);
  const [first] = types;
  const nothing = isFiltered ? 'Nothing that matches the filters' : 'Nothing';
  if (first === undefined || all === 0) return { lead: `${nothing} happened ${period}.`, aside: '' };
  const events = `${count(all, writing)} events`;
  if (all === 1) return { lead: `One event ${period}.`, aside: '' };
  if (types.length === 1) return { lead: `${events} ${period}.`, aside: `All are ${first.are}.` };
  return {
    lead: `${events} of ${count(types.length, writing)} types ${period}.`,
    aside: `${percent(first.events / all, writing, 0)} are ${first.are}.`,
  };
}
