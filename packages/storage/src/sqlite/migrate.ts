import { SchemaOutOfDate, SchemaTooNew } from '../store-errors.ts';
import { schemaVersion as versionOf } from './lost-store.ts';
import type { Connection } from './open-database.ts';

/** One step of a schema. Steps are never changed once released, only followed. */
export type Migration = { readonly name: string; readonly sql: string };

type Schema = { readonly store: string; readonly migrations: readonly Migration[] };

/**
 * Bring a store to the newest schema, or refuse it. Each step is a transaction of its own which re-reads the
 * version under the write lock, so that two processes that start together do not both apply it.
 */
export function migrate(db: Connection, schema: Schema, allowed: boolean): void {
  const wanted = schema.migrations.length;
  const found = versionOf(db);
  if (found > wanted) throw new SchemaTooNew({ store: schema.store, found, wanted });
  if (found < wanted && !allowed) throw new SchemaOutOfDate({ store: schema.store, found, wanted });
  for (const [index, migration] of schema.migrations.entries()) {
    if (index < versionOf(db)) continue;
    db.transaction(() => {
      if (index < versionOf(db)) return;
      db.exec(migration.sql);
      db.pragma(`user_version = ${index + 1}`);
    }).immediate();
  }
}
