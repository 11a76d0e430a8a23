import type { DashboardOverview } from '@cvq/contract';
import type { PageState } from '../address/address.ts';
import type { OverviewFacts } from '../words/overview-sentence.ts';
import { earlierWords } from './earlier-words.ts';
import { partsOf } from './filter-text.ts';
import { periodWords } from './period-words.ts';

/** Filters after which it would be a repetition to say where people came from. */
const OF_ORIGIN = new Set(['source', 'channel', 'medium', 'campaign', 'referrer', 'ad_platform']);

/** What the sentence is made of, from an answer and what was asked. */
export function overviewFacts(
  { data, meta }: DashboardOverview,
  { filters, segment, bots }: PageState,
): OverviewFacts {
  const { now, before } = data.totals;
  const isAboutOrigin = filters.some((filter) => OF_ORIGIN.has(partsOf(filter)?.dimension ?? ''));
  return {
    period: periodWords(meta),
    earlier: earlierWords(meta, meta.compare),
    visitors: { now: now.visitors, before: before?.visitors ?? null },
    conversions: now.conversions,
    revenue: now.revenue,
    otherAmounts: meta.currency_warnings ?? [],
    sources: isAboutOrigin
      ? null
      : data.sources.map((source) => ({ ...source, before: before && source.before })),
    isFiltered: filters.length > 0 || segment !== null,
    withBots: bots === 'included',
  };
}
