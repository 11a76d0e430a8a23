import type { Migration } from '../migrate.ts';
import {
  adDeliveries,
  correctedTimes,
  probedThrottles,
  reservedKeysByConversion,
  throttledIntegrations,
} from './ad-deliveries.ts';
import { answeredVisits } from './answered-visits.ts';
import { archivedRows } from './archived-rows.ts';
import { attemptsWithoutHashes } from './attempts-without-hashes.ts';
import { botsOfServers } from './bots-of-servers.ts';
import { boundedChanges, daysOfColumns, rollupsOfDays } from './days.ts';
import { erasure } from './erasure.ts';
import { numberedWords } from './numbered-words.ts';
import { owedLists } from './owed-lists.ts';
import { persons } from './persons.ts';
import { reportsOfOrders } from './reports-of-orders.ts';
import { saidUserData } from './said-user-data.ts';

type Change = { readonly on: string; readonly row: 'NEW' | 'OLD'; readonly key: 'at' | 'id' };

/**
 * A trigger that withdraws the sealed segment which holds a changed row, in the transaction of the change. The one
 * row of `watched` tells that almost every change is of something newer than all that is sealed.
 */
function withdrawal(name: string, { on, row, key }: Change): string {
  const { kind, before } =
    key === 'at' ? { kind: 0, before: 'events_before' } : { kind: 1, before: 'sessions_before' };
  return `
      CREATE TRIGGER ${name} AFTER ${on} WHEN ${row}.${key} < (SELECT ${before} FROM watched WHERE id = 1)
      BEGIN
        DELETE FROM sealed WHERE until > ${row}.${key} AND id = (
          SELECT id FROM sealed WHERE kind = ${kind} AND project = ${row}.project AND part <= ${row}.${key}
          ORDER BY part DESC LIMIT 1
        );
      END;`;
}

/**
 * Ranks the orders of a store that knew no ranks: the earliest report of a server key becomes the sale where there is
 * one, and where it names no session it gets that of the earliest browser's report.
 */
const RANK_ORDERS = `
      CREATE TEMP TABLE ranked AS
        SELECT orders.project, orders.type, orders.order_id, reports.origin = 1 AS from_server,
          reports.at, reports.ms, reports.suffix, reports.session,
          row_number() OVER (
            PARTITION BY orders.project, orders.type, orders.order_id, reports.origin = 1, reports.session IS NULL
            ORDER BY reports.at, reports.ms, reports.suffix
          ) AS place
        FROM orders CROSS JOIN events reports INDEXED BY events_by_order
          ON reports.project = orders.project AND reports.order_id = orders.order_id AND reports.type = orders.type
        WHERE reports.conversion IN (1, 2) AND reports.exclusion IS NULL AND reports.bot = 0;
      CREATE TEMP TABLE visits AS SELECT * FROM ranked WHERE from_server = 0 AND session IS NOT NULL AND place = 1;
      CREATE TEMP TABLE sales AS
        SELECT * FROM (
          SELECT *, row_number() OVER (PARTITION BY project, type, order_id ORDER BY at, ms, suffix) AS rank
          FROM ranked WHERE from_server = 1 AND place = 1
        ) WHERE rank = 1;
      CREATE INDEX temp.visits_by_order ON visits(project, type, order_id);
      CREATE INDEX temp.sales_by_order ON sales(project, type, order_id);
      CREATE TEMP TABLE moved AS
        SELECT sales.*, orders.ms AS former_ms, orders.suffix AS former_suffix, former.session AS former_session
        FROM sales JOIN orders USING (project, type, order_id)
        JOIN events former ON former.project = orders.project AND former.ms = orders.ms AND former.suffix = orders.suffix
        WHERE (orders.ms, orders.suffix) <> (sales.ms, sales.suffix);
      UPDATE orders SET (visit_at, visit_ms, visit_suffix) = (
        SELECT at, ms, suffix FROM visits
        WHERE visits.project = orders.project AND visits.type = orders.type AND visits.order_id = orders.order_id
      );
      UPDATE orders SET (at, ms, suffix, from_server) = (
        SELECT at, ms, suffix, 1 FROM sales
        WHERE sales.project = orders.project AND sales.type = orders.type AND sales.order_id = orders.order_id
      ) WHERE (project, type, order_id) IN (SELECT project, type, order_id FROM sales);
      UPDATE sessions SET conversions = conversions - (SELECT count(*) FROM moved WHERE former_session = sessions.id)
        WHERE id IN (SELECT former_session FROM moved);
      UPDATE sessions SET conversions = conversions + (SELECT count(*) FROM moved WHERE moved.session = sessions.id)
        WHERE id IN (SELECT session FROM moved);
      UPDATE events SET conversion = 2
        WHERE (project, ms, suffix) IN (SELECT project, former_ms, former_suffix FROM moved);
      UPDATE events SET conversion = 1 WHERE (project, ms, suffix) IN (SELECT project, ms, suffix FROM moved);
      CREATE TEMP TABLE lent AS
        SELECT sales.project, sales.ms, sales.suffix, visits.session
        FROM sales JOIN visits USING (project, type, order_id) WHERE sales.session IS NULL;
      UPDATE sessions SET conversions = conversions + (SELECT count(*) FROM lent WHERE lent.session = sessions.id)
        WHERE id IN (SELECT session FROM lent);
      UPDATE events SET stitched = 2, session = (
        SELECT session FROM lent
        WHERE lent.project = events.project AND lent.ms = events.ms AND lent.suffix = events.suffix
      ) WHERE (project, ms, suffix) IN (SELECT project, ms, suffix FROM lent);
      DROP TABLE temp.ranked;
      DROP TABLE temp.visits;
      DROP TABLE temp.sales;
      DROP TABLE temp.moved;
      DROP TABLE temp.lent;`;

/**
 * Events lie in the order of (project, milliseconds of the id, suffix): the id sorts by time and tells a
 * duplicate in the same B-tree. `at` is the time that counts; where a clock was corrected it differs from the
 * milliseconds of the id, and a partial index finds just those. Texts that repeat are integers of a dictionary.
 *
 * `events.conversion`: 0 none, 1 counted, 2 a repeat of an order that was counted, 3 removed by its owner.
 * `events.stitched`: 1 when no client named the session and it was found by visitor and time; 2 when it is that of a
 * browser's report of the same order.
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
    // the highest of its events, and the classification of the earliest of these.
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
  {
    name: 'segments of columns, withdrawn by whatever changes their rows',
    sql: `
      CREATE TABLE sealed (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind INTEGER NOT NULL,
        project INTEGER NOT NULL,
        part INTEGER NOT NULL,
        until INTEGER NOT NULL,
        columns BLOB,
        properties BLOB,
        UNIQUE (kind, project, part)
      ) STRICT;
      CREATE TABLE watched (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        events_before INTEGER NOT NULL,
        sessions_before INTEGER NOT NULL
      ) STRICT;
      INSERT INTO watched VALUES (1, 0, 0);
      ${withdrawal('event_added', { on: 'INSERT ON events', row: 'NEW', key: 'at' })}
      ${withdrawal('event_changed_from', { on: 'UPDATE ON events', row: 'OLD', key: 'at' })}
      ${withdrawal('event_changed_to', { on: 'UPDATE ON events', row: 'NEW', key: 'at' })}
      ${withdrawal('event_removed', { on: 'DELETE ON events', row: 'OLD', key: 'at' })}
      ${withdrawal('session_added', { on: 'INSERT ON sessions', row: 'NEW', key: 'id' })}
      ${withdrawal('session_changed', { on: 'UPDATE ON sessions', row: 'OLD', key: 'id' })}
      ${withdrawal('session_removed', { on: 'DELETE ON sessions', row: 'OLD', key: 'id' })}
    `,
  },
  {
    // An order has the mark of its sale, whether a server key reported that, and the earliest browser's report of it
    // that has a session. `announced`: webhooks told of it; orders from before are taken to have been announced.
    name: 'orders by rank, removed conversions',
    sql: `
      ALTER TABLE orders ADD COLUMN from_server INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE orders ADD COLUMN visit_at INTEGER;
      ALTER TABLE orders ADD COLUMN visit_ms INTEGER;
      ALTER TABLE orders ADD COLUMN visit_suffix TEXT;
      ALTER TABLE orders ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE orders ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX events_by_order ON events(project, order_id) WHERE order_id IS NOT NULL;
      CREATE INDEX sales_by_session ON events(session) WHERE conversion = 1 AND session IS NOT NULL;
      UPDATE orders SET announced = 1;
      ${RANK_ORDERS}
    `,
  },
  reportsOfOrders,
  {
    // What of the log an endpoint takes, about, and of that each delivery: deliveries from before count nothing.
    name: 'bytes of the delivery log',
    sql: `
      ALTER TABLE webhook_deliveries ADD COLUMN log_bytes INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE webhook_health ADD COLUMN log_bytes INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX order_states_withdrawn ON order_states(message) WHERE withdrawn = 1;
    `,
  },
  {
    // `consent`: two bits a purpose, 0 not asked, 1 granted, 2 denied. In older rows these facts lie in `extras`.
    name: 'typed facts of events',
    sql: `
      ALTER TABLE events ADD COLUMN sdk INTEGER;
      ALTER TABLE events ADD COLUMN consent INTEGER;
      ALTER TABLE events ADD COLUMN gpc INTEGER;
      ALTER TABLE events ADD COLUMN clicks TEXT;
    `,
  },
  botsOfServers,
  { name: 'probes of any size', sql: 'ALTER TABLE probes ADD COLUMN padding BLOB;' },
  persons,
  daysOfColumns,
  rollupsOfDays,
  boundedChanges,
  numberedWords,
  erasure,
  archivedRows,
  adDeliveries,
  {
    name: 'webhooks by event',
    sql: 'CREATE INDEX webhook_messages_by_event ON webhook_messages(event)',
  },
  correctedTimes,
  reservedKeysByConversion,
  {
    name: 'answers of visits',
    sql: 'CREATE INDEX answers_by_session ON events(session) WHERE consent IS NOT NULL OR gpc IS NOT NULL',
  },
  answeredVisits,
  {
    // Of touches from before it is not known.
    name: 'ids of campaigns',
    sql: `
      ALTER TABLE touches ADD COLUMN campaign_id INTEGER NOT NULL DEFAULT 0;
      DROP INDEX touches_by_words;
      CREATE UNIQUE INDEX touches_by_words
        ON touches(source, campaign, term, content, referrer, medium, channel, ad_platform, is_touch, campaign_id);
    `,
  },
  throttledIntegrations,
  probedThrottles,
  owedLists,
  attemptsWithoutHashes,
  saidUserData,
];
