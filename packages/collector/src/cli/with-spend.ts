import { asOperator } from '../accounts/actor.ts';
import { openAdapters } from '../ad-platforms/open-adapters.ts';
import { readConfig } from '../config.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { createCredentialSealer } from '../secrets/sealer.ts';
import type { SpendDeps } from '../spend/sync/sync-spend.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, withControl } from './with-stores.ts';

/** Run a command that asks ad platforms what ads cost. */
export function withSpend<Result>(run: (deps: SpendDeps) => Promise<Result>): Promise<Result> {
  const { secret, platformApis } = readConfig(terminal().env);
  const { now } = terminal();
  return withControl(async (control) => {
    const opened = await openSecret(secret, { control, openEventLog: openStoredEvents });
    const adapters = openAdapters(platformApis, now);
    return run({ ...asOperator(control, now), adapters, sealer: createCredentialSealer(opened) });
  });
}
