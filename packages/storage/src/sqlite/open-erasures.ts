import { setTimeout } from 'node:timers/promises';
import type { ErasedStore, ErasureCounts, ErasureOptions, ErasureSubject, Erasures } from '../erasures.ts';
import type { StoreLocation } from '../store-location.ts';
import { BlockRenewal } from './archive/block-renewal.ts';
import { Retrieval } from './archive/retrieval.ts';
import { ChangeNotes } from './changes.ts';
import { DayStore } from './days/day-store.ts';
import { PersonErasure } from './erasure/person-erasure.ts';
import { ShortTransactions } from './erasure/short-transactions.ts';
import { UnusedBytes } from './erasure/unused-bytes.ts';
import { UnusedWords } from './erasure/unused-words.ts';
import { type Connection, checkpointFirst, closeWhole, type Durability } from './open-database.ts';
import { projectNumber } from './project-number.ts';
import { storeFile } from './store-files/lost-store.ts';
import { openStore } from './store-files/open-store.ts';

/** While the log is cleared nobody stores events: for no longer than this at a time, and so often. */
const CLEARING_MS = 20;
const CLEARINGS = 50;

type Options = { readonly now: () => number; readonly durability?: Durability };

/** Erases in the thread that asks, on a connection of its own beside whoever stores events. */
export function openSqliteErasures(
  location: StoreLocation,
  { now, durability = 'synced' }: Options,
): Erasures {
  const clear = (store: ErasedStore) =>
    openStore(location, { store, durability }, async (db) => {
      try {
        return await clearFiles(db, storeFile(location.folder, store));
      } finally {
        db.close();
      }
    });
  return openStore(location, { store: 'events', durability }, (db) => erasuresOf(db, now, clear));
}

function erasuresOf(
  db: Connection,
  now: () => number,
  clear: (store: ErasedStore) => Promise<boolean>,
): Erasures {
  // What an erasure remembers of a person while it lasts must not lie in another file.
  db.pragma('temp_store = MEMORY');
  checkpointFirst(db);

  function begin(key: string, subject: ErasureSubject, options: ErasureOptions = {}): PersonErasure | null {
    const project = projectNumber(db, key);
    if (project === undefined) return null;
    return new PersonErasure(db, { key, project, subject, now: now(), ...options });
  }

  async function erase(...asked: Parameters<Erasures['erase']>): Promise<ErasureCounts | null> {
    const erasure = begin(...asked);
    if (erasure === null) return null;
    const counts = await erasure.erase();
    // Also where it is nobody: an erasure that was interrupted may have left this.
    const blocks = new BlockRenewal(db);
    while (blocks.renewOne(erasure.project)) await erasure.transactions.rest();
    const days = new DayStore(db);
    while (days.dropOneWithdrawn()) await erasure.transactions.rest();
    return counts;
  }

  function eraseWords(signal: AbortSignal | undefined): Promise<boolean> {
    const beside = { notes: new ChangeNotes(db), archive: new Retrieval(db), signal };
    return new UnusedWords(db, new ShortTransactions(db, beside)).erase();
  }

  const inTurn = oneAtATime();
  return {
    namesOf: (project, subject) =>
      inTurn(async () => begin(project, subject)?.names() ?? [Object.values(subject)[0] as string]),
    preview: (project, subject) => inTurn(async () => (await begin(project, subject)?.preview()) ?? null),
    erase: (...asked) => inTurn(() => erase(...asked)),
    clear: (store, { signal } = {}) =>
      inTurn(async () => (store === 'control' || (await eraseWords(signal))) && clear(store)),
    close: () => inTurn(async () => closeWhole(db)),
  };
}

/** What is remembered of a person while it is erased lies in temporary tables, of which there is one set. */
function oneAtATime(): <Result>(run: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const next = last.then(run);
    last = next.catch(() => {});
    return next;
  };
}

/** So often pages are waited for that the log has newer copies of. */
const ROUNDS = 5;

/** Clears the log, and what lies in unused bytes of pages; false where somebody has kept it from that. */
async function clearFiles(db: Connection, file: string): Promise<boolean> {
  const unused = new UnusedBytes(db, file);
  let left: readonly number[] | null = null;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!(await clearLog(db))) return false;
    const clearing = unused.clear(left);
    let step = clearing.next();
    for (; step.done !== true; step = clearing.next()) await setTimeout(0);
    left = step.value;
    if (left.length === 0) return true;
  }
  return false;
}

/** Moves all of the log into the database file and cuts it: former pages are in it until then. */
async function clearLog(db: Connection): Promise<boolean> {
  const timeout = db.pragma('busy_timeout', { simple: true }) as number;
  db.pragma('wal_checkpoint(PASSIVE)');
  db.pragma(`busy_timeout = ${CLEARING_MS}`);
  try {
    for (let time = 0; time < CLEARINGS; time += 1) {
      const [{ busy }] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: 0 | 1 }];
      if (busy === 0) return true;
      await setTimeout(CLEARING_MS);
    }
    return false;
  } finally {
    db.pragma(`busy_timeout = ${timeout}`);
  }
}
