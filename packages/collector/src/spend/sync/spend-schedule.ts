import { HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import type { Integration, SpendStore } from '@cvq/storage';
import { throttledUntil } from '../../ad-platforms/forwarding/settle.ts';
import { spendAccountOf } from '../../ad-platforms/spend/spend-account-of.ts';
import type { Log } from '../../log.ts';
import type { SpendFailure } from './spend-failure.ts';
import { type SpendSynced, type SyncDeps, syncAccount } from './sync-account.ts';
import { whyNotRead } from './why-not-read.ts';

type ScheduleDeps = SyncDeps & {
  readonly store: SyncDeps['store'] & Pick<SpendStore, 'listSpendReadings'>;
  readonly control: { listIntegrations(): Promise<Integration[]> };
  readonly log: Log;
  /** From one reading of an account to the next. */
  readonly everyMs: number;
};

/** After each failure in a row until the next try, if the usual time is not sooner. */
export const SPEND_RETRY_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS] as const;

/** An account that was tried without success. Times in epoch milliseconds. */
type Wait = {
  readonly failures: number;
  readonly triedAt: number;
  readonly until: number;
  /** Of the credentials, after the try: with others it is tried anew. */
  readonly version: number | null;
  /** What was logged last. */
  readonly code: string | null;
};

type Due = { readonly integration: Integration; readonly account: string; readonly dueAt: number };

/**
 * When which account is read: every few hours, one account after the other, with growing pauses after failures. It keeps in
 * memory only what a start may forget; when an account was read is in the store, where a command may have read it as well.
 */
export class SpendSchedule {
  readonly #deps: ScheduleDeps;
  readonly #waits = new Map<string, Wait>();

  constructor(deps: ScheduleDeps) {
    this.#deps = deps;
  }

  /** Reads all that is due. When the next is, in epoch milliseconds; null where nothing is to be read. */
  async turn(signal: AbortSignal): Promise<number | null> {
    const { now } = this.#deps;
    for (;;) {
      const next = await this.#next();
      if (next === null || next.dueAt > now() || signal.aborted) return next?.dueAt ?? null;
      const synced = await syncAccount(this.#deps, { ...next, days: null }, signal);
      if (synced.kind === 'stopped') return null;
      await this.#note(next, synced);
    }
  }

  async #next(): Promise<Due | null> {
    const { control, store } = this.#deps;
    const integrations = await control.listIntegrations();
    const readings = await store.listSpendReadings();
    const readAt = new Map(readings.map((each) => [keyOf(each), each.readAt]));
    const due = integrations.flatMap((integration): Due[] => {
      const account = spendAccountOf(integration);
      if (account === null || whyNotRead(integration) !== null) return [];
      const key = keyOf({ integration: integration.id, account });
      return [{ integration, account, dueAt: this.#dueAt(key, integration, readAt.get(key) ?? null) }];
    });
    return due.toSorted((one, other) => one.dueAt - other.dueAt)[0] ?? null;
  }

  #dueAt(key: string, { credentialsVersion }: Integration, readAt: number | null): number {
    const { now, everyMs } = this.#deps;
    // A clock that was ahead and is set right must not keep an account from being read.
    const usual = readAt === null ? 0 : Math.min(readAt, now()) + everyMs;
    const wait = this.#waits.get(key);
    if (wait === undefined) return usual;
    if (readAt !== null && readAt > wait.triedAt) {
      // A command has read it meanwhile.
      this.#waits.delete(key);
      return usual;
    }
    return wait.version === null || wait.version === credentialsVersion ? wait.until : 0;
  }

  async #note(
    { integration, account }: Due,
    synced: Exclude<SpendSynced, { kind: 'stopped' }>,
  ): Promise<void> {
    const { now, log, everyMs, control } = this.#deps;
    const { id, platform } = integration;
    const key = keyOf({ integration: id, account });
    const before = this.#waits.get(key);
    const at = now();
    if (synced.kind === 'read') {
      this.#waits.delete(key);
      if (before?.code != null)
        log.info({ platform, integration: id }, 'What ads cost can be read again from an ad platform');
      return;
    }
    const failures = (before?.failures ?? 0) + 1;
    const pause = Math.min(SPEND_RETRY_MS[failures - 1] ?? everyMs, everyMs);
    const failure = synced.kind === 'failed' ? synced.failure : null;
    const until = Math.max(at + pause, failure?.throttled ? throttledUntil(failure.throttled, at) : 0);
    // A platform may have replaced a token meanwhile, which is no reason to try again.
    const found = (await control.listIntegrations()).find((each) => each.id === id);
    const version = found?.credentialsVersion ?? null;
    if (failure !== null && failure.code !== before?.code) this.#tell(integration, failure);
    this.#waits.set(key, {
      failures,
      triedAt: at,
      until,
      version,
      code: failure?.code ?? before?.code ?? null,
    });
  }

  #tell({ id, project, platform }: Integration, { code, status, figure, fault }: SpendFailure): void {
    const { log } = this.#deps;
    const about = { platform, integration: id, code, status, ...figure };
    if (fault !== null) log.error({ ...about, err: fault }, 'What ads cost could not be read');
    else
      log.warn(
        about,
        `An ad platform did not tell what ads cost; what it told before stays. cvq spend list --project ${project} says why; cvq spend sync tries again at once`,
      );
  }
}

function keyOf({ integration, account }: { integration: string | null; account: string }): string {
  return `${integration} ${account}`;
}
