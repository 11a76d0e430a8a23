import type { CompareMode, ComparisonQuery } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import { ApiError } from '../errors/api-error.ts';
import { Temporal } from '../temporal.ts';
import { type Range, rangeOfDays } from './range.ts';

/** Before it, a day cannot be written as YYYY-MM-DD. */
const FIRST_DAY = Temporal.PlainDate.from('0000-01-01');

/** So many weeks come closest to a year. */
const WEEKS_OF_YEAR = 52;

/**
 * The range of as many civil days that a range is compared with: the days right before it, or those that began a
 * year earlier, on the same date or on the same weekday. 24 hours are compared with the 24 before, or with those of as
 * many days ago.
 * @throws ApiError invalid_range where the calendar ends.
 */
export function earlierRange(
  range: Range,
  mode: CompareMode,
  match: NonNullable<ComparisonQuery['match']> = 'date',
): Range {
  const back = {
    previous_period: { days: range.days },
    previous_year: match === 'weekday' ? { weeks: WEEKS_OF_YEAR } : { years: 1 },
  };
  const start = range.start.subtract(back[mode]);
  if (Temporal.PlainDate.compare(start, FIRST_DAY) < 0) {
    throw new ApiError('invalid_range', 'compare reaches back before the year 0.');
  }
  const daysBack = start.until(range.start, { largestUnit: 'day' }).days;
  const end = range.end.subtract({ days: daysBack });
  if (range.preset !== '24h') return rangeOfDays({ start, end }, null, range.timezone);
  const msBack = daysBack * DAY_MS;
  return { ...range, start, end, from: range.from - msBack, to: range.to - msBack };
}
