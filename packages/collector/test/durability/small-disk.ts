import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';

const MEGABYTES = 24;

/** Why a small disk cannot be mounted on this machine; null where it can. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return `a small disk is a tmpfs of Linux, this is ${process.platform}`;
  const place = mkdtempSync(join(tmpdir(), 'cvq-mount-'));
  try {
    const { status } = mount(place);
    if (status !== 0) return 'mounting a tmpfs is not allowed here';
    spawnSync('umount', [place]);
    return null;
  } finally {
    rmSync(place, { recursive: true });
  }
}

const mount = (place: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', place]);

export type SmallDisk = {
  readonly folder: string;
  /** Take the space that is left, to the last byte. */
  fill(): void;
  empty(): void;
  /** Only while nothing on it is open for writing. */
  makeReadOnly(): void;
};

/** A disk of a few megabytes that is gone after the tests of the file. */
export function mountSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'cvq-small-'));
  const { status, stderr } = mount(folder);
  if (status !== 0) throw new Error(`mount: ${stderr}`);
  untilFileEnds(() => {
    // Also where a collector that was killed has not let go of it yet.
    spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      try {
        // Added at the end: a file that is written anew would give its own room back first.
        appendFileSync(ballast, Buffer.alloc(bavail * bsize));
      } catch (error) {
        // The collector took some of the room meanwhile: the disk is as full as it gets.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(ballast),
    makeReadOnly() {
      const remounted = spawnSync('mount', ['-o', 'remount,ro', folder]);
      if (remounted.status !== 0) throw new Error(`mount: ${remounted.stderr}`);
    },
  };
}
