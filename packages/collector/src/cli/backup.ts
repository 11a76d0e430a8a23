import { lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { systemReason } from '../files/system-reason.ts';
import { SCRIPT_FOLDER } from '../pages/kept-scripts.ts';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { printable } from './printable.ts';
import { secretOfBackup } from './secret-of-backup.ts';
import { showProgress } from './show-progress.ts';
import { terminal } from './terminal.ts';
import { writeBackup } from './write-backup.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .argument('<file>', 'a new file, such as cvq.tar')
    .option('--json', 'print one JSON object')
    .action(backUp);
}

async function backUp(file: string, { json }: { json?: boolean }): Promise<void> {
  const { dataFolder, secret } = readConfig(terminal().env);
  refuseTaken(file);
  const progress = showProgress();
  const { names, leftOut, ...copied } = await writeBackup({
    dataFolder,
    file,
    isSecretGiven: secret.given !== null,
    hear: ({ store, done }) => progress.show(`Copying ${store}.db: ${Math.floor(done * 100)} %`),
  })
    .finally(progress.clear)
    .catch((error: unknown) => explainDisk(error, file));
  if (!names.includes('control.db'))
    throw new CommandFailed(
      `There are no stores in ${dataFolder}, so that nothing was backed up. CVQ_DATA names the folder.`,
    );
  const bytes = statSync(file).size;
  const { isKnown, words } = secretOfBackup(secret, copied);
  const lines = [
    `${file} has ${contentOf(names)}: ${(bytes / 1e6).toFixed(1)} MB.`,
    ...(isKnown ? [words] : []),
    ...[...leftOut].map(([name, reason]) => `${name} is not in it: it ${reason}.`),
    `To restore it: mkdir data && tar -xf ${inShell(resolve(file))} -C data && CVQ_DATA=data cvq check`,
  ];
  print({ file, bytes, names, left_out: [...leftOut.keys()] }, { json, lines });
  if (isKnown) return;
  terminal().stderr.write(`cvq: ${printable(file)} was written, but ${words}\n`);
  terminal().exitCode = 1;
}

/** The scripts have a number: there is one more with each version. */
function contentOf(names: readonly string[]): string {
  const others = names.filter((name) => !name.startsWith(`${SCRIPT_FOLDER}/`));
  const scripts = names.length - others.length;
  return [...others, ...(scripts === 0 ? [] : [`scripts/ (${scripts})`])].join(', ');
}

function refuseTaken(file: string): void {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  } catch (error) {
    explainDisk(error, file);
  }
  throw isThere(file);
}

function isThere(file: string): CommandFailed {
  return new CommandFailed(`${file} is there already. Remove it, or name another file.`);
}

/** As a shell reads it as one word. */
function inShell(path: string): string {
  return /^[\w./:+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Explains an error at the place that the backup is written to. Errors in the data folder explain themselves. */
function explainDisk(error: unknown, file: string): never {
  if (isOfOtherFile(error, file)) throw error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EEXIST') throw isThere(file);
  const isFull = /^SQLITE_FULL$|^ENOSPC$/.test(code);
  const reason = isFull ? `${CANNOT}the disk is full` : systemReason(error);
  if (reason === null && !/^SQLITE_(CANTOPEN|IOERR)/.test(code)) throw error;
  const room = 'It takes up to twice the room of the stores there, half of it until it is done.';
  const why = reason === null ? (error as Error).message : ofNewFile(reason, code);
  throw new CommandFailed(`${file} ${CANNOT}${why}. ${isFull ? room : `Look at ${dirname(file)}.`}`);
}

const CANNOT = 'cannot be written: ';

/** What the system said of a file that is to be made: what is missing or closed is its folder. */
function ofNewFile(reason: string, code: string): string {
  if (reason.startsWith(CANNOT)) return reason.slice(CANNOT.length);
  return `${/^(ENOENT|EACCES|EPERM)$/.test(code) ? 'its folder' : 'it'} ${reason}`;
}

/** The drafts of a backup begin with its own name. */
function isOfOtherFile(error: unknown, file: string): boolean {
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof path === 'string' && !path.startsWith(file);
}
