import type { ClaimedDelivery, DeliveryEntry, DeliveryStore, TestMessage } from '../../delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { deliveryEntry } from './log.ts';
import { createNextId } from './next-id.ts';
import { STATE } from './states.ts';

type Original = { readonly id: number; readonly message: number; readonly endpoint: string };
type Failed = Parameters<DeliveryStore['redeliverFailed']>[0];

/** Deliveries that people ask for: once more, or as a test. */
export class OutboxRequests {
  readonly #db: Connection;
  readonly #sql: ReturnType<typeof prepare>;
  readonly #nextId: (now: number) => number;

  constructor(db: Connection) {
    this.#db = db;
    this.#sql = prepare(db);
    this.#nextId = createNextId(db);
  }

  /** The new delivery as it was put, before a collector can take it; null when there is none to repeat. */
  redeliver(id: number, now: number): DeliveryEntry | null {
    return this.#db
      .transaction(() => {
        const found = this.#sql.original.get(id) as Original | undefined;
        return found === undefined ? null : deliveryEntry(this.#db, this.#repeat(found, now));
      })
      .immediate();
  }

  redeliverFailed({ endpoints, from, to }: Failed, now: number): number {
    return this.#db
      .transaction(() => {
        const found = this.#sql.failed.all({ endpoints: JSON.stringify(endpoints), from, to }) as Original[];
        for (const each of found) this.#repeat(each, now);
        return found.length;
      })
      .immediate();
  }

  addTest(test: TestMessage, { now, until }: { now: number; until: number }): ClaimedDelivery {
    const { project, event, type, body, endpoint } = test;
    return this.#db
      .transaction(() => {
        const message = this.#sql.insertTestMessage.run(project, event, type, body, now);
        const id = this.#nextId(now);
        this.#sql.insertClaimed.run(id, message.lastInsertRowid, endpoint, until, now, now);
        const claim = { id, destination: endpoint, type, event, body, isTest: true };
        return { ...claim, attempt: 1, claimedAt: now };
      })
      .immediate();
  }

  #repeat({ id, message, endpoint }: Original, now: number): number {
    // Its own next attempt would be a second copy of what is sent now.
    this.#sql.giveUp.run(now, id);
    const repeated = this.#nextId(now);
    this.#sql.insert.run(repeated, message, endpoint, now, now, id);
    return repeated;
  }
}

function prepare(db: Connection) {
  return {
    insert: db.prepare(`
      INSERT INTO webhook_deliveries (id, message, endpoint, due_at, created_at, repeats) VALUES (?, ?, ?, ?, ?, ?)`),
    original: db.prepare('SELECT id, message, endpoint FROM webhook_deliveries WHERE id = ?'),
    giveUp: db.prepare(`
      UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL
      WHERE id = ? AND state = ${STATE.outstanding}`),
    failed: db.prepare(`
      SELECT id, message, endpoint FROM webhook_deliveries deliveries
      WHERE endpoint IN (SELECT value FROM json_each(:endpoints)) AND state = ${STATE.failed}
        AND created_at >= :from AND created_at < :to
        AND NOT (SELECT is_test FROM webhook_messages WHERE webhook_messages.id = deliveries.message)
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries later WHERE later.repeats = deliveries.id)
      ORDER BY id`),
    insertTestMessage: db.prepare(
      'INSERT INTO webhook_messages (project, event, type, body, is_test, created_at) VALUES (?, ?, ?, ?, 1, ?)',
    ),
    insertClaimed: db.prepare(`
      INSERT INTO webhook_deliveries (id, message, endpoint, due_at, claimed_at, created_at)
      VALUES (?, ?, ?, ?, ?, ?)`),
  };
}
