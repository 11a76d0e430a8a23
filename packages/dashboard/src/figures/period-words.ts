import type { Meta } from '@cvq/contract';
import { RANGES } from '../address/ranges.ts';
import { day } from '../words/dates.ts';
import { writing } from '../words/writing.ts';

type Days = Pick<Meta, 'start_date' | 'end_date'>;
type Told = Pick<Meta, 'generated_at'>;

/** The period of an answer, after a verb: `in the last 30 days`. */
export function periodWords(meta: Days & Told & Pick<Meta, 'range'>): string {
  return RANGES.find(({ preset }) => preset === meta.range)?.inSentence ?? daysWords(meta, meta);
}

/** One day or several, after a verb or "than", with the year where it is not the one of the answer. */
export function daysWords(
  { start_date: first, end_date: last }: Days,
  { generated_at: today }: Told,
): string {
  const dayWords = (date: string) => day(date, { ...writing.value, today });
  return first === last ? `on ${dayWords(first)}` : `from ${dayWords(first)} to ${dayWords(last)}`;
}
