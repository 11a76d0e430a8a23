import { openSync, readSync, type Stats, statSync } from 'node:fs';
import { type StoreLoss, StoreMoved } from '../../store-errors.ts';
import { isOfClearing } from './clearing-mark.ts';
import { DATABASE_ENDS } from './set-aside.ts';
import { isCheckpointing, isSameCheckpoint, isSameIndex, readWalIndex, type WalIndex } from './wal-index.ts';

/** A database is at least one page, and no page is smaller. */
const SMALLEST_BYTES = 512;
/** Of the log: its own header, and that of each frame. */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALTS_OF_LOG = 16;
const BYTES_OF_SALTS = 8;
/** While others write, what was read of two files may not belong together. */
const MOST_TRIES = 5;
/** Writes that follow each other more closely may leave a file with one and the same time. */
const CLOCK_OF_FILES_MS = 1000;

type Watched = { readonly path: string; readonly dev: number; readonly ino: number };
type Fds = { readonly log: number; readonly index: number };
/** What a database file was like when it was last looked at. */
type Seen = { readonly mtimeMs: number; readonly size: number; readonly index: WalIndex };
/** What a log was like that was found whole, and had not been written for longer than the clock of files is slow. */
type WholeLog = { readonly ctimeMs: number; readonly size: number; readonly index: WalIndex };
type Damage = { readonly path: string; readonly what: StoreLoss };

/**
 * Watches the files of one open database: that they are still those in the folder, and that nobody but SQLite writes them.
 * The descriptors that it reads by are never closed: that would take the locks of this process from the database.
 */
export class WatchedStore {
  readonly #files: readonly Watched[];
  readonly #fds: Fds | null;
  readonly #now: () => number;
  #seen: Seen | null = null;
  #wholeLog: WholeLog | null = null;
  #damage: StoreMoved | null = null;

  /** To be made while the database is open. */
  constructor(file: string, now: () => number = Date.now) {
    this.#now = now;
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
   * Six calls of the system, 8 µs together, and four where nothing was written for a while. What was moved may come back;
   * what was written over stays damaged.
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
      if (damage === null || index === null || this.#isStill(index)) return damage;
    }
    // Others write without a pause: the next look tells.
    return null;
  }

  #isStill(index: WalIndex): boolean {
    const since = this.#index();
    return since !== null && isSameIndex(index, since);
  }

  #index(): WalIndex | null {
    return this.#fds === null ? null : readWalIndex(this.#fds.index);
  }

  #damageOf(found: { database: Stats; log?: Stats | undefined }, index: WalIndex | null): Damage | null {
    const [database, log] = this.#files as [Watched, Watched?];
    if (found.database.size < SMALLEST_BYTES) return { path: database.path, what: 'emptied' };
    if (index === null || this.#fds === null || found.log === undefined || log === undefined) return null;
    const ofLog = this.#damageOfLog(this.#fds.log, found.log, index);
    if (ofLog !== null) return { path: log.path, what: ofLog };
    return this.#isWrittenByUs(database.path, found.database, index)
      ? null
      : { path: database.path, what: 'overwritten' };
  }

  /** A log is read, unless it has been whole and nobody has written it since. */
  #damageOfLog(fd: number, { size, ctimeMs }: Stats, index: WalIndex): StoreLoss | null {
    const whole = this.#wholeLog;
    if (whole?.size === size && whole.ctimeMs === ctimeMs && isSameIndex(whole.index, index)) return null;
    const damage = damageOfLog(fd, size, index);
    const isAtRest = damage === null && this.#now() - ctimeMs > CLOCK_OF_FILES_MS;
    this.#wholeLog = isAtRest ? { size, ctimeMs, index } : null;
    return damage;
  }

  /**
   * Only a checkpoint writes the database, and the index tells of each; except for unused bytes that an erasure clears,
   * which marks it.
   */
  #isWrittenByUs(path: string, { size, mtimeMs }: Stats, index: WalIndex): boolean {
    const seen = this.#seen;
    if (seen !== null && isSameCheckpoint(seen.index, index) && !isCheckpointing(index)) {
      if (size !== seen.size) return false;
      if (mtimeMs !== seen.mtimeMs && !isOfClearing(path, mtimeMs)) return false;
    }
    this.#seen = { size, mtimeMs, index };
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
  read(fd, SALTS_OF_LOG, BYTES_OF_SALTS);
  if (!isPairAt(0, salts)) return 'overwritten';
  read(fd, lastFrame, FRAME_HEADER_BYTES);
  return isPairAt(8, salts) && isPairAt(16, checksum) ? null : 'overwritten';
}

/** Reused: every commit reads it several times. */
const bytes = Buffer.alloc(FRAME_HEADER_BYTES);

/** What a file does not have reads as zeros. */
function read(fd: number, position: number, length: number): void {
  bytes.fill(0);
  readSync(fd, bytes, 0, length, position);
}

function isPairAt(at: number, [one, other]: WalIndex['salts']): boolean {
  return bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === other;
}
