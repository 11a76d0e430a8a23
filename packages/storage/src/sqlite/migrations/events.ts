import type { Migration } from '../migrate.ts';

/**
 * Events lie in the order of (project, milliseconds of the id, suffix): the id sorts by time and tells a
 * duplicate in the same B-tree. `at` is the time that counts; where a clock was corrected it differs from the
 * milliseconds of the id, and a partial index finds just those. Texts that repeat are integers of a dictionary.
 *
 * `events.conversion`: 0 none, 1 counted, 2 a repeat of an order that was counted.
 * `events.stitched`: 1 when no client named the session and it was found by visitor and time.
 */
export const eventMigrations: readonly Migration[] = [
  {
    name: 'events, sessions and their dictionaries',
    sql: `
      CREATE TABLE projects (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE strings (id INTEGER PRIMARY KEY, value TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE pages (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        hostname INTEGER REFERENCES strings(id),
        path INTEGER REFERENCES strings(id)
      ) STRICT;
      CREATE TABLE visitors (
        id INTEGER PRIMARY KEY,
        project INTEGER NOT NULL,
        key TEXT NOT NULL,
        source INTEGER NOT NULL,
        UNIQUE (project, key, source)
      ) STRICT;
      CREATE TABLE clients (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        user_agent INTEGER, language INTEGER, screen INTEGER, browser INTEGER, browser_version INTEGER,
        os INTEGER, os_version INTEGER, device INTEGER, country INTEGER, region INTEGER, city INTEGER
      ) STRICT;
      CREATE TABLE touches (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        is_touch INTEGER NOT NULL,
        channel INTEGER NOT NULL, source INTEGER NOT NULL, medium INTEGER NOT NULL, campaign INTEGER NOT NULL,
        term INTEGER NOT NULL, content INTEGER NOT NULL, ad_platform INTEGER NOT NULL, referrer INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        project INTEGER NOT NULL,
        key TEXT NOT NULL,
        stitched INTEGER NOT NULL DEFAULT 0,
        visitor INTEGER, visitor_at INTEGER, visitor_ms INTEGER, visitor_suffix TEXT,
        first_at INTEGER, first_ms INTEGER, first_suffix TEXT,
        last_at INTEGER,
        pageviews INTEGER NOT NULL DEFAULT 0,
        events INTEGER NOT NULL DEFAULT 0,
        conversions INTEGER NOT NULL DEFAULT 0,
        client INTEGER,
        touch INTEGER,
        is_touch INTEGER NOT NULL DEFAULT 0,
        click_ids TEXT,
        entry_page INTEGER, entry_at INTEGER, entry_ms INTEGER, entry_suffix TEXT,
        exit_page INTEGER, exit_at INTEGER, exit_ms INTEGER, exit_suffix TEXT,
        UNIQUE (project, key, stitched)
      ) STRICT;
      CREATE INDEX sessions_by_start ON sessions(project, first_at) WHERE first_at IS NOT NULL;
      CREATE INDEX sessions_by_visitor ON sessions(visitor, first_at) WHERE visitor IS NOT NULL;
      CREATE TABLE events (
        project INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        at INTEGER NOT NULL,
        received_at INTEGER NOT NULL,
        origin INTEGER NOT NULL,
        exclusion INTEGER,
        type INTEGER NOT NULL,
        session INTEGER,
        stitched INTEGER NOT NULL DEFAULT 0,
        visitor INTEGER,
        user INTEGER,
        page INTEGER,
        page_suffix TEXT,
        title INTEGER,
        referrer INTEGER,
        client INTEGER NOT NULL,
        touch INTEGER,
        conversion INTEGER NOT NULL DEFAULT 0,
        order_id TEXT,
        amount INTEGER,
        currency INTEGER,
        click_ids TEXT,
        properties TEXT,
        extras TEXT,
        PRIMARY KEY (project, ms, suffix)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX events_with_corrected_time ON events(project, at) WHERE at <> ms;
      CREATE INDEX events_without_session_id ON events(visitor, at) WHERE stitched = 1;
      CREATE TABLE orders (
        project INTEGER NOT NULL,
        type INTEGER NOT NULL,
        order_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        PRIMARY KEY (project, type, order_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE user_visitors (
        project INTEGER NOT NULL,
        user INTEGER NOT NULL,
        visitor INTEGER NOT NULL,
        PRIMARY KEY (project, user, visitor)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE idempotency_keys (
        project INTEGER NOT NULL,
        key TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        received_at INTEGER NOT NULL,
        PRIMARY KEY (project, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX idempotency_keys_by_age ON idempotency_keys(received_at);
      CREATE TABLE user_data (
        project INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        sealed BLOB NOT NULL,
        received_at INTEGER NOT NULL,
        PRIMARY KEY (project, ms, suffix)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX user_data_by_age ON user_data(received_at);
      CREATE TABLE probes (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT;
      INSERT INTO probes VALUES (1, 0);
    `,
  },
  {
    // `bot` of an event: 0 a person, 1 a bot that the site wants counted, 2 a bot that reports leave out. Of a session:
    // the highest of its events, and the verdict on the earliest of these.
    name: 'bots',
    sql: `
      CREATE TABLE bot_verdicts (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        category INTEGER NOT NULL REFERENCES strings(id),
        name INTEGER NOT NULL REFERENCES strings(id),
        score INTEGER NOT NULL,
        reasons TEXT NOT NULL
      ) STRICT;
      ALTER TABLE events ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE events ADD COLUMN bot_verdict INTEGER;
      ALTER TABLE sessions ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sessions ADD COLUMN bot_verdict INTEGER;
      ALTER TABLE sessions ADD COLUMN bot_at INTEGER;
      ALTER TABLE sessions ADD COLUMN bot_ms INTEGER;
      ALTER TABLE sessions ADD COLUMN bot_suffix TEXT;
    `,
  },
  {
    // `state` of a delivery: 0 owed, 1 acknowledged, 2 failed, 3 cancelled. `due_at` is the end of the lease while a
    // worker has it, which `claimed_at` tells. An attempt without a status and an error is one that was interrupted.
    name: 'webhook deliveries',
    sql: `
      CREATE TABLE webhook_messages (
        id INTEGER PRIMARY KEY,
        project TEXT NOT NULL,
        event TEXT NOT NULL,
        type TEXT NOT NULL,
        body BLOB NOT NULL,
        is_test INTEGER NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE webhook_deliveries (
        id INTEGER PRIMARY KEY,
        message INTEGER NOT NULL REFERENCES webhook_messages(id),
        endpoint TEXT NOT NULL,
        state INTEGER NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        due_at INTEGER NOT NULL,
        claimed_at INTEGER,
        created_at INTEGER NOT NULL,
        settled_at INTEGER,
        repeats INTEGER
      ) STRICT;
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries(endpoint, due_at) WHERE state = 0;
      CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries(endpoint, id);
      CREATE INDEX webhook_deliveries_by_message ON webhook_deliveries(message);
      CREATE INDEX webhook_deliveries_by_repeat ON webhook_deliveries(repeats) WHERE repeats IS NOT NULL;
      CREATE TABLE webhook_attempts (
        id INTEGER PRIMARY KEY,
        delivery INTEGER NOT NULL REFERENCES webhook_deliveries(id),
        number INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        duration_ms INTEGER,
        status INTEGER,
        error TEXT,
        headers TEXT,
        body TEXT
      ) STRICT;
      CREATE INDEX webhook_attempts_by_delivery ON webhook_attempts(delivery);
      CREATE TABLE webhook_health (
        endpoint TEXT PRIMARY KEY,
        failing_since INTEGER,
        last_success_at INTEGER,
        last_failure_at INTEGER,
        warned_at INTEGER
      ) STRICT, WITHOUT ROWID;
    `,
  },
];
