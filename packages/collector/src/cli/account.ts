import { PLAN_CODES } from '@cvq/contract';
import type { Account } from '@cvq/storage';
import { Command, Option } from 'commander';
import { changeAccount, createAccount } from '../accounts/accounts.ts';
import { print } from './print.ts';
import { tableOf } from './table-of.ts';
import { withAccounts, withControl } from './with-stores.ts';

type CreateOptions = { name: string; kind: string; plan: string; json?: boolean };
type UpdateOptions = { name?: string; plan?: string; suspend?: true; resume?: true; json?: boolean };

const planOption = () =>
  new Option('--plan <plan>', 'sets how many keys, and how many requests of the read API').choices([
    ...PLAN_CODES,
  ]);

export function accountCommand(): Command {
  const command = new Command('account');
  command
    .command('create')
    .description('Create an account.')
    .requiredOption('--name <name>', 'name of the account')
    .addOption(new Option('--kind <kind>').choices(['customer', 'agency']).default('customer'))
    .addOption(planOption().default('enterprise'))
    .option('--json', 'print one JSON object')
    .action(create);
  command.command('list').description('List accounts.').option('--json', 'print one JSON array').action(list);
  command
    .command('update')
    .description('Change an account. A smaller plan does not revoke its keys.')
    .argument('<account>', 'acc_…')
    .option('--name <name>', 'name of the account')
    .addOption(planOption())
    .addOption(
      new Option(
        '--suspend',
        'let no secret key and nobody read its projects; their events are stored still',
      ),
    )
    .addOption(new Option('--resume', 'end the suspension').conflicts('suspend'))
    .option('--json', 'print one JSON object')
    .action(update);
  return command;
}

async function create({ json, ...given }: CreateOptions): Promise<void> {
  printAccount(await withAccounts((deps) => createAccount(deps, given)), json);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const accounts = await withControl((control) => control.listAccounts());
  print(accounts.map(describe), { json, lines: linesOf(accounts) });
}

async function update(id: string, { suspend, resume, json, ...change }: UpdateOptions): Promise<void> {
  const suspended = suspend === undefined && resume === undefined ? {} : { suspended: suspend === true };
  printAccount(await withAccounts((deps) => changeAccount(deps, id, { ...change, ...suspended })), json);
}

function printAccount(account: Account, json: boolean | undefined): void {
  print(describe(account), { json, lines: linesOf([account]) });
}

function describe({ id, kind, name, plan, suspendedAt }: Account) {
  return { id, kind, name, plan, state: suspendedAt === null ? 'active' : 'suspended' };
}

function linesOf(accounts: readonly Account[]): readonly string[] {
  const rows = accounts.map(describe).map(({ id, kind, plan, state, name }) => [id, kind, plan, state, name]);
  return tableOf(['ACCOUNT', 'KIND', 'PLAN', 'STATE', 'NAME'], rows);
}
