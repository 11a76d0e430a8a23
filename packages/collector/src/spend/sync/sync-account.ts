import {
  type CalendarDays,
  type Integration,
  SpendImportEnded,
  type SpendReplaced,
  type SpendRow,
  type SpendSource,
  type SpendStore,
} from '@cvq/storage';
import type { PlatformConnection, SpendAdapter } from '../../ad-platforms/adapter.ts';
import { unreadable } from '../../ad-platforms/spend/spend-not-read.ts';
import { daysToRead, lastDays, SPEND_WINDOWS } from './days-to-read.ts';
import { type SpendFailure, spendFailure } from './spend-failure.ts';

export type SyncDeps = {
  readonly store: Pick<SpendStore, 'replaceSpend' | 'noteSpendProblem' | 'readSpendDays'>;
  readonly adapters: Readonly<Record<Integration['platform'], SpendAdapter>>;
  /** Opens an integration. Throws CredentialsUnreadable. */
  readonly connections: { of(integration: Integration): PlatformConnection };
  /** Epoch milliseconds. */
  readonly now: () => number;
};

type Sync = {
  readonly integration: Integration;
  /** The account whose ads cost something, as the platform numbers it. */
  readonly account: string;
  /** How many days of the account, today included; null for those that are due. */
  readonly days: number | null;
  /** Told how many rows have come so far. */
  readonly tell?: (rows: number) => void;
};

/** What became of a reading. */
export type SpendSynced =
  | {
      readonly kind: 'read';
      readonly source: SpendSource;
      readonly days: CalendarDays;
      readonly replaced: SpendReplaced;
    }
  | { readonly kind: 'failed'; readonly failure: SpendFailure }
  /** Another reading of the account has begun since, or its integration is gone. */
  | { readonly kind: 'overtaken' }
  /** The signal came. */
  | { readonly kind: 'stopped' };

/**
 * Reads what the ads of an account cost on its last days, in the place of what was read of them before: all or nothing. Why
 * it could not is noted beside what was read before.
 */
export async function syncAccount(deps: SyncDeps, sync: Sync, signal: AbortSignal): Promise<SpendSynced> {
  const { store, now } = deps;
  const { integration, account } = sync;
  const { id, project, platform } = integration;
  const source: SpendSource = { project, platform, integration: id, account, timeZone: null };
  const at = now();
  try {
    return await read(deps, { ...sync, source, at }, signal);
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    if (error instanceof SpendImportEnded) return { kind: 'overtaken' };
    const failure = spendFailure(error);
    const { code, message } = failure;
    await store.noteSpendProblem(source, { code, message, at });
    return { kind: 'failed', failure };
  }
}

async function read(
  { store, adapters, connections }: SyncDeps,
  { integration, source, at, ...sync }: Sync & { readonly source: SpendSource; readonly at: number },
  signal: AbortSignal,
): Promise<SpendSynced> {
  const adapter = adapters[integration.platform];
  const connection = connections.of(integration);
  const account = await adapter.spendAccount(connection, source.account, signal);
  const known = { ...source, timeZone: zoneThatExists(account.timeZone) };
  const days = sync.days === null ? await daysDue(store, known, at) : lastDays(sync.days, known.timeZone, at);
  const rows = adapter.spend({ connection, account }, days, signal);
  const replaced = await store.replaceSpend(
    known,
    { days, now: at },
    checked(rows, { days, tell: sync.tell }),
  );
  return { kind: 'read', source: known, days, replaced };
}

/** A zone that this machine does not know is no zone that days could be told by. */
function zoneThatExists(timeZone: string | null): string | null {
  try {
    if (timeZone !== null) new Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return null;
  }
}

async function daysDue(store: SyncDeps['store'], source: SpendSource, now: number): Promise<CalendarDays> {
  const known = await store.readSpendDays(
    source.project,
    lastDays(SPEND_WINDOWS.first, source.timeZone, now),
  );
  const own = known.filter(
    ({ integration, account }) => integration === source.integration && account === source.account,
  );
  const readAt = new Map(own.map((day) => [day.date, day.readAt]));
  return daysToRead({ timeZone: source.timeZone, readAt }, now);
}

async function* checked(
  rows: AsyncIterable<SpendRow>,
  { days, tell = () => {} }: { readonly days: CalendarDays; readonly tell?: Sync['tell'] },
): AsyncIterable<SpendRow> {
  let count = 0;
  for await (const row of rows) {
    if (row.date < days.first || row.date > days.last)
      throw unreadable(`a row of ${row.date}, where ${days.first} to ${days.last} were asked for`);
    yield row;
    count += 1;
    tell(count);
  }
}
