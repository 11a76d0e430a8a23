import type { AcceptedStore } from '../../accepted-store.ts';
import { SchemaTooNew, StoreBroken, type StoreName } from '../../store-errors.ts';
import type { StoreLocation } from '../../store-location.ts';
import type { StoreNews } from '../../store-news.ts';
import { migrate } from '../migrate.ts';
import { controlMigrations } from '../migrations/control.ts';
import { eventMigrations } from '../migrations/events.ts';
import {
  type Connection,
  type Durability,
  openForReading,
  openForWriting,
  orTell,
} from '../open-database.ts';
import { isAbsent, isLost, refuseLostStore, schemaVersion, storeFile } from './lost-store.ts';
import { refuseIncompleteStore } from './refuse-incomplete-store.ts';
import { setAside } from './set-aside.ts';
import { hasGoneBack, markStore, readMark, refuseOlderStore, unmarkStore } from './store-mark.ts';
import { useAlone } from './use-alone.ts';

const MIGRATIONS = { control: controlMigrations, events: eventMigrations };

const OTHER: Readonly<Record<StoreName, StoreName>> = { control: 'events', events: 'control' };

/** A table that only the other store has. */
const FOREIGN_TABLE: Readonly<Record<StoreName, string>> = { control: 'sessions', events: 'accounts' };

type Opening = {
  readonly store: StoreName;
  readonly durability?: Durability;
  /** Told of what the opening does to the store. */
  readonly hear?: (news: StoreNews) => void;
};

/**
 * What `open` makes of a connection that writes a store, at the newest schema. The connection is closed where it fails.
 * @throws StoreUnusable, StoreBroken, StoreLost, StoreOlder, SchemaOutOfDate, SchemaTooNew
 */
export function openStore<Opened>(
  { folder, migrate: allowed }: StoreLocation,
  { store, durability = 'synced', hear = () => {} }: Opening,
  open: (db: Connection) => Opened,
): Opened {
  return orTell(storeFile(folder, store), (file) => {
    refuseLostStore(folder, store, () => isAbsent(file));
    const mark = store === 'events' ? readMark(folder) : 0;
    const db = openForWriting(file, durability);
    try {
      refuseLostStore(folder, store, () => schemaVersion(db) === 0);
      refuseOtherStore(db, { file, store });
      const noteBegun = (versions: Schema) => hear({ kind: 'migrating', file, ...versions });
      migrate(db, { store, migrations: MIGRATIONS[store], noteBegun }, allowed);
      refuseIncompleteStore(db, { file, store });
      if (mark > 0) refuseOlderStore(folder, db, mark);
      return open(db);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

type Schema = { readonly found: number; readonly wanted: number };

/**
 * What `read` tells of a store as it lies there, at this schema or an earlier one: nothing is made, migrated or written. Null where
 * there is no store yet.
 * @throws StoreUnusable, StoreBroken, StoreLost, StoreOlder, SchemaTooNew
 */
export function readStore<Told>(
  folder: string,
  store: StoreName,
  read: (db: Connection, schema: Schema) => Told,
  connect = openForReading,
): Told | null {
  return orTell(storeFile(folder, store), (file) => {
    refuseLostStore(folder, store, () => isAbsent(file));
    if (isAbsent(file)) return null;
    const mark = store === 'events' ? readMark(folder) : 0;
    const db = connect(file);
    try {
      refuseLostStore(folder, store, () => schemaVersion(db) === 0);
      refuseOtherStore(db, { file, store });
      const schema = { found: schemaVersion(db), wanted: MIGRATIONS[store].length };
      if (schema.found > schema.wanted) throw new SchemaTooNew({ store, ...schema });
      if (schema.found === schema.wanted) refuseIncompleteStore(db, { file, store });
      if (mark > 0) refuseOlderStore(folder, db, mark);
      return schema.found === 0 ? null : read(db, schema);
    } finally {
      db.close();
    }
  });
}

/**
 * Continues where a store is lost or has gone back; false where it is neither. A lost one is replaced by a new, empty
 * one: what is left of it is renamed, and the name of that is returned, or null where nothing was left.
 * @throws StoreUnusable, StoreBroken
 * @throws StoreInUse where a collector runs
 */
export function acceptStore(folder: string, store: StoreName): AcceptedStore | false {
  return orTell(storeFile(folder, store), (file) => {
    if (!isLost(folder, store))
      return store === 'events' && acceptOlder(folder, file) ? { isNew: false, as: null } : false;
    refuseWhereInUse(folder, OTHER[store]);
    const as = setAside(file);
    if (store === 'events') unmarkStore(folder);
    const db = openForWriting(file);
    migrate(db, { store, migrations: MIGRATIONS[store] }, true);
    db.close();
    return { isNew: true, as };
  });
}

function acceptOlder(folder: string, file: string): boolean {
  const mark = readMark(folder);
  if (mark === 0) return false;
  const db = openForWriting(file);
  try {
    migrate(db, { store: 'events', migrations: MIGRATIONS.events }, true);
    if (!hasGoneBack(db, mark)) return false;
    refuseWhereInUse(folder, 'control');
    markStore(folder, db);
    return true;
  } finally {
    db.close();
  }
}

/**
 * A collector that runs has what was lost still open, and marks at its end how far that had come: what was accepted
 * beside it would have gone back. It is found by the store that is left.
 */
function refuseWhereInUse(folder: string, store: StoreName): void {
  const file = storeFile(folder, store);
  if (isAbsent(file)) return;
  const db = openForWriting(file);
  try {
    useAlone(db, file);
  } finally {
    db.close();
  }
}

/** @throws StoreBroken where the file of the other store is in the place of this one */
function refuseOtherStore(db: Connection, { file, store }: { file: string; store: StoreName }): void {
  const isOther = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  if (isOther.get(FOREIGN_TABLE[store]) === undefined) return;
  throw new StoreBroken(file, new Error(`it is the file of the ${OTHER[store]} store`));
}
