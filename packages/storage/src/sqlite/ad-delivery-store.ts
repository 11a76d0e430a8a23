import type { AdDeliveryStore } from '../ad-delivery-store.ts';
import type { StoreLocation } from '../store-location.ts';
import { AdAttempts } from './forwarding/ad-attempts.ts';
import { AdClaims } from './forwarding/ad-claims.ts';
import { adDeliveryLog } from './forwarding/ad-delivery-log.ts';
import { AdRequests } from './forwarding/ad-requests.ts';
import { AttemptLog } from './forwarding/attempt-log.ts';
import { blockedDeliveriesReader } from './forwarding/blocked-deliveries.ts';
import { builtRequestsReader } from './forwarding/built-requests.ts';
import { integrationNumber } from './forwarding/delivery-keys.ts';
import { forwardedConversionReader } from './forwarding/forwarded-conversion.ts';
import { OwedHistory } from './forwarding/owed-history.ts';
import { SendingBeginnings } from './forwarding/sending-beginnings.ts';
import { Throttles } from './forwarding/throttles.ts';
import { WithdrawnDeliveries } from './forwarding/withdrawn-deliveries.ts';
import type { Connection } from './open-database.ts';
import { openStore } from './store-files/open-store.ts';

/**
 * Deliveries to ad platforms, in the file of the events, so that a conversion and what it owes commit together.
 *
 * For a worker, `synced` is false, as for webhooks: what a power cut takes back is sent again, by the same key.
 */
export function openSqliteAdDeliveryStore(
  location: StoreLocation,
  { synced }: { readonly synced: boolean },
): AdDeliveryStore {
  return openStore(location, { store: 'events' }, (db) => adDeliveriesOf(db, synced));
}

function adDeliveriesOf(db: Connection, synced: boolean): AdDeliveryStore {
  if (!synced) db.pragma('synchronous = NORMAL');
  const claims = new AdClaims(db);
  const attempts = new AdAttempts(db);
  const requests = new AdRequests(db);
  const beginnings = new SendingBeginnings(db);
  const history = new OwedHistory(db);
  const withdrawn = new WithdrawnDeliveries(db);
  const log = new AttemptLog(db);
  const told = adDeliveryLog(db);
  const readConversion = forwardedConversionReader(db);
  const blocked = blockedDeliveriesReader(db);
  const built = builtRequestsReader(db);
  const throttles = new Throttles(db);
  return {
    deliveriesOf: async (project, events) => told.deliveriesOf(project, events),
    attemptsOf: async (project, event) => told.attemptsOf(project, event),
    builtRequests: async (of, atMost) => built(of, atMost),
    count: async (project, period) => told.count(project, period),
    outstanding: async (now, atMost) => claims.outstanding(now, atMost),
    claim: async (places, lease) => claims.claim(places, lease),
    release: async (given, now) => claims.release(given, now),
    endLeases: async (destination, now) => claims.endLeases(destination, now),
    postpone: async (given, dueAt) => claims.postpone(given, dueAt),
    record: async (ended) => attempts.record(ended),
    async cancel(destination, now) {
      const integration = integrationNumber(db, destination);
      if (integration === undefined) return 0;
      return db.transaction(() => withdrawn.ofIntegration(integration, now)).immediate();
    },
    readConversion: async (key, now) => readConversion(key, now),
    beginSending: async (claim, attempt) => beginnings.begin(claim, attempt),
    async retry(key, now) {
      requests.retry(key, now);
      const ofConversion = told.deliveriesOf(key.project, [key.event]).get(key.event) ?? [];
      return ofConversion.find(({ integration }) => integration === key.integration) ?? null;
    },
    resume: async (integration, now) => requests.resume(integration, now),
    endDryRun: async (integration, now) => requests.endDryRun(integration, now),
    throttles: async (now) => throttles.list(now),
    blocked: async (atMost) => blocked(atMost),
    owe: (target, of) => history.owe(target, of),
    countEarlier: async (target, since) => history.count(target, since),
    purgeAttempts: async (before) => log.purge(before),
    close: async () => void db.close(),
  };
}
