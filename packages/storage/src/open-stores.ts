import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AcceptedStore } from './accepted-store.ts';
import type { AdDeliveryStore } from './ad-delivery-store.ts';
import type { CheckReport } from './check-report.ts';
import type { ControlStore } from './control-store.ts';
import type { CopyProgress } from './copy-progress.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { Erasures } from './erasures.ts';
import type { EventLog } from './event-log.ts';
import type { IngestLedger } from './ingest-ledger.ts';
import type { Reports, ReportsOptions } from './reports.ts';
import type { SealedValues } from './sealed-values.ts';
import type { ShrinkStep, ShrunkStore } from './shrunk-store.ts';
import { openSqliteAdDeliveryStore } from './sqlite/ad-delivery-store.ts';
import { usageProblems } from './sqlite/control/usage-problems.ts';
import { openSqliteControlStore } from './sqlite/control-store.ts';
import { openSqliteDeliveryStore } from './sqlite/delivery-store.ts';
import { openSqliteEventLog } from './sqlite/event-log.ts';
import { openSqliteIngestLedger } from './sqlite/ingest-ledger.ts';
import { openForLooking } from './sqlite/open-database.ts';
import { openSqliteErasures } from './sqlite/open-erasures.ts';
import { openSqliteReports } from './sqlite/open-reports.ts';
import { openSqliteSealedValues } from './sqlite/sealed-values.ts';
import { checkSqliteStore } from './sqlite/store-files/check-store.ts';
import { copySqliteStore } from './sqlite/store-files/copy-store.ts';
import { holdAlone as holdFileAlone } from './sqlite/store-files/hold-alone.ts';
import { holdsSealedValues } from './sqlite/store-files/holds-sealed.ts';
import { doOneAtATime } from './sqlite/store-files/one-at-a-time.ts';
import { acceptStore, readStore } from './sqlite/store-files/open-store.ts';
import { readSqliteSetting } from './sqlite/store-files/read-setting.ts';
import { refuseEventsInUse } from './sqlite/store-files/refuse-events-in-use.ts';
import { refuseUnwritableStores } from './sqlite/store-files/refuse-unwritable-stores.ts';
import { shrinkEventStore } from './sqlite/store-files/shrink-store.ts';
import { StoreGuard } from './sqlite/store-files/store-guard.ts';
import { watchFiles } from './sqlite/store-files/watch-files.ts';
import type { StoreName } from './store-errors.ts';
import type { StoreLocation } from './store-location.ts';
import type { StoreNews } from './store-news.ts';

/**
 * The only file that names adapters: all else sees the interfaces. Each opens what it needs and nothing more, and brings
 * it to the newest schema where the location allows it.
 * @throws StoreUnusable, StoreBroken, StoreLost, StoreOlder, SchemaOutOfDate, SchemaTooNew
 */
export function openIngestLedger(
  location: StoreLocation,
  hear: (news: StoreNews) => void = () => {},
): IngestLedger {
  return openSqliteIngestLedger(location, 'synced', hear);
}

/** What reads the stored events one by one. */
export function openEventLog(location: StoreLocation): EventLog {
  return openSqliteEventLog(location);
}

/** `now`: epoch milliseconds; tests bring their own clock. */
export function openErasures(location: StoreLocation, now: () => number = Date.now): Erasures {
  return openSqliteErasures(location, { now });
}

/** What answers questions about the stored events. */
export function openReports(location: StoreLocation, options: ReportsOptions = {}): Reports {
  return openSqliteReports(location, options);
}

/** `hear` gets what the store did by itself, and what it could not do. */
export function openControlStore(
  location: StoreLocation,
  hear: (news: StoreNews) => void = () => {},
): ControlStore {
  return openSqliteControlStore(location, hear);
}

/**
 * Looks at a store as it lies there: nothing is made, and none is brought to a newer schema.
 * @throws StoreUnusable, StoreBroken, StoreLost, StoreOlder, SchemaTooNew
 */
export async function checkStore(
  { folder }: Pick<StoreLocation, 'folder'>,
  store: StoreName,
): Promise<CheckReport> {
  return checkSqliteStore(folder, store);
}

/**
 * A setting of the control store as it lies there; null where it is not set.
 * @throws StoreUnusable, StoreBroken, StoreLost, SchemaTooNew
 */
export function readSetting({ folder }: Pick<StoreLocation, 'folder'>, name: string): string | null {
  return readSqliteSetting(folder, name);
}

/**
 * Whether the stores hold what an installation's secret has sealed, as they lie there. A store that cannot be read
 * holds nothing.
 */
export function holdsSealed({ folder }: Pick<StoreLocation, 'folder'>): boolean {
  return holdsSealedValues(folder);
}

/** What is wrong with the counters beside the control store, which opening it would set aside. */
export async function checkUsage({ folder }: StoreLocation): Promise<CheckReport> {
  const file = join(folder, 'usage.db');
  return { store: 'usage', problems: usageProblems(file), note: existsSync(file) ? 'ok' : 'not created yet' };
}

/**
 * Continues with a new, empty store where one is lost, and with the events as they are where they have gone back; false
 * where neither is so.
 * @throws StoreInUse, StoreUnusable, StoreBroken
 */
export function acceptLoss({ folder }: StoreLocation, store: StoreName): AcceptedStore | false {
  return acceptStore(folder, store);
}

/**
 * Archives the events that have been at rest for so many hours, and makes their file as small as it can be.
 * @throws StoreInUse, StoreUnusable, StoreBroken, StoreLost, StoreOlder
 */
export function shrinkEvents(
  location: StoreLocation,
  archiveHours: number,
  hear: (step: ShrinkStep) => void = () => {},
): ShrunkStore {
  return shrinkEventStore(location, { archiveHours, hear });
}

/**
 * Copies a store to a new file as it is at one moment, also while a collector runs; false where there is no such store.
 * @throws StoreLost, StoreBroken, StoreUnusable
 */
export function copyStore(
  location: Pick<StoreLocation, 'folder'>,
  copying: {
    readonly store: StoreName;
    readonly to: string;
    readonly hear: (progress: CopyProgress) => void;
  },
): Promise<boolean> {
  return copySqliteStore(location, copying);
}

/**
 * Refuses where another process has the events open, as a collector does.
 * @throws StoreInUse, StoreUnusable, StoreBroken, StoreLost, StoreOlder
 */
export function refuseStoreInUse(location: StoreLocation): void {
  refuseEventsInUse(location);
}

/**
 * Refuses stores that are there and that this process may not write.
 * @throws StoreUnusable
 */
export function refuseUnwritable({ folder }: Pick<StoreLocation, 'folder'>): void {
  refuseUnwritableStores(folder);
}

/**
 * Refuses stores of which one could not be opened. Asked before the first is opened, which may bring it to a newer schema, it
 * lets an earlier version go on with them.
 * @throws StoreUnusable, StoreBroken, StoreLost, StoreOlder, SchemaTooNew
 */
export function refuseUnopenable({ folder }: Pick<StoreLocation, 'folder'>): void {
  for (const store of ['control', 'events'] as const) readStore(folder, store, () => null, openForLooking);
}

/**
 * Does something to the folder while no other process does, and keeps nobody waiting who was killed at it.
 * @throws StoreUnusable, StoreBroken, StoreLost
 */
export function oneAtATime(location: StoreLocation, work: () => void): void {
  doOneAtATime(location, work);
}

/**
 * Keeps other processes from work of this name, however long it takes, until what is returned is called; null where another
 * one does it. A process that is killed keeps nobody away.
 * @throws StoreUnusable
 */
export function holdAlone({ folder }: StoreLocation, work: string): (() => void) | null {
  return holdFileAlone(folder, work);
}

/** Everything that is sealed with the installation's secret, on connections of its own. */
export function openSealedValues(location: StoreLocation): SealedValues {
  return openSqliteSealedValues(location);
}

/**
 * Watches that the stores which this thread has open are still those of the location.
 * @throws StoreMoved
 */
export function guardStores({ folder }: StoreLocation): StoreGuard {
  return new StoreGuard(folder);
}

/** `synced` is false for a worker, which need not wait for the disk to remember what it has sent. */
export function openDeliveryStore(location: StoreLocation, options = { synced: true }): DeliveryStore {
  return openSqliteDeliveryStore(location, options);
}

/** As `openDeliveryStore`, of deliveries to ad platforms. */
export function openAdDeliveryStore(
  location: StoreLocation,
  options: { readonly synced: boolean } = { synced: true },
): AdDeliveryStore {
  return openSqliteAdDeliveryStore(location, options);
}

/**
 * Calls `heard` within a second of what another thread or process wrote to the events or the deliveries of an open
 * store, at times also for nothing; how to stop is returned.
 */
export function watchEvents({ folder }: StoreLocation, heard: () => void): () => void {
  return watchFiles([join(folder, 'events.db-wal')], heard);
}
