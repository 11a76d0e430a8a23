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
  /** Records of user data that a preview could not open. */
  readonly unreadable: () => number;
};

/** Run a command by the rules of erasure, as the operator. */
export async function withErasures<Result>(run: (deps: CommandDeps) => Promise<Result>): Promise<Result> {
  const { secret: place } = readConfig(terminal().env);
  return withControl(async (control) => {
    const secret = await openSecret(place, { control, openEventLog: openStoredEvents });
    const { now } = terminal();
    let unreadable = 0;
    const onUnreadable = () => {
      unreadable += 1;
    };
    const work = openErasureWork({ location: storeLocation(), secret, onUnreadable }, now);
    try {
      return await run({
        ...asOperator(control, now),
        work,
        sealer: createErasureSealer(secret),
        unreadable: () => unreadable,
      });
    } finally {
      await work.close();
    }
  });
}
