import type { Question } from '../../reports.ts';
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
