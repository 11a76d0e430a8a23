import type { Migration } from '../migrate.ts';

/** The conversion that each report is to be, where it is not so already, but for removed orders. */
const RECODE = `
      CREATE TEMP TABLE firsts AS
        SELECT project, type, order_id, rank, ms, suffix FROM (
          SELECT *, row_number() OVER (PARTITION BY project, type, order_id ORDER BY rank, at, ms, suffix) AS place
          FROM order_reports
        ) WHERE place = 1 AND (project, type, order_id) NOT IN (
          SELECT project, type, order_id FROM order_states WHERE removed = 1
        );
      CREATE UNIQUE INDEX temp.firsts_by_order ON firsts(project, type, order_id);
      CREATE TEMP TABLE recoded AS
        SELECT events.project, events.ms, events.suffix, events.session, events.conversion AS former,
          iif(reports.rank = 2 OR (reports.ms = firsts.ms AND reports.suffix = firsts.suffix), 1, 2) AS wanted
        FROM firsts CROSS JOIN order_reports reports USING (project, type, order_id)
        JOIN events ON events.project = reports.project AND events.ms = reports.ms AND events.suffix = reports.suffix
        WHERE events.conversion IN (1, 2) AND former <> wanted;
      UPDATE sessions SET conversions = conversions
          + (SELECT count(*) FROM recoded WHERE session = sessions.id AND wanted = 1)
          - (SELECT count(*) FROM recoded WHERE session = sessions.id AND wanted = 2)
        WHERE id IN (SELECT session FROM recoded);
      UPDATE events SET conversion = recoded.wanted FROM recoded
        WHERE events.project = recoded.project AND events.ms = recoded.ms AND events.suffix = recoded.suffix;`;

/** Backends' sales that name no session have that of the earliest person's report of the order. */
const LEND = `
      CREATE TEMP TABLE lent AS
        SELECT events.project, events.ms, events.suffix, events.session AS former, (
          SELECT visits.session FROM order_reports reports
          JOIN events visits ON visits.project = reports.project AND visits.ms = reports.ms
            AND visits.suffix = reports.suffix
          WHERE reports.project = firsts.project AND reports.type = firsts.type AND reports.order_id = firsts.order_id
            AND reports.rank = 1 AND visits.session IS NOT NULL
          ORDER BY reports.at, reports.ms, reports.suffix LIMIT 1
        ) AS session
        FROM firsts JOIN events ON events.project = firsts.project AND events.ms = firsts.ms
          AND events.suffix = firsts.suffix
        WHERE firsts.rank = 0 AND (events.session IS NULL OR events.stitched = 2);
      DELETE FROM lent WHERE former IS session;
      UPDATE sessions SET conversions = conversions
          + (SELECT count(*) FROM lent WHERE session = sessions.id)
          - (SELECT count(*) FROM lent WHERE former = sessions.id)
        WHERE id IN (SELECT session FROM lent UNION ALL SELECT former FROM lent);
      UPDATE events SET session = lent.session, stitched = iif(lent.session IS NULL, 0, 2) FROM lent
        WHERE events.project = lent.project AND events.ms = lent.ms AND events.suffix = lent.suffix;`;

/**
 * Every report of an order by its rank, so that another takes the place of one whose session is found to be a bot's.
 * `rank`: 0 of a server key, 1 of a person's browser, 2 of a bot's. `at` is when it claims the order,
 * of reports from before when it happened, by which their orders were decided.
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
      ${RECODE}
      ${LEND}
      DROP TABLE temp.firsts;
      DROP TABLE temp.recoded;
      DROP TABLE temp.lent;
      DROP INDEX events_by_order;
      DROP INDEX sales_by_session;
      CREATE INDEX reports_by_session ON events(session) WHERE conversion IN (1, 2) AND origin <> 1 AND session IS NOT NULL;`,
};
