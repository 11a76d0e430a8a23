import type { Migration } from '../migrate.ts';

/**
 * `request`, `redirect_uris`, `scopes` and `projects` are JSON; a grant without projects is for all that its person can
 * reach. Codes and tokens are random, so that a plain SHA-256 of one tells nothing. A family is what came of one code.
 */
export const oauth: Migration = {
  name: 'applications that people let ask on their behalf',
  sql: `
    CREATE TABLE oauth_applications (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      redirect_uris TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE oauth_authorizations (
      id TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES dashboard_sessions(id) ON DELETE CASCADE,
      request TEXT NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX oauth_authorizations_by_session ON oauth_authorizations(session_id);
    CREATE TABLE oauth_grants (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      application_id TEXT NOT NULL,
      application_name TEXT NOT NULL,
      resource TEXT NOT NULL,
      scopes TEXT NOT NULL,
      projects TEXT,
      as_superadmin INTEGER NOT NULL CHECK (as_superadmin IN (0, 1)),
      created_at INTEGER NOT NULL,
      UNIQUE (user_id, application_id)
    ) STRICT;
    CREATE INDEX oauth_grants_by_application ON oauth_grants(application_id);
    CREATE TABLE oauth_codes (
      hash TEXT PRIMARY KEY,
      grant_id TEXT NOT NULL REFERENCES oauth_grants(id) ON DELETE CASCADE,
      family TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      challenge TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      is_used INTEGER NOT NULL DEFAULT 0 CHECK (is_used IN (0, 1))
    ) STRICT;
    CREATE INDEX oauth_codes_by_grant ON oauth_codes(grant_id);
    CREATE TABLE oauth_tokens (
      hash TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
      grant_id TEXT NOT NULL REFERENCES oauth_grants(id) ON DELETE CASCADE,
      family TEXT NOT NULL,
      scopes TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      rotated_at INTEGER
    ) STRICT;
    CREATE INDEX oauth_tokens_by_grant ON oauth_tokens(grant_id);
    CREATE INDEX oauth_tokens_by_family ON oauth_tokens(family);
    CREATE INDEX oauth_tokens_by_end ON oauth_tokens(expires_at);
  `,
};
