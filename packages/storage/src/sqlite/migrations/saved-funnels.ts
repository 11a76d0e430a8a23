import type { Migration } from '../migrate.ts';

/** `steps` is a JSON array of event types. */
export const savedFunnels: Migration = {
  name: 'funnels of projects under a name',
  sql: `
    CREATE TABLE saved_funnels (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      steps TEXT NOT NULL,
      scope TEXT NOT NULL CHECK (scope IN ('visitor', 'session')),
      window_days INTEGER NOT NULL,
      created_by TEXT REFERENCES users(id) ON DELETE SET NULL,
      created_at INTEGER NOT NULL,
      UNIQUE (project_id, name)
    ) STRICT;
    CREATE INDEX saved_funnels_by_creator ON saved_funnels(created_by);
  `,
};
