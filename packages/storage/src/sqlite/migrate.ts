import { SchemaOutOfDate, SchemaTooNew } from '../store-errors.ts';
import type { Connection } from './open-database.ts';
import { schemaVersion as versionOf } from './store-files/lost-store.ts';

/** One step of a schema. Steps are never changed once released, only followed. */
export type Migration = { readonly name: string; readonly sql: string };

type Schema = {
  readonly store: string;
  readonly migrations: readonly Migration[];
  /** Called before rows are touched, which may take minutes. */
  readonly noteBegun?: (versions: { readonly found: number; readonly wanted: number }) => void;
};

/**
 * Bring a store to the newest schema, or refuse it. Each step is a transaction of its own which re-reads the
 * version under the write lock, so that two processes that start together do not both apply it. A new store, with no
 * rows that a step could take long over, gets all steps in one transaction: the disk is waited for once.
 */
export function migrate(db: Connection, schema: Schema, allowed: boolean): void {
  const { store, migrations, noteBegun } = schema;
  const wanted = migrations.length;
  const found = versionOf(db);
  if (found > wanted) throw new SchemaTooNew({ store, found, wanted });
  if (found === wanted) return;
  if (!allowed) throw new SchemaOutOfDate({ store, found, wanted });
  if (found > 0) noteBegun?.({ found, wanted });
  const upTo = db.transaction((end: number) => {
    for (let done = versionOf(db); done < end; done += 1) {
      db.exec((migrations[done] as Migration).sql);
      db.pragma(`user_version = ${done + 1}`);
    }
  });
  for (let end = found === 0 ? wanted : found + 1; end <= wanted; end += 1) upTo.immediate(end);
}
