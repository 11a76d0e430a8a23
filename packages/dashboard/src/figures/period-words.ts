import type { Meta } from '@cvq/contract';
import { RANGES } from '../address/ranges.ts';
import { day } from '../words/dates.ts';
import { writing } from '../words/writing.ts';

/** The period of an answer, after a verb: `in the last 30 days`. */
export function periodWords({
  range,
  start_date: first,
  end_date: last,
}: Pick<Meta, 'range' | 'start_date' | 'end_date'>): string {
  const offered = RANGES.find(({ preset }) => preset === range);
  if (offered) return offered.inSentence;
  if (first === last) return `on ${day(first, writing.value)}`;
  return `from ${day(first, writing.value)} to ${day(last, writing.value)}`;
}
