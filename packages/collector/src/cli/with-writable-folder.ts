import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemReason } from '../files/system-reason.ts';
import { SCRIPT_FOLDER } from '../pages/kept-scripts.ts';
import { CommandFailed } from './command-failed.ts';
import { removedWhenKilled } from './removed-when-killed.ts';

type Looking = {
  readonly folder: string;
  /** Of others, such as large ones that somebody has put there, the name alone is needed. */
  readonly isLookedInto: (name: string) => boolean;
};

/** Files that could not be copied, by name, and why. */
export type UnreadFiles = ReadonlyMap<string, string>;

/**
 * Runs something on a folder of stores, or on a copy of it where nothing can be written there: SQLite keeps files beside a
 * database also for reading it. The copy is in the folder of the system for temporary files, and is removed after,
 * also where somebody ends the command: the secret and whatever is known of people is in it.
 * @throws CommandFailed where somebody writes to the folder while it is copied, or the copy cannot be made
 */
export async function withWritableFolder<Result>(
  { folder, isLookedInto }: Looking,
  run: (folder: string, unread: UnreadFiles) => Promise<Result>,
): Promise<Result> {
  if (!isReadOnly(folder)) return run(folder, new Map());
  const copy = makeCopyFolder(folder);
  const stopRemoving = removedWhenKilled(copy);
  try {
    return await run(copy, await copyFiles({ folder, isLookedInto }, copy));
  } finally {
    stopRemoving();
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Only its owner can open it, as it holds a copy of the secret. */
function makeCopyFolder(folder: string): string {
  const place = tmpdir();
  try {
    return mkdtempSync(join(place, 'cvq-check-'));
  } catch (error) {
    throw notCopied({ folder, place, reason: `it ${systemReason(error) ?? 'cannot be used'}` });
  }
}

function notCopied({ folder, place, reason }: Readonly<Record<'folder' | 'place' | 'reason', string>>) {
  return new CommandFailed(
    `${folder} cannot be written, so that it has to be copied, and no copy can be made in ${place}: ${reason}. TMPDIR names the folder for temporary files.`,
  );
}

/** A folder that is not there is made by who opens its stores. */
function isReadOnly(folder: string): boolean {
  return ['.', 'control.db', 'events.db', 'usage.db'].some((name) => {
    try {
      accessSync(join(folder, name), constants.W_OK);
      return false;
    } catch (error) {
      return error instanceof Error && 'code' in error && /^(EROFS|EACCES|EPERM)$/.test(String(error.code));
    }
  });
}

async function copyFiles({ folder, isLookedInto }: Looking, copy: string): Promise<UnreadFiles> {
  const unread = new Map<string, string>();
  const files = filesOf(folder, { copy, unread });
  const state = () =>
    files.map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
  const before = state();
  // What others know of a log in memory is of no use to a copy.
  for (const name of files.filter((each) => !each.endsWith('-shm'))) {
    const reason = whyUnreadable(join(folder, name));
    if (reason !== null) unread.set(name, reason);
    else if (!isLookedInto(name.split('/', 1)[0] as string)) writeFileSync(join(copy, name), '');
    else
      await copyFile(join(folder, name), join(copy, name), constants.COPYFILE_FICLONE).catch(
        tellOfRoom(folder),
      );
  }
  if (`${before}` === `${state()}`) return unread;
  throw new CommandFailed(
    `${folder} cannot be written, and somebody writes to it while it is copied. Run the command where the collector runs, or on a copy of the folder.`,
  );
}

/** The system names the file of the copy, which nobody knows. */
function tellOfRoom(folder: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
    throw notCopied({ folder, place: tmpdir(), reason: 'its disk is full' });
  };
}

/** Names of files as in the folder, such as `control.db`; with a folder of the copy for those that are in one. */
function filesOf(
  folder: string,
  { copy, unread }: { readonly copy: string; readonly unread: Map<string, string> },
) {
  // A link to a file is one, as to who opens it: a store may lie on another disk.
  const isFile = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  const filesIn = (place: string) =>
    readdirSync(join(folder, place))
      .map((name) => `${place}${name}`)
      .filter(isFile);
  const scripts = join(folder, SCRIPT_FOLDER);
  if (!statSync(scripts, { throwIfNoEntry: false })?.isDirectory()) return filesIn('');
  const reason = whyUnreadable(scripts);
  if (reason !== null) unread.set(SCRIPT_FOLDER, reason);
  else mkdirSync(join(copy, SCRIPT_FOLDER));
  return reason === null ? [...filesIn(''), ...filesIn(`${SCRIPT_FOLDER}/`)] : filesIn('');
}

function whyUnreadable(file: string): string | null {
  try {
    accessSync(file, constants.R_OK);
    return null;
  } catch (error) {
    return `${file} ${systemReason(error) ?? 'cannot be read'}.`;
  }
}
