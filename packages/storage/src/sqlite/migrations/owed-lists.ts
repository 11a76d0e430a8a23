import type { Migration } from '../migrate.ts';

/**
 * What a conversion owes to ad platforms, until its hold is over: one row for all integrations. `list` says which they are,
 * as JSON of a list of pairs: the number of an integration, and for how many milliseconds it holds what it is owed. A list
 * never changes.
 */
export const owedLists: Migration = {
  name: 'one row for all that a conversion owes',
  sql: `
      CREATE TABLE ad_target_lists (
        id INTEGER PRIMARY KEY,
        targets TEXT NOT NULL UNIQUE
      ) STRICT;
      CREATE TABLE ad_owed (
        project INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        list INTEGER NOT NULL REFERENCES ad_target_lists(id),
        created_at INTEGER NOT NULL,
        corrected_at INTEGER,
        PRIMARY KEY (project, ms, suffix)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX ad_owed_by_time ON ad_owed(list, created_at);
    `,
};
