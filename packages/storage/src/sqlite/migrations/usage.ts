import type { Migration } from '../migrate.ts';

export const usageMigrations: readonly Migration[] = [
  {
    name: 'counts of requests, slots and last uses',
    sql: `
      CREATE TABLE request_counts (
        name TEXT NOT NULL,
        length_ms INTEGER NOT NULL,
        start INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (name, length_ms, start)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE slots (id TEXT PRIMARY KEY, name TEXT NOT NULL, ends_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX slots_by_name ON slots(name, ends_at);
      CREATE TABLE key_uses (key_id TEXT PRIMARY KEY, last_used_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    `,
  },
  {
    // Who took a slot: the process, so that its slots are free once it is gone.
    name: 'owners of slots',
    sql: "ALTER TABLE slots ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
  },
];
