import { type Earned, earnedWords } from './earned.ts';
import { count, type Writing } from './numbers.ts';
import { oneOrMany } from './one-or-many.ts';
import type { Sentence } from './overview-sentence.ts';

/** What the sentence about the conversions of a period is made of. */
export type ConversionsFacts = Earned & {
  /** `in the last 30 days` */
  readonly period: string;
  readonly isFiltered: boolean;
  readonly conversions: number;
  /** Of all platforms together; null where no platform is connected, or nothing is known of it yet. */
  readonly deliveries: { readonly waiting: number; readonly failed: number } | null;
};

/** How many there were and what they are worth, then whether they are where they belong. */
export function conversionsSentence(facts: ConversionsFacts, writing: Writing): Sentence {
  const { period, isFiltered, conversions, deliveries } = facts;
  const nobody = isFiltered ? 'Nobody who matches the filters' : 'Nobody';
  if (conversions === 0) return { lead: `${nobody} converted ${period}.`, aside: '' };
  const many = oneOrMany(conversions, ['conversion', 'conversions'], writing);
  const earned = earnedWords(facts, writing);
  const lead = `${many} ${period}${earned && ` for ${earned}`}.`;
  return { lead, aside: deliveries === null ? '' : asideOf(deliveries, writing) };
}

function asideOf(
  { waiting, failed }: { readonly waiting: number; readonly failed: number },
  writing: Writing,
): string {
  const wait = `${count(waiting, writing)} ${waiting === 1 ? 'waits' : 'wait'} for a platform`;
  const lost = `${count(failed, writing)} failed`;
  if (waiting === 0 && failed === 0) return 'Nothing waits, and nothing failed.';
  if (waiting === 0) return `${lost}; the rest is where it belongs.`;
  if (failed === 0) return `${wait}; the rest is where it belongs.`;
  return `${wait}, ${lost}; the rest is where it belongs.`;
}
