import { existsSync, statSync } from 'node:fs';
import type { CheckReport } from '@cvq/storage';
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { checkFolder, type FileFinding, isLookedInto } from './check-folder.ts';
import { CommandFailed } from './command-failed.ts';
import { explainFailure } from './explain-failure.ts';
import { print } from './print.ts';
import { atTerminal, terminal } from './terminal.ts';
import { checkCounters, checkStoredIn } from './with-stores.ts';
import { type UnreadFiles, withWritableFolder } from './with-writable-folder.ts';

export function checkCommand(): Command {
  return new Command('check').option('--json', 'print one JSON object').action(check);
}

async function check({ json }: { json?: boolean }): Promise<void> {
  const { dataFolder } = readConfig(terminal().env);
  if (existsSync(dataFolder) && !statSync(dataFolder).isDirectory())
    throw new CommandFailed(`${dataFolder} is no folder. CVQ_DATA names the folder with the files of cvq.`);
  const { stores, files } = await withWritableFolder({ folder: dataFolder, isLookedInto }, findingsIn);
  const ok = [...stores, ...files].every(({ problems }) => problems.length === 0);
  const lines = [
    ...stores.flatMap(({ store, problems, note = '' }) => linesOf(store, problems, note)),
    ...files.flatMap(({ file, problems, note }) => linesOf(file, problems, note)),
  ];
  print({ ok, stores, files }, { json, lines });
  if (!ok) terminal().exitCode = 1;
}

type Findings = { readonly stores: readonly CheckReport[]; readonly files: readonly FileFinding[] };

/** Everything that is found in a folder, which may be a copy of the one that the environment names: that one is told of. */
async function findingsIn(folder: string, unread: UnreadFiles): Promise<Findings> {
  const at = terminal();
  const { dataFolder } = readConfig(at.env);
  if (folder === dataFolder) return examineAll(readConfig(at.env), unread);
  const env = { ...at.env, CVQ_DATA: folder };
  const found = await atTerminal({ ...at, env }, () => examineAll(readConfig(env), unread));
  const told = (problems: readonly string[]) => problems.map((text) => text.replaceAll(folder, dataFolder));
  return {
    stores: found.stores.map((each) => ({ ...each, problems: told(each.problems) })),
    files: found.files.map((each) => ({ ...each, problems: told(each.problems) })),
  };
}

/** Nothing is opened by what would write to it: a backup is to be found by the version that made it as that one left it. */
async function examineAll(config: Config, unread: UnreadFiles): Promise<Findings> {
  const examined = async (store: string, check: () => Promise<CheckReport>): Promise<CheckReport> => {
    // Its log and its mark as well: without them what was committed last would not be seen.
    const [, reason] = [...unread].find(([name]) => name.startsWith(`${store}.`)) ?? [];
    return reason === undefined ? examine(store, check) : { store, problems: [reason] };
  };
  const stores = [
    await examined('control', () => checkStoredIn('control')),
    await examined('events', () => checkStoredIn('events')),
    await examined('usage', checkCounters),
  ];
  return {
    stores: stores.map((each) => ({ ...each, note: each.note ?? '' })),
    files: checkFolder(config, unread),
  };
}

function linesOf(name: string, problems: readonly string[], note: string): string[] {
  return problems.length === 0 ? [`${name}: ${note}`] : problems.map((problem) => `${name}: ${problem}`);
}

/** A store that cannot be looked at is a finding, and no reason to leave the next one unseen. */
async function examine(store: string, check: () => Promise<CheckReport>): Promise<CheckReport> {
  try {
    return await check();
  } catch (error) {
    return { store, problems: [explainFailure(error, terminal().env)] };
  }
}
