import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { giveToOwner, makeDataFolder } from '@cvq/storage';
import { contentHash } from '../edge/content-hash.ts';
import { readGivenFile } from '../files/read-given-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { systemReason } from '../files/system-reason.ts';
import { UnreadableFile } from '../files/unreadable-file.ts';

/** The folder in the data folder that has every script that pages may have pinned. */
export const SCRIPT_FOLDER = 'scripts';

/** The script with everything, and what stands beside it. */
export const SCRIPT_KINDS = ['sdk', 'sdk.extra', 'sdk.consent'] as const;

export type ScriptKind = (typeof SCRIPT_KINDS)[number];

const NAME = /^sdk(?:\.extra|\.consent)?\.([0-9a-f]{16})\.js$/;

/** Many times what a script has. */
const MAX_BYTES = 1024 * 1024;

/** The name of a script that never changes. */
export function pinnedName(kind: ScriptKind, hash: string): string {
  return `${kind}.${hash}.js`;
}

/** Everything in the folder: scripts, what cannot be served and why, and the names of what else is there. */
export type KeptScripts = {
  readonly whole: ReadonlyMap<string, Buffer>;
  readonly broken: ReadonlyMap<string, string>;
  readonly others: readonly string[];
};

/** Looks at every script that was kept. By names as in the data folder, such as `scripts/sdk.0123456789abcdef.js`. */
export function lookThroughKept(dataFolder: string): KeptScripts {
  const whole = new Map<string, Buffer>();
  const broken = new Map<string, string>();
  const others: string[] = [];
  for (const name of namesOfKept(dataFolder, broken)) {
    const path = `${SCRIPT_FOLDER}/${name}`;
    try {
      const content = readKeptScript(dataFolder, name);
      if (content === null) others.push(path);
      else whole.set(path, content);
    } catch (error) {
      broken.set(path, reasonOf(error));
    }
  }
  return { whole, broken, others };
}

function namesOfKept(dataFolder: string, broken: Map<string, string>): readonly string[] {
  const folder = join(dataFolder, SCRIPT_FOLDER);
  try {
    return existsSync(folder) ? readdirSync(folder).toSorted() : [];
  } catch (error) {
    broken.set(SCRIPT_FOLDER, systemReason(error) ?? String(error));
    return [];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  throw error;
}

/**
 * A script as it was kept; null where there is none of that name.
 * @throws UnreadableFile also where the content is another than the name says: a page that pins it must not run that.
 */
export function readKeptScript(dataFolder: string, name: string): Buffer | null {
  const [, hash] = NAME.exec(name) ?? [];
  const file = join(dataFolder, SCRIPT_FOLDER, name);
  if (hash === undefined || !existsSync(file)) return null;
  const content = readGivenFile(file, { atMost: MAX_BYTES });
  if (contentHash(content) === hash) return content;
  throw new UnreadableFile('has another content than the one that its name is made of');
}

/**
 * Keeps a script in the data folder, so that it can be served under its name also by the versions after this one. It
 * gets its name once it is on the disk. One that is there and whole is left alone, and a folder that needs no more may
 * be read-only.
 * @throws StoreUnusable, and errors of the system
 */
export async function keepScript(dataFolder: string, name: string, content: Buffer): Promise<void> {
  if (isKept(dataFolder, name)) return;
  const folder = join(dataFolder, SCRIPT_FOLDER);
  const file = join(folder, name);
  const unfinished = `${file}.${process.pid}`;
  makeDataFolder(folder);
  try {
    giveToOwner(folder);
    await writeFile(unfinished, content, { flush: true });
    giveToOwner(unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(folder);
  syncFolder(dataFolder);
}

function isKept(dataFolder: string, name: string): boolean {
  try {
    return readKeptScript(dataFolder, name) !== null;
  } catch {
    return false;
  }
}
