import { DAY_MS } from '@cvq/contract/constants';
import type { Period, Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { FLAG } from '../days/event-columns.ts';
import { BOT } from '../row-codes.ts';

/** What reports leave out: events with any of the flags `out`, and what is worse than `worst`, as `BOT` says it. */
export type LeftOut = { readonly out: number; readonly worst: number };

export const LEFT_OUT: Readonly<Record<Question['bots'], LeftOut>> = {
  excluded: { out: FLAG.never | FLAG.bot, worst: BOT.counted },
  included: { out: FLAG.never, worst: BOT.filtered },
};

/** Whether an event counts, by its `flags` and its `botLevel`, before any filter. */
export function isCounted(flags: number, botLevel: number, { out, worst }: LeftOut): boolean {
  return (flags & out) === 0 && botLevel <= worst;
}

/** A sale counts where its event does and no bot is involved: a site may count bots, but never what they buy. */
export function isCountedSale(flags: number, botLevel: number, leftOut: LeftOut): boolean {
  return botLevel === BOT.none && isCounted(flags, botLevel, leftOut);
}

type Counting = { readonly period: Period; readonly leftOut: LeftOut };

/** Puts a 1 for each event of a day that reports count in a period, before any filter, and a 0 for the others. */
export function markCounted({ period, leftOut }: Counting, day: Day, marks: Uint8Array): void {
  const { flags, botLevel, count } = day.events;
  for (let index = 0; index < count; index += 1) {
    marks[index] = isCounted(flags[index] as number, botLevel[index] as number, leftOut) ? 1 : 0;
  }
  const from = period.from - day.start;
  const to = period.to - day.start;
  if (from <= 0 && to >= DAY_MS) return;
  const { time } = day.events;
  for (let index = 0; index < count; index += 1)
    if ((time[index] as number) < from || (time[index] as number) >= to) marks[index] = 0;
}
