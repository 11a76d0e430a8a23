import type { CompareMode } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import { ApiError } from '../errors/api-error.ts';
import { Temporal } from '../temporal.ts';
import { type Range, rangeOfDays } from './range.ts';

/** Before it, a day cannot be written as YYYY-MM-DD. */
const FIRST_DAY = Temporal.PlainDate.from('0000-01-01');

/**
 * The range of as many civil days that a range is compared with: the days right before it, or those that began a
 * year earlier. 24 hours are compared with the 24 before, or with those of as many days ago.
 * @throws ApiError invalid_range where the calendar ends.
 */
export function earlierRange(range: Range, mode: CompareMode): Range {
  const start =
    mode === 'previous_year'
      ? range.start.subtract({ years: 1 })
      : range.start.subtract({ days: range.days });
  if (Temporal.PlainDate.compare(start, FIRST_DAY) < 0) {
    throw new ApiError('invalid_range', 'compare reaches back before the year 0.');
  }
  const daysBack = start.until(range.start, { largestUnit: 'day' }).days;
  const end = range.end.subtract({ days: daysBack });
  if (range.preset !== '24h') return rangeOfDays({ start, end }, null, range.timezone);
  const back = daysBack * DAY_MS;
  return { ...range, start, end, from: range.from - back, to: range.to - back };
}
