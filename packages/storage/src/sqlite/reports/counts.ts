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
  readonly money: SalesByCurrency;
};

export const emptyCounts = (): Counts => ({
  visitors: 0,
  events: 0,
  pageviews: 0,
  conversions: 0,
  sessions: 0,
  convertedSessions: 0,
  bounces: 0,
  money: new Map(),
});
