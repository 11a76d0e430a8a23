import type { AdPlatform } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import type { AdPlatformAdapter, SpendAdapter } from '../ad-platforms/adapter.ts';
import { openAdapters } from '../ad-platforms/open-adapters.ts';
import { readConfig } from '../config.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { createCredentialSealer, type Sealer } from '../secrets/sealer.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, withControl } from './with-stores.ts';

/** What reading spend from ad platforms works with. */
export type SpendDeps = {
  readonly control: ControlStore;
  readonly adapters: Readonly<Record<AdPlatform, AdPlatformAdapter & SpendAdapter>>;
  /** Of credentials. */
  readonly sealer: Sealer;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** Run a command that asks ad platforms what ads cost. */
export function withSpend<Result>(run: (deps: SpendDeps) => Promise<Result>): Promise<Result> {
  const { secret, platformApis } = readConfig(terminal().env);
  const { now } = terminal();
  return withControl(async (control) => {
    const opened = await openSecret(secret, { control, openEventLog: openStoredEvents });
    const adapters = openAdapters(platformApis, now);
    return run({ control, adapters, sealer: createCredentialSealer(opened), now });
  });
}
