import type { Migration } from '../migrate.ts';

/** `filters` is a JSON array of texts, in the grammar of the read API. */
export const annotationsAndSegments: Migration = {
  name: 'annotations and segments of projects',
  sql: `
    CREATE TABLE annotations (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      text TEXT NOT NULL,
      created_by TEXT REFERENCES users(id) ON DELETE SET NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX annotations_by_day ON annotations(project_id, day);
    CREATE INDEX annotations_by_creator ON annotations(created_by);
    CREATE TABLE segments (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      filters TEXT NOT NULL,
      created_by TEXT REFERENCES users(id) ON DELETE SET NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (project_id, name)
    ) STRICT;
    CREATE INDEX segments_by_creator ON segments(created_by);
  `,
};
