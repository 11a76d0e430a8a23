import type { ListedAuditEntry } from '@cvq/contract';
import { Command } from 'commander';
import type { AccountDeps } from '../accounts/actor.ts';
import { readAuditLog } from '../accounts/audit-log.ts';
import { findAccount, findUser } from '../accounts/look-up.ts';
import { auditEntryJson } from '../dashboard-api/audit-entry-json.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import { print } from './print.ts';
import { tableOf } from './table-of.ts';
import { withAccounts } from './with-stores.ts';

type ListOptions = {
  account?: string;
  project?: string;
  action?: string;
  user?: string;
  before?: number;
  limit: number;
  json?: boolean;
};

const MAX_LISTED = 10_000;

export function auditCommand(): Command {
  const command = new Command('audit');
  command
    .command('list')
    .description('List who changed what, the newest first, also what is of no account, such as signing in.')
    .option('--account <id>', 'only what is about this account')
    .option('--project <id>', 'only changes of this project, which may have been deleted')
    .option('--action <name>', 'only this, such as create_key')
    .option(
      '--user <user>',
      'only what this user did: usr_…, also of one who was deleted, or the e-mail address',
    )
    .option(
      '--before <entry>',
      'only what is older than the entry with this id',
      parseWholeNumber(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--limit <count>', 'at most this many', parseWholeNumber(1, MAX_LISTED), 50)
    .option('--json', 'print one JSON array')
    .action(list);
  return command;
}

async function list({ json, user, ...asked }: ListOptions): Promise<void> {
  const entries = await withAccounts(async (deps) => {
    if (asked.account !== undefined) await findAccount(deps, asked.account);
    const userId = user === undefined ? undefined : await idOf(deps, user);
    return readAuditLog(deps, { ...asked, userId });
  });
  const told = entries.map((entry) => auditEntryJson(entry, undefined));
  const headings = ['ENTRY', 'TIME', 'WHO', 'FROM', 'ACCOUNT', 'ACTION', 'WHAT'];
  print(told, { json, lines: tableOf(headings, told.map(cellsOf)) });
}

/** Who was deleted is found by id alone. */
async function idOf(deps: AccountDeps, text: string): Promise<string> {
  return text.startsWith('usr_') ? text : (await findUser(deps, text)).id;
}

function cellsOf({ id, at, actor, surface, network, account, action, subject, outcome }: ListedAuditEntry) {
  return [
    ...[id, at, actor.name ?? actor.kind, network === null ? surface : `${surface}, ${network}`],
    ...[account ?? 'none', outcome === 'done' ? action : `${action} (may not be done)`],
    subject.name ?? subject.id ?? '-',
  ];
}
