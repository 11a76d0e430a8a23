import type { Migration } from '../migrate.ts';

/**
 * `archived_answers`: sessions of which an archived event says something of consent. The archived visits of visitors and users
 * are no longer those alone that may be credited, which `is_touch` tells. `unindexed_blocks`: blocks from before, of which
 * neither is known yet; they are looked through until they are indexed.
 */
export const answeredVisits: Migration = {
  name: 'answers in archived visits',
  sql: `
      CREATE TABLE archived_answers (session INTEGER PRIMARY KEY) STRICT;
      ALTER TABLE archived_visits ADD COLUMN is_touch INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE archived_visits_of_users ADD COLUMN is_touch INTEGER NOT NULL DEFAULT 1;
      CREATE TABLE unindexed_blocks (
        kind INTEGER NOT NULL,
        project INTEGER NOT NULL,
        block INTEGER NOT NULL UNIQUE,
        PRIMARY KEY (kind, project, block)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO unindexed_blocks SELECT kind, project, id FROM blocks;
      CREATE TRIGGER block_dropped AFTER DELETE ON blocks
      BEGIN
        DELETE FROM unindexed_blocks WHERE block = OLD.id;
      END;
    `,
};
