import { PLAN_CODES, type PlanCode } from '@cvq/contract';
import type { Account, AccountKind } from '@cvq/storage';
import { Command, Option } from 'commander';
import { randomBase62 } from '../keys/base62.ts';
import { CommandFailed } from './command-failed.ts';
import { findAccount } from './find-account.ts';
import { parseName } from './parse-name.ts';
import { print } from './print.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withControl } from './with-stores.ts';

type CreateOptions = { name: string; kind: AccountKind; plan: PlanCode; json?: boolean };
type UpdateOptions = { name?: string; plan?: PlanCode; suspend?: true; resume?: true; json?: boolean };

const planOption = () =>
  new Option('--plan <plan>', 'what it may have: keys, and requests of the read API').choices([
    ...PLAN_CODES,
  ]);

export function accountCommand(): Command {
  const command = new Command('account');
  command
    .command('create')
    .description('Create an account.')
    .requiredOption('--name <name>', 'what to call it', parseName)
    .addOption(new Option('--kind <kind>').choices(['customer', 'agency']).default('customer'))
    .addOption(planOption().default('enterprise'))
    .option('--json', 'print one JSON object')
    .action(create);
  command.command('list').description('List accounts.').option('--json', 'print one JSON array').action(list);
  command
    .command('update')
    .description('Change an account. Its keys stay as they are when it changes to a smaller plan.')
    .argument('<id>', 'acc_…')
    .option('--name <name>', 'what to call it', parseName)
    .addOption(planOption())
    .addOption(new Option('--suspend', 'put its projects out of reach of all keys and people'))
    .addOption(new Option('--resume', 'put them within reach again').conflicts('suspend'))
    .option('--json', 'print one JSON object')
    .action(update);
  return command;
}

async function create({ name, kind, plan, json }: CreateOptions): Promise<void> {
  const account = { id: `acc_${randomBase62(12)}`, kind, name, plan };
  await withControl((control) => control.createAccount(account, terminal().now()));
  tell({ ...account, suspendedAt: null }, json);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const accounts = await withControl((control) => control.listAccounts());
  print(accounts.map(describe), { json, lines: linesOf(accounts) });
}

async function update(id: string, options: UpdateOptions): Promise<void> {
  const { name, plan, suspend, resume, json } = options;
  const change = {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(suspend && { suspendedAt: terminal().now() }),
    ...(resume && { suspendedAt: null }),
  };
  if (Object.keys(change).length === 0) {
    throw new CommandFailed('Nothing to change: give --name, --plan, --suspend or --resume.');
  }
  const account = await withControl(async (control) => {
    await findAccount(control, '<id>', id);
    await control.changeAccount(id, change);
    return findAccount(control, '<id>', id);
  });
  tell(account, json);
}

function tell(account: Account, json: boolean | undefined): void {
  print(describe(account), { json, lines: linesOf([account]) });
}

function describe({ id, kind, name, plan, suspendedAt }: Account) {
  return { id, kind, name, plan, state: suspendedAt === null ? 'active' : 'suspended' };
}

function linesOf(accounts: readonly Account[]): readonly string[] {
  const rows = accounts.map(describe).map(({ id, kind, plan, state, name }) => [id, kind, plan, state, name]);
  return tableOf(['ACCOUNT', 'KIND', 'PLAN', 'STATE', 'NAME'], rows);
}
