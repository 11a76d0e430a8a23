import type { ClaimedDelivery, DeliveryStore, TestMessage } from '../../delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { createNextId } from './next-id.ts';
import { STATE } from './states.ts';

type Original = { readonly id: number; readonly message: number; readonly endpoint: string };

/** Deliveries that people ask for: once more, or as a test. */
export function outboxRequests(db: Connection) {
  const nextId = createNextId(db);
  const insert = db.prepare(`
    INSERT INTO webhook_deliveries (id, message, endpoint, due_at, created_at, repeats) VALUES (?, ?, ?, ?, ?, ?)`);
  const original = db.prepare('SELECT id, message, endpoint FROM webhook_deliveries WHERE id = ?');
  const giveUp = db.prepare(`
    UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL
    WHERE id = ? AND state = ${STATE.owed}`);
  const failed = db.prepare(`
    SELECT id, message, endpoint FROM webhook_deliveries deliveries
    WHERE endpoint IN (SELECT value FROM json_each(:endpoints)) AND state = ${STATE.failed}
      AND created_at >= :from AND created_at < :to
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries later WHERE later.repeats = deliveries.id)
    ORDER BY id`);
  const insertTestMessage = db.prepare(
    'INSERT INTO webhook_messages (project, event, type, body, is_test, created_at) VALUES (?, ?, ?, ?, 1, ?)',
  );
  const insertClaimed = db.prepare(`
    INSERT INTO webhook_deliveries (id, message, endpoint, due_at, claimed_at, created_at)
    VALUES (?, ?, ?, ?, ?, ?)`);

  function repeat({ id, message, endpoint }: Original, now: number): number {
    // Its own next attempt would be a second copy of what is sent now.
    giveUp.run(now, id);
    const repeated = nextId(now);
    insert.run(repeated, message, endpoint, now, now, id);
    return repeated;
  }

  const redeliver = db.transaction((id: number, now: number) => {
    const found = original.get(id) as Original | undefined;
    return found === undefined ? null : repeat(found, now);
  });

  const redeliverFailed = db.transaction(
    ({ endpoints, from, to }: Parameters<DeliveryStore['redeliverFailed']>[0], now: number) => {
      const found = failed.all({ endpoints: JSON.stringify(endpoints), from, to }) as Original[];
      for (const each of found) repeat(each, now);
      return found.length;
    },
  );

  const addTest = db.transaction((test: TestMessage, { now, until }: { now: number; until: number }) => {
    const { project, event, type, body, endpoint } = test;
    const message = insertTestMessage.run(project, event, type, body, now);
    const id = nextId(now);
    insertClaimed.run(id, message.lastInsertRowid, endpoint, until, now, now);
    return { id, endpoint, type, event, body, isTest: true, attempt: 1, claimedAt: now } as ClaimedDelivery;
  });

  return {
    redeliver: (id: number, now: number): number | null => redeliver.immediate(id, now),
    async redeliverFailed(query: Parameters<DeliveryStore['redeliverFailed']>[0], now: number) {
      return redeliverFailed.immediate(query, now);
    },
    async addTest(test: TestMessage, lease: { now: number; until: number }) {
      return addTest.immediate(test, lease);
    },
  };
}
