import type { Migration } from '../migrate.ts';

export const controlMigrations: readonly Migration[] = [
  {
    name: 'accounts, projects, keys and settings',
    sql: `
      CREATE TABLE plans (
        code TEXT PRIMARY KEY,
        key_limit INTEGER NOT NULL CHECK (key_limit >= 0),
        agency_wide_keys INTEGER NOT NULL CHECK (agency_wide_keys IN (0, 1)),
        requests_per_minute INTEGER NOT NULL,
        requests_per_day INTEGER NOT NULL,
        concurrency INTEGER NOT NULL
      ) STRICT;
      INSERT INTO plans VALUES
        ('starter', 3, 0, 60, 5000, 2),
        ('growth', 10, 0, 120, 20000, 5),
        ('scale', 10, 0, 120, 20000, 5),
        ('agency', 25, 1, 300, 100000, 10),
        ('enterprise', 50, 1, 600, 500000, 20);
      CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('customer', 'agency')),
        name TEXT NOT NULL,
        plan_code TEXT NOT NULL REFERENCES plans(code),
        suspended_at INTEGER,
        deleted_at INTEGER,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE projects (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts(id),
        name TEXT NOT NULL,
        domain TEXT NOT NULL,
        timezone TEXT NOT NULL,
        currency TEXT NOT NULL,
        hosts TEXT,
        deleted_at INTEGER,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX projects_by_account ON projects(account_id);
      CREATE TABLE api_keys (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts(id),
        kind TEXT NOT NULL CHECK (kind IN ('secret', 'server')),
        all_projects INTEGER NOT NULL DEFAULT 0 CHECK (all_projects IN (0, 1)),
        name TEXT NOT NULL,
        token_hash TEXT NOT NULL UNIQUE,
        last4 TEXT NOT NULL,
        expiry TEXT NOT NULL CHECK (expiry IN ('30', '90', '365', 'never')),
        expires_at INTEGER,
        created_at INTEGER NOT NULL,
        revoked_at INTEGER
      ) STRICT;
      CREATE INDEX api_keys_by_account ON api_keys(account_id, revoked_at);
      CREATE TABLE api_key_scopes (
        key_id TEXT NOT NULL REFERENCES api_keys(id) ON DELETE CASCADE,
        scope TEXT NOT NULL,
        PRIMARY KEY (key_id, scope)
      ) STRICT;
      CREATE TABLE api_key_projects (
        key_id TEXT NOT NULL REFERENCES api_keys(id) ON DELETE CASCADE,
        project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
        PRIMARY KEY (key_id, project_id)
      ) STRICT;
      CREATE TABLE salts (day TEXT PRIMARY KEY, salt BLOB NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `,
  },
  {
    name: 'webhook endpoints',
    sql: `
      CREATE TABLE webhook_endpoints (
        id TEXT PRIMARY KEY,
        project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        events TEXT NOT NULL,
        enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX webhook_endpoints_by_project ON webhook_endpoints(project_id);
      CREATE TABLE webhook_secrets (
        id INTEGER PRIMARY KEY,
        endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
        sealed BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        leads_from INTEGER NOT NULL,
        ends_at INTEGER
      ) STRICT;
      CREATE INDEX webhook_secrets_by_endpoint ON webhook_secrets(endpoint_id);
    `,
  },
];
