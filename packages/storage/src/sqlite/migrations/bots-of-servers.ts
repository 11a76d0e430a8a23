import type { Migration } from '../migrate.ts';
import { decideOrders } from './decide-orders.ts';

/**
 * A bot that a server named in its own event took the session of the browser with it. Such sessions get back what their
 * browser's events say of them, and their orders are decided anew. The sessions are found without a look at all events:
 * either the classification that they are named by is a server's, or it is milder than what they are.
 */
export const botsOfServers: Migration = {
  name: 'bots that servers named belong to their own events',
  sql: `
      CREATE TEMP TABLE misjudged AS
        SELECT sessions.id FROM sessions CROSS JOIN events
          ON events.project = sessions.project AND events.ms = sessions.bot_ms AND events.suffix = sessions.bot_suffix
        WHERE sessions.bot <> 0 AND sessions.stitched = 0 AND (events.origin = 1 OR events.bot < sessions.bot);
      CREATE TEMP TABLE judged AS
        SELECT session, origin, conversion, bot, bot_verdict, at, ms, suffix FROM events
        WHERE EXISTS (SELECT 1 FROM misjudged) AND bot <> 0 AND exclusion IS NULL
          AND session IN (SELECT id FROM misjudged);
      CREATE INDEX temp.judged_by_session ON judged(session, origin, at, ms, suffix);
      UPDATE sessions SET
        conversions = conversions
          - (SELECT count(*) FROM judged WHERE session = sessions.id AND origin = 1 AND conversion = 1),
        bot = (SELECT coalesce(max(bot), 0) FROM judged WHERE session = sessions.id AND origin = 0),
        (bot_verdict, bot_at, bot_ms, bot_suffix) = (
          SELECT bot_verdict, at, ms, suffix FROM judged WHERE session = sessions.id AND origin = 0
          ORDER BY at, ms, suffix LIMIT 1
        )
        WHERE id IN (SELECT id FROM misjudged);
      CREATE TEMP TABLE cleared AS
        SELECT events.project, events.type, events.order_id, events.ms, events.suffix
        FROM misjudged CROSS JOIN sessions USING (id)
        CROSS JOIN events INDEXED BY reports_by_session ON events.session = sessions.id
        WHERE sessions.bot = 0 AND events.session IS NOT NULL AND events.conversion IN (1, 2) AND events.origin <> 1
          AND events.bot = 0 AND events.exclusion IS NULL AND events.order_id IS NOT NULL;
      UPDATE order_reports SET rank = 1
        WHERE rank = 2 AND (project, type, order_id) IN (SELECT project, type, order_id FROM cleared)
          AND (project, ms, suffix) IN (SELECT project, ms, suffix FROM cleared);
      ${decideOrders('WHERE (project, type, order_id) IN (SELECT project, type, order_id FROM cleared)')}
      DROP TABLE temp.misjudged;
      DROP TABLE temp.judged;
      DROP TABLE temp.cleared;`,
};
