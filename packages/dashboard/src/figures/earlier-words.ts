import type { ComparedPeriod } from '@cvq/contract';
import { RANGES } from '../address/ranges.ts';
import { day } from '../words/dates.ts';
import { writing } from '../words/writing.ts';

/** The earlier period, after "than" or "as"; null where there is none that anything can be compared with. */
export function earlierWords(
  range: string | null,
  compare: ComparedPeriod | null | undefined,
): string | null {
  if (!compare?.complete) return null;
  if (compare.mode === 'previous_year') return 'a year before';
  if (compare.mode === 'dates') {
    return `from ${day(compare.start_date, writing.value)} to ${day(compare.end_date, writing.value)}`;
  }
  if (range === 'today' && compare.until !== null) return 'yesterday by this time';
  return RANGES.find(({ preset }) => preset === range)?.before ?? 'in the days before';
}
