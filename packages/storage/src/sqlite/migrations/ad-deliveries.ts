import type { Migration } from '../migrate.ts';

/**
 * Deliveries of conversions to ad platforms. `ad_integrations` gives the ids of the control store numbers, also those
 * that were removed. A delivery without `settled_at` is outstanding: it is due at `due_at`, which is the end of a lease
 * while `claimed_at` says since when a worker has it, and `begun_at` since when that one may have sent it; NULL there
 * waits for somebody. `corrected_at` is the time of a conversion whose id tells another. `step`: 0 to send, 1 to ask
 * what became of it. What an attempt tells stands at the end of its row, where whoever asks for less need not read it.
 * The numbers of attempts begin with their time.
 */
export const adDeliveries: Migration = {
  name: 'deliveries to ad platforms',
  sql: `
      CREATE TABLE ad_integrations (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        platform TEXT NOT NULL
      ) STRICT;
      CREATE TABLE ad_deliveries (
        project INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        integration INTEGER NOT NULL REFERENCES ad_integrations(id),
        state INTEGER NOT NULL,
        due_at INTEGER,
        created_at INTEGER NOT NULL,
        corrected_at INTEGER,
        reason TEXT,
        claimed_at INTEGER,
        begun_at INTEGER,
        settled_at INTEGER,
        step INTEGER NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        reference TEXT,
        key TEXT,
        left_out TEXT,
        unknown_since INTEGER,
        accepted_at INTEGER,
        retry_until INTEGER,
        PRIMARY KEY (project, ms, suffix, integration)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX ad_deliveries_outstanding ON ad_deliveries(integration, due_at) WHERE settled_at IS NULL;
      CREATE INDEX ad_deliveries_with_corrected_time ON ad_deliveries(project, corrected_at)
        WHERE corrected_at IS NOT NULL;
      CREATE TABLE ad_attempts (
        id INTEGER PRIMARY KEY,
        project INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        integration INTEGER NOT NULL,
        number INTEGER NOT NULL,
        step INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        duration_ms INTEGER,
        http_status INTEGER,
        answer TEXT NOT NULL,
        code TEXT,
        request_id TEXT,
        message TEXT,
        request TEXT,
        response TEXT,
        FOREIGN KEY (project, ms, suffix, integration) REFERENCES ad_deliveries(project, ms, suffix, integration)
      ) STRICT;
      CREATE UNIQUE INDEX ad_attempts_by_delivery ON ad_attempts(project, ms, suffix, integration, number);
      CREATE TABLE ad_reserved_orders (
        project INTEGER NOT NULL,
        type INTEGER NOT NULL,
        order_id TEXT NOT NULL,
        integration INTEGER NOT NULL REFERENCES ad_integrations(id),
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        PRIMARY KEY (project, type, order_id, integration)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE ad_reserved_keys (
        integration INTEGER NOT NULL REFERENCES ad_integrations(id),
        key TEXT NOT NULL,
        project INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        PRIMARY KEY (integration, key)
      ) STRICT, WITHOUT ROWID;
    `,
};

/** When conversions happened whose ids tell another time: once for each, whatever it owes. */
export const correctedTimes: Migration = {
  name: 'corrected times of deliveries to ad platforms',
  sql: `
      CREATE TABLE ad_corrected_times (
        project INTEGER NOT NULL,
        at INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        PRIMARY KEY (project, at, ms, suffix)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO ad_corrected_times
        SELECT DISTINCT project, corrected_at, ms, suffix FROM ad_deliveries WHERE corrected_at IS NOT NULL;
      DROP INDEX ad_deliveries_with_corrected_time;
    `,
};

/**
 * `throttled_until`: the platform takes nothing more of an integration before, as `throttled_code` says. `asked_at`: when
 * somebody asked last for a delivery to be sent. `may_have_arrived_at`: since when the platform may have it of an attempt
 * whose end nobody knows; unlike `unknown_since` it stays when somebody asks for another.
 */
export const throttledIntegrations: Migration = {
  name: 'throttled integrations, and deliveries that were asked for',
  sql: `
      ALTER TABLE ad_integrations ADD COLUMN throttled_until INTEGER;
      ALTER TABLE ad_integrations ADD COLUMN throttled_code TEXT;
      ALTER TABLE ad_deliveries ADD COLUMN asked_at INTEGER;
      ALTER TABLE ad_deliveries ADD COLUMN may_have_arrived_at INTEGER;
      UPDATE ad_deliveries SET may_have_arrived_at = unknown_since WHERE unknown_since IS NOT NULL;
    `,
};

/**
 * `throttled_since`: when the throttle began. `probe_until`: the lease of the delivery that finds out whether the platform takes
 * anything again; null where none is under way.
 */
export const probedThrottles: Migration = {
  name: 'probes after throttles',
  sql: `
      ALTER TABLE ad_integrations ADD COLUMN throttled_since INTEGER;
      ALTER TABLE ad_integrations ADD COLUMN probe_until INTEGER;
      UPDATE ad_integrations SET throttled_since = throttled_until;
    `,
};

/** A reserved key may be another than that of the delivery: erasure finds it by the conversion. */
export const reservedKeysByConversion: Migration = {
  name: 'reserved keys of ad platforms by conversion',
  sql: 'CREATE INDEX ad_reserved_keys_by_conversion ON ad_reserved_keys(project, ms, suffix)',
};
