import type { Migration } from '../migrate.ts';

/**
 * `earlier_hash` is of the token before the last renewal: requests may be under way with it. A session without a user
 * is that of the demo's owner. Tokens are random, so that a plain SHA-256 of one tells nothing.
 */
export const dashboardAccess: Migration = {
  name: 'sessions of the dashboard, links to it, and attempts to sign in',
  sql: `
    CREATE TABLE dashboard_sessions (
      id TEXT PRIMARY KEY,
      token_hash TEXT NOT NULL UNIQUE,
      earlier_hash TEXT UNIQUE,
      earlier_until INTEGER,
      user_id TEXT REFERENCES users(id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      last_seen_at INTEGER NOT NULL,
      proven_at INTEGER,
      network TEXT,
      browser TEXT,
      is_renewal_due INTEGER NOT NULL DEFAULT 0 CHECK (is_renewal_due IN (0, 1))
    ) STRICT;
    CREATE INDEX dashboard_sessions_by_user ON dashboard_sessions(user_id);
    CREATE TABLE access_links (
      id TEXT PRIMARY KEY,
      token_hash TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('set_up', 'demo', 'invitation', 'reset')),
      user_id TEXT REFERENCES users(id) ON DELETE CASCADE,
      email TEXT,
      account_id TEXT REFERENCES accounts(id) ON DELETE CASCADE,
      project_id TEXT REFERENCES projects(id) ON DELETE CASCADE,
      role TEXT CHECK (role IN ('viewer', 'member', 'admin', 'owner')),
      created_by TEXT REFERENCES users(id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX access_links_by_user ON access_links(user_id);
    CREATE INDEX access_links_by_creator ON access_links(created_by);
    CREATE TABLE sign_in_attempts (
      name TEXT PRIMARY KEY,
      count INTEGER NOT NULL,
      since INTEGER NOT NULL,
      last_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts(last_at);
  `,
};
