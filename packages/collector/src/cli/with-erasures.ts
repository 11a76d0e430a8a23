import { asOperator } from '../accounts/actor.ts';
import { readConfig } from '../config.ts';
import type { EraseDeps } from '../erasure/erase-person.ts';
import { type ErasureWork, openErasureWork } from '../erasure/erasure-work.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { createErasureSealer, type Sealer } from '../secrets/sealer.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, storeLocation, withControl } from './with-stores.ts';

type CommandDeps = EraseDeps & {
  readonly work: ErasureWork;
  readonly sealer: Sealer;
};

/** Run a command by the rules of erasure, as the operator. */
export async function withErasures<Result>(run: (deps: CommandDeps) => Promise<Result>): Promise<Result> {
  const { secret: place } = readConfig(terminal().env);
  return withControl(async (control) => {
    const secret = await openSecret(place, { control, openEventLog: openStoredEvents });
    const { now } = terminal();
    const work = openErasureWork({ location: storeLocation(), secret }, now);
    try {
      return await run({ ...asOperator(control, now), work, sealer: createErasureSealer(secret) });
    } finally {
      await work.close();
    }
  });
}
