/** What is to be seeded. The same plan gives the same events, except for the ids of the projects. */
export type SeedPlan = {
  readonly events: number;
  /** Whole days before `end` that the events lie in. */
  readonly days: number;
  /** Projects of ten events each, beside the large ones; at least one, whose owner asks beside the others. */
  readonly tenants: number;
  /** Midnight, UTC, in epoch milliseconds: no event begins later. */
  readonly end: number;
};

/** Shares of the events: one large project is asked, the others lie between its rows. */
export const SHARES = [0.8, 0.15, 0.05];
export const EVENTS_PER_TENANT = 10;

const EVENTS_PER_CHUNK = 5_000;

export function chunksOf({ events }: SeedPlan): number {
  return Math.ceil(events / EVENTS_PER_CHUNK);
}

export function eventsOfChunk({ events }: SeedPlan, chunk: number): number {
  return Math.min(EVENTS_PER_CHUNK, events - chunk * EVENTS_PER_CHUNK);
}
