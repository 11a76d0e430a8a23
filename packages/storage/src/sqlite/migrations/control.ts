import type { Migration } from '../migrate.ts';
import { annotationsAndSegments } from './annotations-and-segments.ts';
import { auditLog } from './audit-log.ts';
import { auditLogOfKeysAndPairs } from './audit-log-of-keys-and-pairs.ts';
import { dashboardAccess } from './dashboard-access.ts';
import { erasureRequests } from './erasure-requests.ts';
import { oauth } from './oauth.ts';
import { savedFunnels } from './saved-funnels.ts';

export const controlMigrations: readonly Migration[] = [
  {
    name: 'accounts, people, projects, keys and settings',
    sql: `
      CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('customer', 'agency')),
        name TEXT NOT NULL,
        plan TEXT NOT NULL,
        suspended_at INTEGER,
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
      CREATE TABLE users (
        id TEXT PRIMARY KEY,
        email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
        name TEXT NOT NULL,
        password_hash TEXT,
        is_superadmin INTEGER NOT NULL CHECK (is_superadmin IN (0, 1)),
        disabled_at INTEGER,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE account_members (
        user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        account_id TEXT NOT NULL REFERENCES accounts(id),
        role TEXT NOT NULL CHECK (role IN ('viewer', 'member', 'admin', 'owner')),
        -- A flag of its own: a restricted member whose last client is gone must not see them all.
        is_restricted INTEGER NOT NULL DEFAULT 0 CHECK (is_restricted IN (0, 1)),
        PRIMARY KEY (user_id, account_id)
      ) STRICT;
      CREATE TABLE account_member_clients (
        user_id TEXT NOT NULL,
        account_id TEXT NOT NULL,
        client_id TEXT NOT NULL REFERENCES accounts(id),
        PRIMARY KEY (user_id, account_id, client_id),
        FOREIGN KEY (user_id, account_id) REFERENCES account_members(user_id, account_id) ON DELETE CASCADE
      ) STRICT;
      CREATE TABLE project_members (
        user_id TEXT NOT NULL REFERENCES users(id) ON DELETE CASCADE,
        project_id TEXT NOT NULL REFERENCES projects(id),
        role TEXT NOT NULL CHECK (role IN ('viewer', 'member', 'admin', 'owner')),
        PRIMARY KEY (user_id, project_id)
      ) STRICT;
      CREATE TABLE agency_clients (
        id TEXT PRIMARY KEY,
        agency_id TEXT NOT NULL REFERENCES accounts(id),
        client_id TEXT NOT NULL REFERENCES accounts(id),
        status TEXT NOT NULL CHECK (status IN ('invited', 'active', 'ended')),
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        ended_at INTEGER,
        CHECK (agency_id <> client_id)
      ) STRICT;
      CREATE UNIQUE INDEX agency_clients_not_ended ON agency_clients(agency_id, client_id) WHERE status <> 'ended';
      CREATE INDEX agency_clients_active ON agency_clients(agency_id, client_id) WHERE status = 'active';
      CREATE TABLE api_keys (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES accounts(id),
        kind TEXT NOT NULL CHECK (kind IN ('secret', 'server')),
        agency_wide INTEGER NOT NULL CHECK (agency_wide IN (0, 1)),
        -- A flag of its own: a list of projects that has become empty must not become all of them.
        all_projects INTEGER NOT NULL CHECK (all_projects IN (0, 1)),
        name TEXT NOT NULL,
        token_hash TEXT NOT NULL UNIQUE,
        last4 TEXT NOT NULL,
        expiry TEXT NOT NULL CHECK (expiry IN ('30', '90', '365', 'never')),
        expires_at INTEGER,
        created_by TEXT REFERENCES users(id) ON DELETE SET NULL,
        created_at INTEGER NOT NULL,
        revoked_at INTEGER,
        CHECK (agency_wide = 0 OR all_projects = 1)
      ) STRICT;
      CREATE INDEX api_keys_by_account ON api_keys(account_id, revoked_at);
      CREATE INDEX api_keys_by_creator ON api_keys(created_by);
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
    name: 'bot rules of projects',
    sql: `
      CREATE TABLE bot_rules (
        id INTEGER PRIMARY KEY,
        project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('userAgentContains', 'ipRanges')),
        value TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        UNIQUE (project_id, kind, value)
      ) STRICT;
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
  {
    name: 'what projects cut from addresses',
    // NULL turns it off; a project that was made before is as safe as a new one.
    sql: "ALTER TABLE projects ADD COLUMN redacted_names TEXT DEFAULT '[]'",
  },
  {
    name: 'whether projects count persons',
    sql: "ALTER TABLE projects ADD COLUMN persons TEXT NOT NULL DEFAULT 'on' CHECK (persons IN ('on', 'off'))",
  },
  {
    // `actions` and `problem` are JSON.
    name: 'integrations with ad platforms',
    sql: `
      CREATE TABLE integrations (
        id TEXT PRIMARY KEY,
        project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
        platform TEXT NOT NULL,
        state TEXT NOT NULL,
        account TEXT NOT NULL,
        login_account TEXT,
        actions TEXT NOT NULL,
        send TEXT NOT NULL,
        credentials BLOB NOT NULL,
        credentials_version INTEGER NOT NULL,
        sends_from INTEGER NOT NULL,
        problem TEXT,
        created_at INTEGER NOT NULL,
        UNIQUE (project_id, platform)
      ) STRICT;
    `,
  },
  {
    name: 'what counts at ad platforms where a visitor said nothing',
    sql: "ALTER TABLE projects ADD COLUMN ad_consent TEXT NOT NULL DEFAULT 'by_country'",
  },
  {
    // Rows belong to the import that brought them. Of a day of a source those count whose import has the highest number.
    // `line` is where a row of a file began; `today` the first day that was not over when the import began.
    name: 'spend and exchange rates',
    sql: `
      CREATE TABLE spend_sources (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
        platform TEXT NOT NULL,
        integration_id TEXT REFERENCES integrations(id) ON DELETE CASCADE,
        account TEXT NOT NULL,
        time_zone TEXT,
        read_at INTEGER,
        problem TEXT
      ) STRICT;
      CREATE UNIQUE INDEX spend_sources_by_name
        ON spend_sources(project_id, platform, ifnull(integration_id, ''), account);
      CREATE INDEX spend_sources_by_integration ON spend_sources(integration_id);
      CREATE TABLE spend_imports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
        integration_id TEXT REFERENCES integrations(id) ON DELETE CASCADE,
        read_at INTEGER NOT NULL,
        today TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('staged', 'counts', 'given_up')),
        number INTEGER
      ) STRICT;
      CREATE INDEX spend_imports_by_project ON spend_imports(project_id);
      CREATE INDEX spend_imports_by_integration ON spend_imports(integration_id);
      CREATE TABLE spend_days (
        source INTEGER NOT NULL,
        date TEXT NOT NULL,
        import INTEGER NOT NULL,
        -- Empty for a day that was read and may have no rows.
        currency TEXT NOT NULL,
        PRIMARY KEY (source, date, import, currency)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX spend_days_by_import ON spend_days(import);
      CREATE TABLE spend_rows (
        source INTEGER NOT NULL,
        date TEXT NOT NULL,
        import INTEGER NOT NULL,
        campaign_id TEXT NOT NULL,
        campaign TEXT NOT NULL,
        micros INTEGER NOT NULL,
        currency TEXT NOT NULL,
        impressions INTEGER NOT NULL,
        clicks INTEGER NOT NULL,
        line INTEGER,
        PRIMARY KEY (source, date, import, campaign_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE exchange_rates (
        project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
        from_currency TEXT NOT NULL,
        to_currency TEXT NOT NULL,
        date TEXT NOT NULL,
        rate REAL NOT NULL CHECK (rate > 0),
        PRIMARY KEY (project_id, from_currency, to_currency, date)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    name: 'the account whose spend is read',
    sql: 'ALTER TABLE integrations ADD COLUMN spend_account TEXT',
  },
  dashboardAccess,
  annotationsAndSegments,
  auditLog,
  auditLogOfKeysAndPairs,
  erasureRequests,
  oauth,
  savedFunnels,
  {
    name: 'for how long projects keep what happened',
    sql: 'ALTER TABLE projects ADD COLUMN retention_days INTEGER CHECK (retention_days > 0)',
  },
  {
    name: 'when applications registered',
    // With the id, so that nobody reads their addresses, which are long, to find the oldest.
    sql: 'CREATE INDEX oauth_applications_by_time ON oauth_applications(created_at, id)',
  },
];
