import type { StoreName } from '../store-errors.ts';
import type { StoreLocation } from '../store-location.ts';
import { isAbsent, isLost, refuseLostStore, schemaVersion, storeFile } from './lost-store.ts';
import { migrate } from './migrate.ts';
import { controlMigrations } from './migrations/control.ts';
import { eventMigrations } from './migrations/events.ts';
import { type Connection, type Durability, openForWriting, orTell } from './open-database.ts';
import { setAside } from './set-aside.ts';

const MIGRATIONS = { control: controlMigrations, events: eventMigrations };

type Opening = {
  readonly store: StoreName;
  readonly durability?: Durability;
  /** Whether what is deleted must not be readable from a free page, such as hashes of user data and salts. */
  readonly erases?: boolean;
};

/**
 * What `open` makes of a connection that writes a store, at the newest schema. The connection is closed where it fails.
 * @throws StoreUnusable, StoreBroken, StoreLost, SchemaOutOfDate, SchemaTooNew
 */
export function openStore<Opened>(
  { folder, migrate: allowed }: StoreLocation,
  { store, durability = 'synced', erases = true }: Opening,
  open: (db: Connection) => Opened,
): Opened {
  return orTell(storeFile(folder, store), (file) => {
    refuseLostStore(folder, store, () => isAbsent(file));
    const db = openForWriting(file, durability);
    try {
      refuseLostStore(folder, store, () => schemaVersion(db) === 0);
      if (erases) db.pragma('secure_delete = ON');
      migrate(db, { store, migrations: MIGRATIONS[store] }, allowed);
      return open(db);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/**
 * Makes a new, empty store in the place of a lost one; false where the store is not lost. What is left of it is
 * renamed, and the name of its file is returned, or null where nothing was left.
 * @throws StoreUnusable, StoreBroken
 */
export function replaceLostStore(folder: string, store: StoreName): { readonly as: string | null } | false {
  return orTell(storeFile(folder, store), (file) => {
    if (!isLost(folder, store)) return false;
    const as = setAside(file);
    const db = openForWriting(file);
    migrate(db, { store, migrations: MIGRATIONS[store] }, true);
    db.close();
    return { as };
  });
}
