import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'disk-shim.c');

/** Why the shim cannot be had on this machine; null where it can. */
export function whyNoDiskShim(): string | null {
  const isKnown = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  if (!isKnown)
    return `the disk shim is for Linux on x64 or arm64, this is ${process.platform} ${process.arch}`;
  return spawnSync('gcc', ['--version']).status === 0 ? null : 'there is no gcc to compile the disk shim';
}

export type Disk = {
  /** What the program has to be started with. */
  readonly env: Readonly<Record<string, string>>;
  /** What would be left if power failed now. */
  readonly image: string;
  /** From now on every write fails with this errno. */
  fail(errno: number): void;
  /** From now on no write comes back. */
  stall(): void;
  repair(): void;
};

/** Errors of disks, as Linux counts them. */
export const ERRNO = { EIO: 5, ENOSPC: 28, EROFS: 30 } as const;

/** A disk below `folder` that keeps its durable image, and fails on demand. `place` holds what that needs. */
export function openDisk(folder: string, place: string): Disk {
  mkdirSync(place, { recursive: true });
  const shim = join(place, 'disk-shim.so');
  const compiled = spawnSync('gcc', [
    '-shared',
    '-fPIC',
    '-O2',
    '-Wall',
    '-Werror',
    '-o',
    shim,
    SOURCE,
    '-ldl',
  ]);
  if (compiled.status !== 0) throw new Error(`gcc: ${compiled.stderr}`);
  const image = join(place, 'image');
  mkdirSync(image, { recursive: true });
  const fault = join(place, 'fault');
  return {
    env: { LD_PRELOAD: shim, DISK_FOLDER: realpathSync(folder), DISK_IMAGE: image, DISK_FAULT: fault },
    image,
    fail: (errno) => writeFileSync(fault, String(errno)),
    stall: () => writeFileSync(fault, '0'),
    repair: () => rmSync(fault, { force: true }),
  };
}
