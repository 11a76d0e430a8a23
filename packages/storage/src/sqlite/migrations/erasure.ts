import type { Migration } from '../migrate.ts';

/**
 * `renamed_users`: users that are being erased, with the number that takes the place of theirs: reports take the two for
 * one. `replaced_words`: entries of dictionaries that an erasure put others in the place of, which are erased where nobody
 * else uses them: `kind` 0 strings, 1 pages, 2 touches, 3 clients. `forgotten_words.count` rises whenever a name stands for nothing
 * any more that somebody may have remembered the number of.
 */
export const erasure: Migration = {
  name: 'erasure of persons',
  sql: `
      CREATE TABLE renamed_users (
        project INTEGER NOT NULL,
        user INTEGER NOT NULL,
        becomes INTEGER NOT NULL,
        PRIMARY KEY (project, user)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE replaced_words (
        kind INTEGER NOT NULL,
        id INTEGER NOT NULL,
        PRIMARY KEY (kind, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE forgotten_words (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
      INSERT INTO forgotten_words VALUES (1, 0);
    `,
};
