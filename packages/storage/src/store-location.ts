/** Where the stores are, by the engine that keeps them. */
export type StoreLocation = SqliteLocation;

/** Files of SQLite in one folder. The only engine so far, so that its name may be left out. */
type SqliteLocation = {
  readonly kind?: 'sqlite';
  /** Folder of the files. */
  readonly folder: string;
  /** Apply schema migrations on opening; else a store with an older schema is refused. */
  readonly migrate: boolean;
};
