import type { RecordedEvent } from '@cvq/contract';

type Row = Pick<RecordedEvent, 'event_id' | 'timestamp'>;

/** Five rows a second are as many as can be followed. */
export const ROW_EVERY_MS = 200;

/** So many rows stay. */
const MOST_ROWS = 50;

/**
 * What is shown next: one more of the latest events, the oldest that is not shown yet, in its place. The same list where there is
 * none, so that nothing is drawn again.
 */
export function nextRows<Event extends Row>(
  shown: readonly Event[],
  latest: readonly Event[],
): readonly Event[] {
  const known = new Set(shown.map(({ event_id: id }) => id));
  const next = latest.findLast(({ event_id: id }) => !known.has(id));
  if (next === undefined) return shown;
  const rows = [next, ...shown].sort((one, other) => (one.timestamp < other.timestamp ? 1 : -1));
  // What is older than all that stays would be found missing again and again.
  return rows.indexOf(next) < MOST_ROWS ? rows.slice(0, MOST_ROWS) : shown;
}
