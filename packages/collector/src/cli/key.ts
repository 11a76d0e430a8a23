import { DEFAULT_SCOPES, KEY_EXPIRIES, SCOPES } from '@cvq/contract';
import type { KeyRecord } from '@cvq/storage';
import { Command, Option } from 'commander';
import { createKey, keyState, revokeKey } from '../accounts/keys.ts';
import { isoOrNull } from '../iso-or-null.ts';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { splitList } from './split-list.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withAccounts, withControl } from './with-stores.ts';

type CreateOptions = {
  name: string;
  scopes: string;
  projects: string;
  expires: string;
  account?: string;
  agencyWide?: boolean;
  json?: boolean;
};

export function keyCommand(): Command {
  const command = new Command('key');
  command
    .command('create')
    .description('Create a secret key. It is printed once.')
    .requiredOption('--name <name>', 'purpose of the key')
    .option('--scopes <list>', `comma-separated, of ${SCOPES.join(', ')}`, DEFAULT_SCOPES.join(','))
    .option('--projects <list>', 'comma-separated project ids, or all', 'all')
    .addOption(
      new Option('--expires <days>', 'days until it expires').choices([...KEY_EXPIRIES]).default('90'),
    )
    .option('--account <id>', 'account that owns it (default: the first account)')
    .option('--agency-wide', 'give access to the projects of every client of the agency, also of later ones')
    .option('--json', 'print one JSON object')
    .action(create);
  command.command('list').description('List keys.').option('--json', 'print one JSON array').action(list);
  command
    .command('revoke')
    .description('Revoke a key. The next request with it is refused.')
    .argument('<key>', 'key_…')
    .option('--json', 'print one JSON object')
    .action(revoke);
  return command;
}

async function create({ json, ...given }: CreateOptions): Promise<void> {
  const { name, expires: expiry, account: accountId, agencyWide = false } = given;
  const scopes = splitList(given.scopes);
  if (scopes.length === 0) {
    throw new CommandFailed(`--scopes: The list is empty. Use one or more of ${SCOPES.join(', ')}.`);
  }
  const projects = given.projects === 'all' ? 'all' : splitList(given.projects);
  const { key, token } = await withAccounts((deps) =>
    createKey(deps, { accountId, kind: 'secret', name, scopes, projects, agencyWide, expiry }),
  );
  const lines = [`Key  ${token}   (secret, shown once)`, `Id   ${key.id}`];
  const ifLost = `Key ${key.id} has been created, and nobody can read it any more. Revoke it, and create another: cvq key revoke ${key.id}`;
  print({ ...describe(key), key: token }, { json, lines, ifLost });
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const keys = await withControl((control) => control.listKeys());
  const described = keys.map((key) => ({ ...describe(key), last_used_at: isoOrNull(key.lastUsedAt) }));
  print(described, {
    json,
    lines: tableOf(
      ['KEY', 'ENDS IN', 'KIND', 'STATE', 'NAME'],
      described.map(({ id, last4, kind, state, name }) => [id, `…${last4}`, kind, state, name]),
    ),
  });
}

async function revoke(id: string, { json }: { json?: boolean }): Promise<void> {
  await withAccounts((deps) => revokeKey(deps, id));
  print({ id, state: 'revoked' }, { json, lines: [`Revoked ${id}.`] });
}

function describe(key: KeyRecord) {
  const { id, kind, name, last4, accountId: account, scopes, projects, agencyWide: agency_wide } = key;
  const expires_at = isoOrNull(key.expiresAt);
  return {
    id,
    kind,
    name,
    last4,
    account,
    scopes,
    projects,
    agency_wide,
    expires_at,
    state: keyState(key, terminal().now()),
  };
}
