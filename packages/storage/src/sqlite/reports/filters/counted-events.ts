import type { Period, Question } from '../../../reports.ts';
import { type Day, KEPT, type Stored } from '../../days/day.ts';
import { type EventColumns, FLAG } from '../../days/event-columns.ts';
import { BOT } from '../../row-codes.ts';
import { isWhole } from '../is-whole.ts';
import { bitOf, type EventBits, noBits, setBit } from '../numbers/event-bits.ts';

/**
 * What reports leave out: events with any of the flags `out`, and what is worse than `worst`, as `BOT` says it. `keptAs`: by what
 * it is known of days at rest which events are left.
 */
export type LeftOut = { readonly out: number; readonly worst: number; readonly keptAs: number };

export const LEFT_OUT: Readonly<Record<Question['bots'], LeftOut>> = {
  excluded: { out: FLAG.never | FLAG.bot, worst: BOT.counted, keptAs: KEPT.countedWithoutBots },
  included: { out: FLAG.never, worst: BOT.filtered, keptAs: KEPT.countedWithBots },
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
  if (day.stored === null) markByFlags(day.events, leftOut, marks);
  else spread(bitsOf(day.events, day.stored, leftOut), day.events.count, marks);
  if (isWhole(day, period)) return;
  const { time, count } = day.events;
  const from = period.from - day.start;
  const to = period.to - day.start;
  for (let index = 0; index < count; index += 1)
    if ((time[index] as number) < from || (time[index] as number) >= to) marks[index] = 0;
}

function markByFlags({ flags, botLevel, count }: EventColumns, leftOut: LeftOut, marks: Uint8Array): void {
  for (let index = 0; index < count; index += 1)
    marks[index] = isCounted(flags[index] as number, botLevel[index] as number, leftOut) ? 1 : 0;
}

/** Which events of a day at rest count: the columns that this follows from take sixteen times as much. */
function bitsOf(events: EventColumns, stored: Stored, leftOut: LeftOut): EventBits {
  const kept = stored.kept<EventBits>(leftOut.keptAs);
  if (kept !== undefined) return kept;
  // Only now: columns are taken apart when they are asked for.
  const { flags, botLevel, count } = events;
  const bits = noBits(count);
  for (let index = 0; index < count; index += 1)
    if (isCounted(flags[index] as number, botLevel[index] as number, leftOut)) setBit(bits, index);
  return stored.keep(leftOut.keptAs, bits);
}

/** By eight bits the eight bytes of them, four in each of two numbers. */
const BYTES_OF_BITS = Uint32Array.from({ length: 512 }, (_, half) => {
  const bits = (half >>> 1) >>> (4 * (half & 1));
  return (bits & 1) | ((bits & 2) << 7) | ((bits & 4) << 14) | ((bits & 8) << 21);
});

/**
 * Eight at a time: one by one takes ten times as long. `marks` begin where numbers of four bytes can lie, as arrays of
 * the working memory do, and the lowest byte comes first, as in columns that are stored.
 */
function spread(bits: EventBits, count: number, marks: Uint8Array): void {
  const whole = count >>> 5;
  const words = new Uint32Array(marks.buffer, marks.byteOffset, 8 * whole);
  for (let word = 0; word < whole; word += 1) {
    const own = bits[word] as number;
    for (let byte = 0; byte < 4; byte += 1) {
      const half = ((own >>> (8 * byte)) & 0xff) << 1;
      words[8 * word + 2 * byte] = BYTES_OF_BITS[half] as number;
      words[8 * word + 2 * byte + 1] = BYTES_OF_BITS[half + 1] as number;
    }
  }
  for (let index = whole << 5; index < count; index += 1) marks[index] = bitOf(bits, index);
}
