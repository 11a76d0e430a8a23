import { type Range, today } from './range.ts';
import { zoned } from './zoned.ts';

/**
 * The moment of an earlier range that is what `at` is in a range that is not over: as many days after its first, at the same time
 * on the wall. Null where there is none to stop at: the range is over, or the earlier one has fewer days.
 */
export function sameMoment(range: Range, earlier: Range, at: number): number | null {
  if (range.to <= at) return null;
  if (at <= range.from) return earlier.from;
  const { timezone } = range;
  const days = range.start.until(today({ timezone, now: at }), { largestUnit: 'day' }).days;
  const time = zoned(at, timezone).toPlainTime();
  const moment = earlier.start.add({ days }).toZonedDateTime({ timeZone: timezone, plainTime: time });
  const until = Math.max(earlier.from, moment.epochMilliseconds);
  return until < earlier.to ? until : null;
}
