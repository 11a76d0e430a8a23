import type { Integers } from '../days/column-body.ts';
import type { SalesByCurrency } from './money.ts';

/** The measures that totals and the rows of a breakdown share, while they are added up. */
export type Counts = {
  visitors: number;
  events: number;
  pageviews: number;
  conversions: number;
  sessions: number;
  convertedSessions: number;
  bounces: number;
  money: SalesByCurrency | null;
};

export const emptyCounts = (): Counts => ({
  visitors: 0,
  events: 0,
  pageviews: 0,
  conversions: 0,
  sessions: 0,
  convertedSessions: 0,
  bounces: 0,
  money: null,
});

type SumsByRow = Readonly<
  Record<'events' | 'pageviews' | 'conversions' | 'sessions' | 'convertedSessions' | 'bounces', Integers>
>;

/** Adds a row of a roll-up, but for its visitors and its money. */
export function addCounts(counts: Counts, sums: SumsByRow, row: number): void {
  counts.events += sums.events[row] as number;
  counts.pageviews += sums.pageviews[row] as number;
  counts.conversions += sums.conversions[row] as number;
  counts.sessions += sums.sessions[row] as number;
  counts.convertedSessions += sums.convertedSessions[row] as number;
  counts.bounces += sums.bounces[row] as number;
}
