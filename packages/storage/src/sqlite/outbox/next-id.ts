import type { Connection } from '../open-database.ts';

/**
 * Ids of deliveries: they begin with the time, so that they do not show how many deliveries there are, and grow also
 * where a clock goes back. To be used inside a transaction that writes.
 */
export function createNextId(db: Connection): (now: number) => number {
  const last = db.prepare('SELECT coalesce(max(id), 0) FROM webhook_deliveries').pluck();
  return (now) => Math.max((last.get() as number) + 1, now * 1000);
}
