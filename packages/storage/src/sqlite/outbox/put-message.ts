import type { WebhookBody } from '@cvq/contract';
import type { Subscription } from '../../delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { createNextId } from './next-id.ts';

/**
 * Makes a delivery of a body to each of the endpoints, due from an instant on; the id of the message, null without
 * endpoints; to be called inside a transaction that writes.
 */
export type PutMessage = (body: WebhookBody, to: readonly Subscription[], now: number) => number | null;

/** Puts a message and its deliveries into the outbox: within the transaction of the writer. */
export function createPutMessage(db: Connection): PutMessage {
  const insertMessage = db.prepare(
    'INSERT INTO webhook_messages (project, event, type, body, is_test, created_at) VALUES (?, ?, ?, ?, 0, ?)',
  );
  const insertDelivery = db.prepare(
    'INSERT INTO webhook_deliveries (id, message, endpoint, due_at, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const nextId = createNextId(db);
  return (body, to, now) => {
    if (to.length === 0) return null;
    const { project_id: project, id, type } = body;
    const { lastInsertRowid } = insertMessage.run(project, id, type, Buffer.from(JSON.stringify(body)), now);
    for (const { endpoint } of to) insertDelivery.run(nextId(now), lastInsertRowid, endpoint, now, now);
    return Number(lastInsertRowid);
  };
}
