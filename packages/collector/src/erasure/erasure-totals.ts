import type { ErasureCounts, ErasureReceipt } from '@cvq/storage';

/** What an erasure takes of events, and of what a team wrote. */
export type ErasureTotals = Omit<ErasureReceipt, 'isLogCleared' | 'unreadable'>;

const NO_EVENTS: ErasureCounts = {
  users: 0,
  visitors: 0,
  events: 0,
  conversions: 0,
  sessions: 0,
  values: 0,
  userData: 0,
  deliveries: 0,
  adDeliveries: 0,
  adDeliveriesTaken: 0,
  adDeliveriesMaybeTaken: 0,
};

/** The two together. A person whose events are gone may still stand in what a team wrote. */
export function totalsOf(counts: ErasureCounts | null, texts: number): ErasureTotals {
  return { ...(counts ?? NO_EVENTS), texts };
}

/** Whether nothing at all was found of somebody. */
export function isNobody({ visitors, events, texts = 0 }: ErasureTotals): boolean {
  return visitors === 0 && events === 0 && texts === 0;
}
