import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export type DiskUse = {
  /** Bytes of each file of the stores, write-ahead logs among them. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  /** Bytes that are free on the disk of the data folder. */
  readonly free: number;
};

/** What the stores take on the disk, and what is left there. A file that goes meanwhile is left out. */
export async function diskUse(folder: string): Promise<DiskUse> {
  const names = (await readdir(folder)).filter((name) => /\.db(-wal)?$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const file = await stat(join(folder, name)).catch(() => null);
      return file === null ? [] : [{ name, bytes: file.size }];
    }),
  );
  const { bavail, bsize } = await statfs(folder);
  return { files: found.flat(), free: bavail * bsize };
}
