/** The conversion that each report is to be, where it is not so already, except for removed orders. */
const recode = (where: string) => `
      CREATE TEMP TABLE firsts AS
        SELECT project, type, order_id, rank, ms, suffix FROM (
          SELECT *, row_number() OVER (PARTITION BY project, type, order_id ORDER BY rank, at, ms, suffix) AS place
          FROM order_reports ${where}
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
 * SQL that decides orders by the ranks of their reports: which of these is the sale, and the session that it has of
 * another report. `where` narrows the rows of `order_reports`, by whole orders.
 */
export const decideOrders = (where = ''): string => `
      ${recode(where)}
      ${LEND}
      DROP TABLE temp.firsts;
      DROP TABLE temp.recoded;
      DROP TABLE temp.lent;`;
