import { dimensionName } from '../figures/dimension-name.ts';
import { count, type Writing } from './numbers.ts';
import type { Sentence } from './overview-sentence.ts';

/** What the sentence over the full list of a dimension is made of. */
export type ListFacts = {
  readonly dimension: string;
  /** How many values there are in all, or as found. */
  readonly rows: number;
  /** `in the last 30 days` */
  readonly period: string;
  /** What was searched for; null for all. */
  readonly search: string | null;
  readonly isFiltered: boolean;
};

const PLURALS: Readonly<Record<string, string>> = {
  country: 'countries',
  city: 'cities',
  medium: 'media',
  entry_page: 'entry pages',
  exit_page: 'exit pages',
  event_type: 'types of events',
  os: 'systems',
  ad_platform: 'ad platforms',
  seen_page: 'pages in visits',
  did_event: 'events in visits',
};

/** How many values a dimension has in the period. */
export function listSentence(facts: ListFacts, writing: Writing): Sentence {
  const { dimension, rows, period, search, isFiltered } = facts;
  const aside = isFiltered ? 'Only what the filters keep.' : '';
  const found = search === null ? '' : ` with “${search}”`;
  if (rows === 0) return { lead: `No ${nameOf(dimension, 1)}${found} ${period}.`, aside };
  const many = rows === 1 ? 'One' : count(rows, writing);
  return { lead: `${many} ${nameOf(dimension, rows)}${found} ${period}.`, aside };
}

function nameOf(dimension: string, rows: number): string {
  if (dimension.startsWith('property:'))
    return `${rows === 1 ? 'value' : 'values'} of ${dimensionName(dimension)}`;
  const one = dimension === 'event_type' ? 'type of events' : dimensionName(dimension).toLowerCase();
  return rows === 1 ? one : (PLURALS[dimension] ?? `${one}s`);
}
