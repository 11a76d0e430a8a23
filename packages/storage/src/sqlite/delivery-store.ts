import type { DeliveryStore } from '../delivery-store.ts';
import type { StoreLocation } from '../store-location.ts';
import type { Connection } from './open-database.ts';
import { OutboxAttempts } from './outbox/attempts.ts';
import { OutboxClaims } from './outbox/claims.ts';
import { outboxLog } from './outbox/log.ts';
import { OutboxPurge } from './outbox/purge.ts';
import { OutboxRequests } from './outbox/requests.ts';
import { openStore } from './store-files/open-store.ts';

/**
 * The outbox of webhooks, in the file of the events, so that an event and its deliveries commit together.
 *
 * For a worker, `synced` is false: its commits are not waited for. A power cut may then take back that something was
 * sent, and it is sent again, which receivers must expect anyway. A killed process takes back nothing.
 */
export function openSqliteDeliveryStore(
  location: StoreLocation,
  { synced }: { readonly synced: boolean },
): DeliveryStore {
  return openStore(location, { store: 'events' }, (db) => deliveriesOf(db, synced));
}

function deliveriesOf(db: Connection, synced: boolean): DeliveryStore {
  if (!synced) db.pragma('synchronous = NORMAL');
  const claims = new OutboxClaims(db);
  const attempts = new OutboxAttempts(db);
  const requests = new OutboxRequests(db);
  const purge = new OutboxPurge(db);
  return {
    ...outboxLog(db),
    outstanding: async (now, atMost) => claims.outstanding(now, atMost),
    claim: async (places, lease) => claims.claim(places, lease),
    release: async (given, now) => claims.release(given, now),
    postpone: async (given, dueAt) => claims.postpone(given, dueAt),
    record: async (ended) => attempts.record(ended),
    cancel: async (destination, now) => attempts.cancel(destination, now),
    takeWarnings: async (at) => attempts.takeWarnings(at),
    addTest: async (message, lease) => requests.addTest(message, lease),
    redeliver: async (id, now) => requests.redeliver(id, now),
    redeliverFailed: async (query, now) => requests.redeliverFailed(query, now),
    purge: async (limits) => purge.purge(limits),
    close: async () => void db.close(),
  };
}
