import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { giveToOwner } from '../give-to-owner.ts';
import { makeDataFolder } from '../make-data-folder.ts';
import { StoreBroken, StoreUnusable } from '../store-errors.ts';
import { LateStatement, type Statement } from './late-statement.ts';
import { plannedOnce } from './planned-once.ts';

export type { Statement };

/** Statements are prepared when they are first used. */
export type Connection = Omit<Database.Database, 'prepare'> & { prepare(sql: string): Statement };

const BUSY_TIMEOUT_MS = 5000;
const BETWEEN_TRIES_MS = 10;

/** How commits reach the disk: `unsynced` is for tests of what is stored, which no power cut concerns. */
export type Durability = 'synced' | 'unsynced';

/**
 * A connection that writes. The driver opens WAL files with `synchronous=NORMAL`, which loses acknowledged
 * commits when power fails, so FULL is set and proven before the first write.
 */
export function openForWriting(file: string, durability: Durability = 'synced'): Connection {
  return orTell(file, (path) => {
    const db = openSynced(path);
    leaveNothingDeleted(db);
    if (durability === 'unsynced') db.pragma('synchronous = OFF');
    return db;
  });
}

/**
 * A connection for what may be lost with the power, though never with a process: commits wait for no disk, and
 * a crash of the machine leaves the file whole.
 */
export function openForCounting(file: string): Connection {
  return orTell(file, (path) => {
    const db = openSynced(path);
    db.pragma('synchronous = NORMAL');
    return db;
  });
}

/**
 * What `open` makes of a file.
 * @throws StoreUnusable, StoreBroken in place of what the driver throws.
 */
export function orTell<Opened>(file: string, open: (file: string) => Opened): Opened {
  try {
    return open(file);
  } catch (error) {
    if (hasCode(error, OF_CONTENT)) throw new StoreBroken(file, error);
    if (hasCode(error, OF_DISK)) throw new StoreUnusable(file, error);
    throw error;
  }
}

/** Errors of the file system, as it tells them itself or by SQLite. */
const OF_DISK =
  /^(SQLITE_(CANTOPEN|READONLY|IOERR|FULL|PERM)|E(ACCES|EXIST|IO|ISDIR|NAMETOOLONG|NOENT|NOSPC|NOTDIR|PERM|ROFS)$)/;

/** Errors of what stands in the file, and of a file or its log that ends too early. */
const OF_CONTENT = /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/;

function hasCode(error: unknown, codes: RegExp): error is Error {
  return error instanceof Error && 'code' in error && codes.test(String(error.code));
}

const IN_MEMORY = ':memory:';

function connect(file: string, options?: Database.Options): Connection {
  // The driver cuts blanks off, so that a folder such as ` data` were another one than for everything else.
  const db = new Database(file === IN_MEMORY ? file : resolve(file), options);
  const prepare = db.prepare.bind(db);
  return Object.assign(db, {
    prepare: (sql: string) => new LateStatement(db, () => prepare(plannedOnce(sql))),
  });
}

function openSynced(file: string): Connection {
  makeDataFolder(dirname(file));
  const db = connect(file, { timeout: BUSY_TIMEOUT_MS });
  // So that what gets free can be given back to the disk. To say so of a file that has pages already writes to it.
  if (db.pragma('page_count', { simple: true }) === 0) {
    giveToOwner(resolve(file));
    db.pragma('auto_vacuum = INCREMENTAL');
  }
  useWriteAheadLog(db);
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('cache_size = -8192');
  db.pragma('wal_autocheckpoint = 4000');
  const synchronous = db.pragma('synchronous', { simple: true });
  if (synchronous !== 2) throw new Error(`${file}: synchronous is ${String(synchronous)}, not FULL`);
  return db;
}

/**
 * SQLite does not wait for the lock that it needs to give a new file its log, nor for one that another process holds that
 * closes the file last, whatever the timeout is.
 */
function useWriteAheadLog(db: Connection): void {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS);
    }
  }
}

/** A checkpoint at the end waits so long for others; what it leaves, the next one does. */
const LAST_CHECKPOINT_MS = 500;

/**
 * Closes a connection that writes, with all that is stored in the database file itself as far as others let it: a log that
 * goes astray between two starts then takes nothing along.
 */
export function closeWhole(db: Connection): void {
  try {
    db.pragma(`busy_timeout = ${LAST_CHECKPOINT_MS}`);
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // On a full disk all stays in the log, where it is as safe.
  }
  db.close();
}

/** A connection to nothing but memory, for what is lost with the process. */
export function openInMemory(): Connection {
  return connect(IN_MEMORY);
}

/** A connection that cannot write, so that a long report never holds a write lock. */
export function openForReading(file: string): Connection {
  const db = connect(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  db.pragma('query_only = ON');
  db.pragma('cache_size = -8192');
  return db;
}

/**
 * As `openForReading`, where this process may write the file: what SQLite keeps beside it is taken away at the end, and not left
 * as by a connection that cannot write.
 */
export function openForLooking(file: string): Connection {
  const db = connect(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  db.pragma('query_only = ON');
  return db;
}

/**
 * A connection that adds what can be made again from the rows, beside the one that stores events. It waits while
 * that one writes, and leaves the syncing of commits to it.
 */
export function openForCompacting(file: string): Connection {
  const db = connect(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  db.pragma('synchronous = NORMAL');
  checkpointFirst(db);
  db.pragma('cache_size = -4096');
  leaveNothingDeleted(db);
  return db;
}

/**
 * For a connection that writes much beside the one that stores events: what it adds to the log it also takes from there
 * to the file, before that one has to, which does so from 4,000 pages on.
 */
export function checkpointFirst(db: Connection): void {
  db.pragma('wal_autocheckpoint = 1000');
}

/** What is deleted must not be readable from a free page: hashes of user data, salts, and whoever was erased. */
function leaveNothingDeleted(db: Connection): void {
  db.pragma('secure_delete = ON');
}
