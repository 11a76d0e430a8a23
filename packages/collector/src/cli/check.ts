import type { CheckReport } from '@cvq/storage';
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { checkFolder, type FileFinding } from './check-folder.ts';
import { isBrokenPage, isBrokenStore } from './explain-failure.ts';
import { print } from './print.ts';
import { atTerminal, terminal } from './terminal.ts';
import { checkCounters, withControl, withEventLog } from './with-stores.ts';
import { withWritableFolder } from './with-writable-folder.ts';

export function checkCommand(): Command {
  return new Command('check').option('--json', 'print one JSON object').action(check);
}

async function check({ json }: { json?: boolean }): Promise<void> {
  const { dataFolder } = readConfig(terminal().env);
  const { stores, files } = await withWritableFolder(dataFolder, findingsIn);
  const ok = [...stores, ...files].every(({ problems }) => problems.length === 0);
  const lines = [
    ...stores.flatMap(({ store, problems }) => linesOf(store, problems, 'ok')),
    ...files.flatMap(({ file, problems, note }) => linesOf(file, problems, note)),
  ];
  print({ ok, stores, files }, { json, lines });
  if (!ok) terminal().exitCode = 1;
}

type Findings = { readonly stores: readonly CheckReport[]; readonly files: readonly FileFinding[] };

/** Everything that is found in a folder, which may be a copy of the one that the environment names: that one is told of. */
async function findingsIn(folder: string): Promise<Findings> {
  const at = terminal();
  const { dataFolder } = readConfig(at.env);
  if (folder === dataFolder) return examineAll(readConfig(at.env));
  const env = { ...at.env, CVQ_DATA: folder };
  const found = await atTerminal({ ...at, env }, () => examineAll(readConfig(env)));
  const told = (problems: readonly string[]) => problems.map((text) => text.replaceAll(folder, dataFolder));
  return {
    stores: found.stores.map((each) => ({ ...each, problems: told(each.problems) })),
    files: found.files.map((each) => ({ ...each, problems: told(each.problems) })),
  };
}

async function examineAll(config: Config): Promise<Findings> {
  // Before the control store is opened, which would put new counters in the place of broken ones.
  const usage = await examine('usage', checkCounters);
  const stores = [
    await examine('control', () => withControl((control) => control.check())),
    await examine('events', () => withEventLog((log) => log.check())),
    usage,
  ];
  return { stores, files: await checkFolder(config) };
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
