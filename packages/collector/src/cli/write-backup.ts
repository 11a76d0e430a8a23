import { createWriteStream, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CopyProgress, StoreName } from '@cvq/storage';
import { packTar, type TarSource } from 'modern-tar/fs';
import { syncFolder } from '../files/sync-folder.ts';
import { lookThroughKept } from '../pages/kept-scripts.ts';
import { readSecretFiles, type SecretFiles, secretsMeanwhile } from '../secrets/secret-files.ts';
import { removedWhenKilled } from './removed-when-killed.ts';
import { copyStoreTo } from './with-stores.ts';

type Order = {
  readonly dataFolder: string;
  /** Where the backup is to be; it is not there yet. */
  readonly file: string;
  /** Whether the files with secrets belong to the stores. */
  readonly withSecrets: boolean;
  readonly hear: (progress: CopyProgress) => void;
};

export type Written = {
  /** What is in the file. */
  readonly names: readonly string[];
  /** Scripts that cannot be used any more, and why. */
  readonly leftOut: ReadonlyMap<string, string>;
};

/** The events first: whatever an event of the copy belongs to is then in the copy of the control store. */
const STORES: readonly StoreName[] = ['events', 'control'];

/** Readable by its owner alone, as the secret is. */
const MODE = 0o600;

const NO_SECRETS: SecretFiles = { secret: null, previous: null };

/**
 * Writes the stores, their secret and the scripts that pages may have pinned to a tar file, while a collector may run. The copies are made in a folder beside the file, and
 * removed; the file gets its name once all of it is on the disk.
 * @throws StoreLost, StoreBroken, StoreUnusable, BadSetting, and errors of the system and of the driver
 */
export async function writeBackup({ dataFolder, file, withSecrets, hear }: Order): Promise<Written> {
  const readSecrets = () => (withSecrets ? readSecretFiles(dataFolder) : NO_SECRETS);
  const work = mkdtempSync(`${file}.`);
  const stopRemoving = removedWhenKilled(work);
  try {
    const before = readSecrets();
    const stores = await copyStores(work, hear);
    const secrets = secretSources(secretsMeanwhile(before, readSecrets()));
    const scripts = lookThroughKept(dataFolder);
    const sources = [...stores, ...secrets, ...scriptSources(scripts.whole)];
    if (stores.length > 0) await pack(sources, { draft: join(work, 'backup.tar'), file });
    return { names: sources.map(({ target }) => target), leftOut: scripts.broken };
  } finally {
    stopRemoving();
    rmSync(work, { recursive: true, force: true });
  }
}

async function copyStores(work: string, hear: Order['hear']): Promise<TarSource[]> {
  const sources: TarSource[] = [];
  for (const store of STORES) {
    const target = `${store}.db`;
    const to = join(work, target);
    if (await copyStoreTo(to, { store, hear }))
      sources.push({ type: 'file', source: to, target, mode: MODE });
  }
  return sources;
}

function secretSources({ secret, previous }: SecretFiles): TarSource[] {
  const files = { secret, 'secret.previous': previous };
  return Object.entries(files).flatMap(([target, content]) =>
    content === null ? [] : [{ type: 'content', content, target, mode: MODE }],
  );
}

function scriptSources(scripts: ReadonlyMap<string, Buffer>): TarSource[] {
  return [...scripts].map(([target, content]) => ({ type: 'content', content, target, mode: MODE }));
}

async function pack(
  sources: readonly TarSource[],
  { draft, file }: { readonly draft: string; readonly file: string },
): Promise<void> {
  await pipeline(packTar(sources), createWriteStream(draft, { mode: MODE, flush: true }));
  giveName(draft, file);
  syncFolder(dirname(file));
}

/** A link fails where the name has been taken meanwhile. Some disks have none. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(String((error as NodeJS.ErrnoException).code)))
      throw error;
    renameSync(draft, file);
  }
}
