import type { ControlStore } from './control-store.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { EventStore } from './event-store.ts';
import { openSqliteControlStore } from './sqlite/control-store.ts';
import { openSqliteDeliveryStore } from './sqlite/delivery-store.ts';
import { openSqliteEventStore } from './sqlite/event-store.ts';
import type { StoreLocation } from './store-location.ts';

/** The only file that names adapters: all else sees the two interfaces. */
export function openEventStore(location: StoreLocation): EventStore {
  return openSqliteEventStore(location);
}

export function openControlStore(location: StoreLocation): ControlStore {
  return openSqliteControlStore(location);
}

/** `synced` is false for a worker, which need not wait for the disk to remember what it has sent. */
export function openDeliveryStore(location: StoreLocation, options = { synced: true }): DeliveryStore {
  return openSqliteDeliveryStore(location, options);
}
