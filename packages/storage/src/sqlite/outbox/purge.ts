import type { Connection } from '../open-database.ts';

/** Few enough that no event waits long for the lock. */
const AT_ONCE = 500;

/** Forgets deliveries made before an instant, with their attempts and bodies; true when there are more. */
export function createDeliveryPurge(db: Connection): (before: number) => boolean {
  const old = db
    .prepare(`
      SELECT id FROM webhook_deliveries
      WHERE id < :before * 1000 AND created_at < :before AND (claimed_at IS NULL OR claimed_at < :before)
      ORDER BY id LIMIT ${AT_ONCE}`)
    .pluck();
  const attempts = db.prepare('DELETE FROM webhook_attempts WHERE delivery = ?');
  const remove = db.prepare('DELETE FROM webhook_deliveries WHERE id = ? RETURNING message').pluck();
  const message = db.prepare(`
    DELETE FROM webhook_messages
    WHERE id = ? AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE message = webhook_messages.id)`);
  const purge = db.transaction((ids: readonly number[]) => {
    for (const id of ids) {
      attempts.run(id);
      message.run(remove.get(id));
    }
  });
  return (before) => {
    const ids = old.all({ before }) as number[];
    if (ids.length > 0) purge.immediate(ids);
    return ids.length === AT_ONCE;
  };
}
