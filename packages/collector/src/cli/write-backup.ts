import { createWriteStream, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CopyProgress, StoreName } from '@cvq/storage';
import { packTar, type TarSource } from 'modern-tar/fs';
import { syncFolder } from '../files/sync-folder.ts';
import { lookThroughKept } from '../pages/kept-scripts.ts';
import { readSecretFiles, type SecretFiles, secretsMeanwhile } from '../secrets/secret-files.ts';
import { removedWhenKilled } from './removed-when-killed.ts';
import { copyStoreTo, needSecret, readCanaryIn } from './with-stores.ts';

type Order = {
  readonly dataFolder: string;
  /** Where the backup is to be; it is not there yet. */
  readonly file: string;
  /** Whether a setting has the secret. Files with secrets are taken along also then: the setting may be another one. */
  readonly isSecretGiven: boolean;
  readonly hear: (progress: CopyProgress) => void;
};

type Written = {
  /** What is in the file. */
  readonly names: readonly string[];
  /** Scripts that cannot be used any more, and why. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** Of the copied control store, what proves the installation's secret: null where nothing does, or why it cannot be read. */
  readonly canary: string | null | Error;
  /** Whether anything in the copies was sealed. */
  readonly holdsSealed: boolean;
  readonly packed: SecretFiles;
};

/** The events first: whatever an event of the copy belongs to is then in the copy of the control store. */
const STORES: readonly StoreName[] = ['events', 'control'];

/** Readable by its owner alone, as the secret is. */
const MODE = 0o600;

/**
 * Writes the stores, their secret and the scripts that pages may have pinned to a tar file, while a collector may run. The copies
 * are made in a folder beside the file, and removed; the file gets its name once all of it is on the disk.
 * @throws StoreLost, StoreBroken, StoreUnusable, BadSetting, and errors of the system and of the driver
 */
export async function writeBackup({ dataFolder, file, isSecretGiven, hear }: Order): Promise<Written> {
  const readSecrets = () => readSecretFiles(dataFolder, { areUsed: !isSecretGiven });
  const work = mkdtempSync(`${file}.`);
  const stopRemoving = removedWhenKilled(work);
  try {
    const before = readSecrets();
    const stores = await copyStores(work, hear);
    const packed = secretsMeanwhile(before, readSecrets());
    const scripts = lookThroughKept(dataFolder);
    const sources = [...stores, ...secretSources(packed), ...scriptSources(scripts.whole)];
    if (stores.length > 0) await pack(sources, { draft: join(work, 'backup.tar'), file });
    const names = sources.map(({ target }) => target);
    return { names, leftOut: scripts.broken, canary: canaryIn(work), holdsSealed: needSecret(work), packed };
  } finally {
    stopRemoving();
    rmSync(work, { recursive: true, force: true });
  }
}

/** A store that this version cannot read is copied as it is. */
function canaryIn(folder: string): string | null | Error {
  try {
    return readCanaryIn(folder);
  } catch (error) {
    return error as Error;
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
