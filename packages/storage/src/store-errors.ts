type SchemaVersions = { readonly store: string; readonly found: number; readonly wanted: number };

/** The store's schema is older than the program, and migrations were not asked for. */
export class SchemaOutOfDate extends Error {
  override readonly name = 'SchemaOutOfDate';
  constructor({ store, found, wanted }: SchemaVersions) {
    super(`The ${store} store has schema ${found} and this version needs ${wanted}. Run: cvq migrate`);
  }
}

/** The store's schema is newer than the program: a later version wrote it. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
  constructor({ store, found, wanted }: SchemaVersions) {
    super(
      `The ${store} store has schema ${found} of a later version; this one knows ${wanted}. Upgrade cvq.`,
    );
  }
}

/** The store cannot be opened for writing: no right to, no room, no such disk. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
  constructor(place: string, cause: Error) {
    super(`${place} cannot be written: ${cause.message}. Check its owner, its disk and the room on it.`, {
      cause,
    });
  }
}

/** What is in the place of the store is no database, or no longer a whole one. */
export class StoreBroken extends Error {
  override readonly name = 'StoreBroken';
  constructor(place: string, cause: Error) {
    super(`${place} is broken: ${cause.message}. Restore it from a backup.`, { cause });
  }
}
