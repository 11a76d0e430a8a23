import type { Readable } from 'node:stream';
import type { AccountDeps } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';
import { importRateFile } from './import-rate-file.ts';

type RateImport = {
  readonly project: string;
  /** Opens the file, once it is known that its bringer may. */
  readonly open: () => Readable;
};

/**
 * Stores a CSV file of exchange rates, whole or not at all. How many there are. Admins may.
 * @throws Refused, BadFile
 */
export async function importRates(
  deps: AccountDeps,
  { project: id, open }: RateImport,
): Promise<{ readonly stored: number }> {
  const { accountId, name } = await requireProjectRole(deps, id, 'admin');
  return audited(deps, {
    action: 'import_rates',
    account: accountId,
    project: id,
    subject: id,
    name,
    make: () => importRateFile(open(), { project: id, store: deps.control, now: deps.now() }),
    told: (done) => ({ after: done }),
  });
}
