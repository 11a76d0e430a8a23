import type { CheckReport } from '@cvq/storage';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { checkFolder } from './check-folder.ts';
import { isBrokenPage, isBrokenStore } from './explain-failure.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { checkCounters, withControl, withEventLog } from './with-stores.ts';

export function checkCommand(): Command {
  return new Command('check').option('--json', 'print one JSON object').action(check);
}

async function check({ json }: { json?: boolean }): Promise<void> {
  const config = readConfig(terminal().env);
  // Before the control store is opened, which would put new counters in the place of broken ones.
  const usage = await examine('usage', checkCounters);
  const stores = [
    await examine('control', () => withControl((control) => control.check())),
    await examine('events', () => withEventLog((log) => log.check())),
    usage,
  ];
  const files = await checkFolder(config);
  const ok = [...stores, ...files].every(({ problems }) => problems.length === 0);
  const lines = [
    ...stores.flatMap(({ store, problems }) => linesOf(store, problems, 'ok')),
    ...files.flatMap(({ file, problems, note }) => linesOf(file, problems, note)),
  ];
  print({ ok, stores, files }, { json, lines });
  if (!ok) terminal().exitCode = 1;
}

function linesOf(name: string, problems: readonly string[], note: string): string[] {
  return problems.length === 0 ? [`${name}: ${note}`] : problems.map((problem) => `${name}: ${problem}`);
}

/** A store too broken to be opened is a finding, and no reason to leave the next one unseen. */
async function examine(store: string, check: () => Promise<CheckReport>): Promise<CheckReport> {
  try {
    return await check();
  } catch (error) {
    if (isBrokenStore(error)) return { store, problems: [error.message] };
    if (isBrokenPage(error)) return { store, problems: [`${error.message}. Restore it from a backup.`] };
    throw error;
  }
}
