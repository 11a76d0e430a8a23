/** Where the stores are. */
export type StoreLocation = {
  /** Folder of the embedded stores. */
  readonly folder: string;
  /** Apply schema migrations on opening; else a store with an older schema is refused. */
  readonly migrate: boolean;
};
