import {
  type AcceptedStore,
  type AdDeliveryStore,
  acceptLoss,
  type CheckReport,
  type ControlStore,
  type CopyProgress,
  checkStore,
  checkUsage,
  copyStore,
  type EventLog,
  holdAlone,
  holdsSealed,
  type IngestLedger,
  oneAtATime,
  openAdDeliveryStore,
  openControlStore,
  openEventLog,
  openIngestLedger,
  openReports,
  openSealedValues,
  type Reports,
  readSetting,
  refuseStoreInUse,
  SECRET_CANARY,
  type SealedValues,
  type ShrinkStep,
  type ShrunkStore,
  StoreInUse,
  type StoreLocation,
  type StoreName,
  shrinkEvents,
} from '@cvq/storage';
import { type AccountDeps, asOperator } from '../accounts/actor.ts';
import { readConfig } from '../config.ts';
import { CommandFailed } from './command-failed.ts';
import { terminal } from './terminal.ts';

/** Run a command on the stores that the environment names, and close them whatever happens. */
export async function withControl<Result>(run: (control: ControlStore) => Promise<Result>): Promise<Result> {
  return closing(openControlStore(storeLocation()), run);
}

/** Run a command by the rules of accounts, as the operator. */
export function withAccounts<Result>(run: (deps: AccountDeps) => Promise<Result>): Promise<Result> {
  return withControl((control) => run(asOperator(control, terminal().now)));
}

/** As `withControl`, for what decides which events are stored. */
export async function withLedger<Result>(run: (ledger: IngestLedger) => Promise<Result>): Promise<Result> {
  return closing(openIngestLedger(storeLocation()), run);
}

/** As `withControl`, for deliveries to ad platforms, of which a power cut may take back the last. */
export async function withAdDeliveries<Result>(
  run: (deliveries: AdDeliveryStore) => Promise<Result>,
): Promise<Result> {
  return closing(openAdDeliveryStore(storeLocation(), { synced: false }), run);
}

/** As `withControl`, for the stored events. */
export async function withEventLog<Result>(run: (log: EventLog) => Promise<Result>): Promise<Result> {
  return closing(openStoredEvents(), run);
}

/** As `withControl`, for what is counted. */
export async function withReports<Result>(run: (reports: Reports) => Promise<Result>): Promise<Result> {
  const { readers, questionSeconds: deadlineSeconds } = readConfig(terminal().env);
  return closing(openReports(storeLocation(), { readers, deadlineSeconds }), run);
}

/** The stored events of the environment, to be closed by the caller. */
export function openStoredEvents(): EventLog {
  return openEventLog(storeLocation());
}

/** As `withControl`, for everything that is sealed with the installation's secret. */
export async function withSealedValues<Result>(
  run: (values: SealedValues) => Promise<Result>,
): Promise<Result> {
  return closing(openSealedValues(storeLocation()), run);
}

/** Do something to the data folder while no other command does. */
export function doAlone(work: () => void): void {
  oneAtATime(storeLocation(), work);
}

/**
 * Runs something that may take minutes while no other command does work of this name.
 * @throws CommandFailed with `taken` where one does
 */
export async function withoutOthers<Result>(
  { work, taken }: { readonly work: string; readonly taken: string },
  run: () => Promise<Result>,
): Promise<Result> {
  const end = holdAlone(storeLocation(), work);
  if (end === null) throw new CommandFailed(taken);
  return run().finally(end);
}

/** Whether another process has the events open, as a collector does. */
export function isStoreInUse(): boolean {
  try {
    refuseStoreInUse(storeLocation());
    return false;
  } catch (error) {
    if (error instanceof StoreInUse) return true;
    throw error;
  }
}

/** The state of a store, which stays as it is. */
export function checkStoredIn(store: StoreName): Promise<CheckReport> {
  return checkStore(storeLocation(), store);
}

/** What proves the installation's secret, of a store that stays as it is; null where nothing does. */
export function readCanary(): string | null {
  return readCanaryIn(storeLocation().folder);
}

/** As `readCanary`, of the stores in a folder, such as a copy. */
export function readCanaryIn(folder: string): string | null {
  return readSetting({ folder }, SECRET_CANARY);
}

/** Whether the stores in a folder need a secret, also where they are so old that nothing proves which one. */
export function needSecret(folder: string): boolean {
  return holdsSealed({ folder });
}

/** The state of the counters of use, which no other command opens by themselves. */
export function checkCounters(): Promise<CheckReport> {
  return checkUsage(storeLocation());
}

/** Continue where a store is lost or has gone back; false where it is neither. */
export function acceptStore(store: StoreName): AcceptedStore | false {
  return acceptLoss(storeLocation(), store);
}

/** Make the file of events small, which nobody else may have open. */
export function shrinkStoredEvents(hear: (step: ShrinkStep) => void): ShrunkStore {
  return shrinkEvents(storeLocation(), readConfig(terminal().env).archiveHours, hear);
}

/** Copy a store to a new file, also while a collector runs; false where there is no such store. */
export function copyStoreTo(
  file: string,
  copying: { readonly store: StoreName; readonly hear: (progress: CopyProgress) => void },
): Promise<boolean> {
  return copyStore(storeLocation(), { ...copying, to: file });
}

/** Bring every store to the schema of this version. */
export async function migrateStores(folder: string): Promise<void> {
  const location = { folder, migrate: true };
  await openControlStore(location).close();
  await openIngestLedger(location).close();
}

/** Where the environment has the stores. */
export function storeLocation(): StoreLocation {
  const { dataFolder, migrate } = readConfig(terminal().env);
  return { folder: dataFolder, migrate };
}

async function closing<Store extends { close(): Promise<void> }, Result>(
  store: Store,
  run: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}
