import { openSync, readSync, type Stats, statSync } from 'node:fs';
import { type StoreLoss, StoreMoved } from '../store-errors.ts';
import { DATABASE_ENDS } from './set-aside.ts';
import { readWalIndex, type WalIndex } from './wal-index.ts';

/** A database is at least one page, and no page is smaller. */
const SMALLEST_BYTES = 512;
/** Of the log: its own header, and that of each frame. */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALTS_OF_LOG = 16;
/** While others write, what was read of two files may not belong together. */
const MOST_TRIES = 5;

type Watched = { readonly path: string; readonly dev: number; readonly ino: number };
type Fds = { readonly log: number; readonly index: number };
/** What a database file was like when it was last looked at. */
type Seen = { readonly mtimeMs: number; readonly size: number; readonly checkpoint: string };
type Damage = { readonly path: string; readonly what: StoreLoss };

/**
 * Watches the files of one open database: that they are still those in the folder, and that nobody but SQLite writes them.
 * The descriptors that it reads by are never closed: that would take the locks of this process from the database.
 */
export class WatchedStore {
  readonly #files: readonly Watched[];
  readonly #fds: Fds | null;
  #seen: Seen | null = null;
  #damage: StoreMoved | null = null;

  /** To be made while the database is open. */
  constructor(file: string) {
    this.#files = DATABASE_ENDS.flatMap((end) => {
      const path = file + end;
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined && end === '') throw new StoreMoved(path, 'removed');
      // A database without any writing may have no log yet.
      return found === undefined ? [] : [{ path, dev: found.dev, ino: found.ino }];
    });
    const isWhole = this.#files.length === DATABASE_ENDS.length;
    this.#fds = isWhole ? { log: openSync(`${file}-wal`, 'r'), index: openSync(`${file}-shm`, 'r') } : null;
    this.requireInPlace();
  }

  /**
   * Six calls of the system, 30 µs together. What was moved may come back; what was written over stays damaged.
   * @throws StoreMoved
   */
  requireInPlace(): void {
    if (this.#damage !== null) throw this.#damage;
    const damage = this.#findDamage();
    if (damage === null) return;
    this.#damage = new StoreMoved(damage.path, damage.what);
    throw this.#damage;
  }

  #findDamage(): Damage | null {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // Before the files: what a checkpoint has written, the index tells of afterwards.
      const index = this.#index();
      const [database, log] = this.#files.map(requireSame) as [Stats, Stats?];
      const damage = this.#damageOf({ database, log }, index);
      if (damage === null || index === null || isSame(index, this.#index())) return damage;
    }
    // Others write without a pause: the next look tells.
    return null;
  }

  #index(): WalIndex | null {
    return this.#fds === null ? null : readWalIndex(this.#fds.index);
  }

  #damageOf(found: { database: Stats; log?: Stats | undefined }, index: WalIndex | null): Damage | null {
    const [database, log] = this.#files as [Watched, Watched?];
    if (found.database.size < SMALLEST_BYTES) return { path: database.path, what: 'emptied' };
    if (index === null || this.#fds === null || found.log === undefined || log === undefined) return null;
    const ofLog = damageOfLog(this.#fds.log, found.log.size, index);
    if (ofLog !== null) return { path: log.path, what: ofLog };
    return this.#isWrittenBySqlite(found.database, index)
      ? null
      : { path: database.path, what: 'overwritten' };
  }

  /** Only a checkpoint writes the database, and the index tells of each. */
  #isWrittenBySqlite({ size, mtimeMs }: Stats, { checkpoint, isCheckpointing }: WalIndex): boolean {
    const seen = this.#seen;
    const isUnwritten = seen !== null && size === seen.size && mtimeMs === seen.mtimeMs;
    if (checkpoint === seen?.checkpoint && !isCheckpointing) return isUnwritten;
    this.#seen = { size, mtimeMs, checkpoint };
    return true;
  }
}

/** @throws StoreMoved */
function requireSame({ path, dev, ino }: Watched): Stats {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new StoreMoved(path, 'removed');
  if (found.ino !== ino || found.dev !== dev) throw new StoreMoved(path, 'replaced');
  return found;
}

function isSame(index: WalIndex, since: WalIndex | null): boolean {
  return since !== null && since.frames === index.frames && since.checkpoint === index.checkpoint;
}

/** Whether a log of this size holds what the index says: its last frame, by its checksum, and no less. */
function damageOfLog(
  fd: number,
  size: number,
  { frames, pageBytes, salts, checksum }: WalIndex,
): StoreLoss | null {
  if (frames === 0) return null;
  const lastFrame = LOG_HEADER_BYTES + (frames - 1) * (FRAME_HEADER_BYTES + pageBytes);
  if (size === 0) return 'emptied';
  if (size < lastFrame + FRAME_HEADER_BYTES + pageBytes) return 'cut short';
  const last = read(fd, lastFrame, FRAME_HEADER_BYTES);
  const isWhole =
    read(fd, SALTS_OF_LOG, salts.length).equals(salts) &&
    last.subarray(8, 16).equals(salts) &&
    last.readUInt32BE(16) === checksum[0] &&
    last.readUInt32BE(20) === checksum[1];
  return isWhole ? null : 'overwritten';
}

function read(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(fd, bytes, 0, length, position);
  return bytes;
}
