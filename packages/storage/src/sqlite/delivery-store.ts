import { join } from 'node:path';
import type { DeliveryStore } from '../delivery-store.ts';
import type { StoreLocation } from '../store-location.ts';
import { migrate } from './migrate.ts';
import { eventMigrations } from './migrations/events.ts';
import { openForWriting } from './open-database.ts';
import { outboxClaims } from './outbox/claim.ts';
import { outboxLog } from './outbox/log.ts';
import { createDeliveryPurge } from './outbox/purge.ts';
import { outboxRequests } from './outbox/redeliver.ts';
import { outboxSettling } from './outbox/settle.ts';

/**
 * The outbox of webhooks, in the file of the events, so that an event and what it owes commit together.
 *
 * For a worker, `synced` is false: its commits are not waited for. A power cut may then take back that something was
 * sent, and it is sent again, which receivers must expect anyway. A killed process takes back nothing.
 */
export function openSqliteDeliveryStore(
  { folder, migrate: allowed }: StoreLocation,
  { synced }: { readonly synced: boolean },
): DeliveryStore {
  const db = openForWriting(join(folder, 'events.db'));
  migrate(db, { store: 'events', migrations: eventMigrations }, allowed);
  if (!synced) db.pragma('synchronous = NORMAL');
  const purge = createDeliveryPurge(db);
  const { redeliver, ...requests } = outboxRequests(db);
  const log = outboxLog(db);
  return {
    ...outboxClaims(db),
    ...outboxSettling(db),
    ...requests,
    ...log,
    async redeliver(id, now) {
      const repeated = redeliver(id, now);
      return repeated === null ? null : log.find(repeated);
    },
    purge: async (before) => purge(before),
    async close() {
      db.close();
    },
  };
}
