import type { Connection } from '../open-database.ts';
import { STATE } from './states.ts';

/** Few enough that no event waits long for the lock. */
const AT_ONCE = 500;

/**
 * Which of a destination's deliveries have ended, the oldest first. Those of an order that may be announced anew stay:
 * they say which endpoints never had it.
 */
const ENDED = `
  SELECT id FROM webhook_deliveries deliveries WHERE endpoint = ? AND state <> ${STATE.outstanding}
    AND NOT (state = ${STATE.cancelled} AND EXISTS (
      SELECT 1 FROM order_states WHERE message = deliveries.message AND withdrawn = 1
    ))
  ORDER BY id LIMIT ${AT_ONCE}`;

type Removed = { readonly message: number; readonly destination: string; readonly bytes: number };

/** Keeps the delivery log within its age and its size, a step at a time. */
export class OutboxPurge {
  readonly #db: Connection;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection) {
    this.#db = db;
    this.#sql = prepare(db);
  }

  /**
   * Deletes deliveries made before an instant, with their attempts and bodies, then the oldest ended ones of
   * destinations whose log is too long. True when there is more to delete.
   */
  purge({ before, maxBytes }: { before: number; maxBytes: number }): boolean {
    const old = this.#sql.old.all({ before }) as number[];
    if (old.length > 0) this.#remove(old, Infinity);
    let looked = old.length;
    for (const { destination, bytes } of this.#sql.tooLong.all(maxBytes) as Omit<Removed, 'message'>[]) {
      if (looked >= AT_ONCE) break;
      const ended = this.#sql.ended.all(destination) as number[];
      this.#remove(ended, bytes - maxBytes);
      looked += ended.length;
    }
    return looked >= AT_ONCE;
  }

  /** Deletes the deliveries of an event that have ended, with their attempts and bodies. `project`: its number. */
  forget(project: number, event: string): void {
    this.#remove(this.#sql.endedOf.all({ project, event }) as number[], Infinity);
  }

  /** Remove deliveries in this order until so many bytes are free. */
  #remove(ids: readonly number[], bytes: number): void {
    this.#db
      .transaction(() => {
        let free = 0;
        for (const id of ids) {
          if (free >= bytes) return;
          this.#sql.attempts.run(id);
          const removed = this.#sql.remove.get(id) as Removed | undefined;
          if (removed === undefined) continue;
          this.#sql.message.run(removed.message);
          this.#sql.shrink.run(removed);
          free += removed.bytes;
        }
      })
      .immediate();
  }
}

function prepare(db: Connection) {
  return {
    old: db
      .prepare(`
        SELECT id FROM webhook_deliveries
        WHERE id < :before * 1000 AND created_at < :before AND (claimed_at IS NULL OR claimed_at < :before)
        ORDER BY id LIMIT ${AT_ONCE}`)
      .pluck(),
    tooLong: db.prepare(
      'SELECT endpoint AS destination, log_bytes AS bytes FROM webhook_health WHERE log_bytes > ?',
    ),
    ended: db.prepare(ENDED).pluck(),
    endedOf: db
      .prepare(`
        SELECT deliveries.id FROM webhook_messages messages
        JOIN webhook_deliveries deliveries ON deliveries.message = messages.id
        WHERE messages.event = :event AND messages.project = (SELECT key FROM projects WHERE id = :project)
          AND deliveries.state <> ${STATE.outstanding}`)
      .pluck(),
    attempts: db.prepare('DELETE FROM webhook_attempts WHERE delivery = ?'),
    remove: db.prepare(`
      DELETE FROM webhook_deliveries WHERE id = ?
      RETURNING message, endpoint AS destination, log_bytes AS bytes`),
    message: db.prepare(`
      DELETE FROM webhook_messages
      WHERE id = ? AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE message = webhook_messages.id)`),
    shrink: db.prepare(
      'UPDATE webhook_health SET log_bytes = max(0, log_bytes - :bytes) WHERE endpoint = :destination',
    ),
  };
}
