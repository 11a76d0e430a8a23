import type { Readable } from 'node:stream';
import type { SpendReplaced } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';
import { importSpendFile } from './import-spend-file.ts';

type SpendImport = {
  readonly project: string;
  /** Opens the file, once it is known that its bringer may. */
  readonly open: () => Readable;
  /** Hears how many lines were read, from time to time. */
  readonly tell?: (lines: number) => void;
};

/**
 * Stores what a CSV file says that ads cost, whole or not at all. Admins may.
 * @throws Refused, BadFile, SpendImportEnded
 */
export async function importSpend(
  deps: AccountDeps,
  { project: id, open, tell = () => {} }: SpendImport,
): Promise<SpendReplaced> {
  const { accountId, name } = await requireProjectRole(deps, id, 'admin');
  return audited(deps, {
    action: 'import_spend',
    account: accountId,
    project: id,
    subject: id,
    name,
    make: () => importSpendFile(open(), { project: id, store: deps.control, now: deps.now(), tell }),
    told: (replaced) => ({ after: replaced }),
  });
}
