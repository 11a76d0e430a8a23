import { KEY_EXPIRIES, type KeyExpiry, SCOPES, type Scope } from '@cvq/contract';
import type { KeyRecord } from '@cvq/storage';
import { Command, Option } from 'commander';
import { createKey } from '../accounts/create-key.ts';
import { type KeyRefusal, KeyRefused } from '../accounts/key-refused.ts';
import { ownerAccount } from '../accounts/owner-account.ts';
import { CommandFailed } from './command-failed.ts';
import { parseName } from './parse-name.ts';
import { print } from './print.ts';
import { splitList } from './split-list.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withControl } from './with-stores.ts';

type CreateOptions = {
  name: string;
  scopes: string;
  projects: string;
  expires: KeyExpiry;
  account?: string;
  agencyWide?: boolean;
  json?: boolean;
};

const DEFAULT_SCOPES = SCOPES.filter((scope) => scope.endsWith(':read') && scope !== 'spend:read');

export function keyCommand(): Command {
  const command = new Command('key');
  command
    .command('create')
    .description('Create a secret key. It is printed once.')
    .requiredOption('--name <name>', 'what the key is for', parseName)
    .option('--scopes <list>', `comma-separated, of ${SCOPES.join(', ')}`, DEFAULT_SCOPES.join(','))
    .option('--projects <list>', 'comma-separated project ids, or all', 'all')
    .addOption(
      new Option('--expires <days>', 'days until it expires').choices([...KEY_EXPIRIES]).default('90'),
    )
    .option('--account <id>', 'account that owns it')
    .option('--agency-wide', 'reach every client that the agency has at the moment')
    .option('--json', 'print one JSON object')
    .action(create);
  command.command('list').description('List keys.').option('--json', 'print one JSON array').action(list);
  command
    .command('revoke')
    .description('Revoke a key. The next request with it is refused.')
    .argument('<id>', 'key_…')
    .option('--json', 'print one JSON object')
    .action(revoke);
  return command;
}

async function create(options: CreateOptions): Promise<void> {
  const scopes = parseScopes(options.scopes);
  const { name, expires: expiry, agencyWide = false } = options;
  const projects = options.projects === 'all' ? 'all' : splitList(options.projects);
  if (projects !== 'all' && projects.length === 0) {
    throw new CommandFailed('--projects: give project ids, or all.');
  }
  const { key, token } = await withControl(async (control) => {
    const { id: accountId } = await ownerAccount(control, options.account, terminal().now());
    const request = { accountId, kind: 'secret', name, scopes, projects, agencyWide, expiry } as const;
    return createKey(control, request, terminal().now()).catch(nameOption);
  });
  print(
    { ...describe(key), key: token },
    {
      json: options.json,
      lines: [`Key  ${token}   (secret, shown once)`, `Id   ${key.id}`],
    },
  );
}

/** Which option asked for what was refused. */
const OPTION: Record<KeyRefusal, string> = {
  bad_name: '--name',
  too_many_keys: '--account',
  plan_without_agency_wide: '--agency-wide',
  customer_agency_wide: '--agency-wide',
  agency_wide_and_named: '--projects',
  project_out_of_reach: '--projects',
};

function nameOption(error: unknown): never {
  if (error instanceof KeyRefused) throw new CommandFailed(`${OPTION[error.reason]}: ${error.message}`);
  throw error;
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
  const revoked = await withControl((control) => control.revokeKey(id, terminal().now()));
  if (!revoked) throw new CommandFailed(`There is no active key ${id}.`);
  print({ id, state: 'revoked' }, { json, lines: [`Revoked ${id}.`] });
}

function describe(key: KeyRecord) {
  const { id, kind, name, last4, accountId: account, scopes, projects, agencyWide: agency_wide } = key;
  const expires_at = isoOrNull(key.expiresAt);
  return { id, kind, name, last4, account, scopes, projects, agency_wide, expires_at, state: stateOf(key) };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function stateOf(key: KeyRecord): 'active' | 'revoked' | 'expired' {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= terminal().now() ? 'expired' : 'active';
}

function parseScopes(text: string): Scope[] {
  const names = splitList(text);
  if (names.length === 0) throw new CommandFailed(`--scopes: give at least one of ${SCOPES.join(', ')}.`);
  return names.map((name) => {
    const scope = SCOPES.find((known) => known === name);
    if (scope === undefined)
      throw new CommandFailed(`--scopes: there is no scope ${name}; use ${SCOPES.join(', ')}.`);
    return scope;
  });
}
