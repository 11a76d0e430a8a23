import type { Migration } from '../migrate.ts';

/**
 * `receipt` is JSON. Whom an erasure is about is known, sealed, for as long as it is not finished. One that is held is due
 * when its holder has not been heard of.
 */
export const erasureRequests: Migration = {
  name: 'erasures that were asked for',
  sql: `
    CREATE TABLE erasures (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      named_by TEXT NOT NULL CHECK (named_by IN ('user_id', 'email', 'visitor_id')),
      requested_at INTEGER NOT NULL,
      finished_at INTEGER,
      receipt TEXT,
      attempts INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX erasures_by_project ON erasures(project_id, requested_at);
    CREATE TABLE unfinished_erasures (
      id TEXT PRIMARY KEY REFERENCES erasures(id) ON DELETE CASCADE,
      sealed BLOB NOT NULL,
      due_at INTEGER NOT NULL,
      is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1))
    ) STRICT;
  `,
};
