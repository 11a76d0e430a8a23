import type { Migration } from '../migrate.ts';
import { decideOrders } from './decide-orders.ts';

/**
 * Every report of an order by its rank, so that another takes the place of one whose session is found to be a bot's.
 * `rank`: 0 of a server key, 1 of a person's browser, 2 of a bot's. `at` is when it claims the order, of reports from
 * before when it happened, by which their orders were decided.
 * An order has a state once webhooks were told of it, by which report and in which message, or once it was removed.
 * `withdrawn`: the announced report was found to be a bot's.
 */
export const reportsOfOrders: Migration = {
  name: 'all reports of an order',
  sql: `
      CREATE TABLE order_reports (
        project INTEGER NOT NULL,
        type INTEGER NOT NULL,
        order_id TEXT NOT NULL,
        rank INTEGER NOT NULL,
        at INTEGER NOT NULL,
        ms INTEGER NOT NULL,
        suffix TEXT NOT NULL,
        PRIMARY KEY (project, type, order_id, rank, at, ms, suffix)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO order_reports
        SELECT events.project, events.type, events.order_id,
          CASE WHEN events.origin = 1 THEN 0 WHEN coalesce(sessions.bot, 0) = 0 THEN 1 ELSE 2 END,
          events.at, events.ms, events.suffix
        FROM events INDEXED BY events_by_order LEFT JOIN sessions ON sessions.id = events.session
        WHERE events.order_id IS NOT NULL AND events.conversion <> 0 AND events.exclusion IS NULL AND events.bot = 0;
      CREATE TABLE order_states (
        project INTEGER NOT NULL,
        type INTEGER NOT NULL,
        order_id TEXT NOT NULL,
        ms INTEGER,
        suffix TEXT,
        message INTEGER,
        withdrawn INTEGER NOT NULL DEFAULT 0,
        removed INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (project, type, order_id)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO order_states (project, type, order_id, ms, suffix, removed)
        SELECT project, type, order_id, iif(announced, ms, NULL), iif(announced, suffix, NULL), removed
        FROM orders WHERE announced = 1 OR removed = 1;
      DROP TABLE orders;
      ${decideOrders()}
      DROP INDEX events_by_order;
      DROP INDEX sales_by_session;
      CREATE INDEX reports_by_session ON events(session) WHERE conversion IN (1, 2) AND origin <> 1 AND session IS NOT NULL;`,
};
