import { join } from 'node:path';
import type { ControlStore } from './control-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { CheckReport, EventStore } from './event-store.ts';
import { usageProblems } from './sqlite/control/usage-problems.ts';
import { openSqliteControlStore } from './sqlite/control-store.ts';
import { openSqliteDeliveryStore } from './sqlite/delivery-store.ts';
import { openSqliteEventStore } from './sqlite/event-store.ts';
import { watchFiles } from './sqlite/watch-writes.ts';
import type { StoreLocation } from './store-location.ts';
import type { StoreNews } from './store-news.ts';

/** The only file that names adapters: all else sees the three interfaces. `tell` hears of trouble that the store has got over by itself. */
export function openEventStore(
  location: StoreLocation,
  tell: (news: StoreNews) => void = () => {},
): EventStore {
  return openSqliteEventStore(location, tell);
}

export function openControlStore(
  location: StoreLocation,
  tell: (news: StoreNews) => void = () => {},
): ControlStore {
  return openSqliteControlStore(location, tell);
}

/** What is wrong with the counters beside the control store, which opening it would set aside. */
export async function checkUsage({ folder }: StoreLocation): Promise<CheckReport> {
  return { store: 'usage', problems: usageProblems(join(folder, 'usage.db')) };
}

/** `synced` is false for a worker, which need not wait for the disk to remember what it has sent. */
export function openDeliveryStore(location: StoreLocation, options = { synced: true }): DeliveryStore {
  return openSqliteDeliveryStore(location, options);
}

/**
 * Calls `heard` within a second of what another thread or process wrote to the events or the deliveries of an open
 * store, at times also for nothing; how to stop is returned.
 */
export function watchEvents({ folder }: StoreLocation, heard: () => void): () => void {
  return watchFiles([join(folder, 'events.db-wal')], heard);
}
