import type { DashboardOverview } from '@cvq/contract';
import type { PageState } from '../address/address.ts';
import { RANGES } from '../address/ranges.ts';
import { day } from '../words/dates.ts';
import type { OverviewFacts } from '../words/overview-sentence.ts';
import { writing } from '../words/writing.ts';
import { partsOf } from './filter-text.ts';
import { periodWords } from './period-words.ts';

/** Filters after which it would be a repetition to say where people came from. */
const OF_ORIGIN = new Set(['source', 'channel', 'medium', 'campaign', 'referrer', 'ad_platform']);

/** What the sentence is made of, from an answer and what was asked. */
export function overviewFacts({ data, meta }: DashboardOverview, { filters }: PageState): OverviewFacts {
  const { now, before } = data.totals;
  const sources = data.breakdowns.find(({ dimension }) => dimension === 'source');
  const isAboutOrigin = filters.some((filter) => OF_ORIGIN.has(partsOf(filter)?.dimension ?? ''));
  return {
    period: periodWords(meta),
    earlier: earlierWords(meta),
    visitors: { now: now.visitors, before: before?.visitors ?? null },
    conversions: now.conversions,
    revenue: now.revenue,
    sources:
      isAboutOrigin || !sources
        ? null
        : sources.rows
            .map((row) => ({
              source: row.value,
              now: row.now.visitors,
              before: before ? (row.before?.visitors ?? 0) : null,
            }))
            .sort((one, other) => other.now - one.now),
    isFiltered: filters.length > 0,
  };
}

type Meta = DashboardOverview['meta'];

function earlierWords({ range, compare }: Meta): string | null {
  if (compare === null || !compare.complete) return null;
  if (compare.mode === 'previous_year') return 'a year before';
  if (compare.mode === 'dates') {
    return `from ${day(compare.start_date, writing.value)} to ${day(compare.end_date, writing.value)}`;
  }
  if (range === 'today' && compare.until !== null) return 'yesterday by this time';
  return RANGES.find(({ preset }) => preset === range)?.before ?? 'in the days before';
}
