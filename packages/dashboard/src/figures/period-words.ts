import type { Meta } from '@cvq/contract';
import { RANGES } from '../address/ranges.ts';
import { day } from '../words/dates.ts';
import { writing } from '../words/writing.ts';

/** The period of an answer, after a verb: `in the last 30 days`. */
export function periodWords({
  range,
  start_date: first,
  end_date: last,
  generated_at: today,
}: Pick<Meta, 'range' | 'start_date' | 'end_date' | 'generated_at'>): string {
  const offered = RANGES.find(({ preset }) => preset === range);
  if (offered) return offered.inSentence;
  const dayWords = (date: string) => day(date, { ...writing.value, today });
  return first === last ? `on ${dayWords(first)}` : `from ${dayWords(first)} to ${dayWords(last)}`;
}
