import type { ComparedPeriod, Meta } from '@cvq/contract';
import { RANGES } from '../address/ranges.ts';
import { daysWords } from './period-words.ts';

/** The earlier period, after "than" or "as"; null where there is none that anything can be compared with. */
export function earlierWords(
  meta: Pick<Meta, 'range' | 'generated_at'>,
  compare: ComparedPeriod | null | undefined,
): string | null {
  if (!compare?.complete) return null;
  if (compare.mode === 'previous_year') return 'a year before';
  if (compare.mode === 'dates') return daysWords(compare, meta);
  if (meta.range === 'today' && compare.until !== null) return 'yesterday by this time';
  const isOfOneDay = compare.start_date === compare.end_date;
  const days = isOfOneDay ? 'on the day before' : 'in the days before';
  return RANGES.find(({ preset }) => preset === meta.range)?.before ?? days;
}
