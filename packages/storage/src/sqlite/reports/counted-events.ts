import type { Period, Question } from '../../event-store.ts';
import type { Connection } from '../open-database.ts';
import { BOT, BOT_EXCLUSION_CODES } from '../row-codes.ts';

/** Parameters that the SQL of every report takes. `project` is null when it has no event yet. */
export type ReportParameters = { project: number | null; from: number; to: number; bots: 0 | 1 };

export function reportParameters(db: Connection, question: Question, period: Period): ReportParameters {
  const project = db.prepare('SELECT id FROM projects WHERE key = ?').pluck().get(question.project);
  return {
    project: (project as number | undefined) ?? null,
    from: period.from,
    to: period.to,
    bots: question.bots === 'included' ? 1 : 0,
  };
}

/** What an event is by its own verdict or by that on its session, which may have come later. */
export const BOTNESS = `
  max(events.bot, CASE WHEN exclusion IS NULL
    THEN coalesce((SELECT sessions.bot FROM sessions WHERE sessions.id = events.session), ${BOT.none})
    ELSE ${BOT.none} END)`;

/** An excluded event that names a session is no part of it. A bot's conversion is never one. */
const COLUMNS = `
  project, at, origin, type, CASE WHEN exclusion IS NULL THEN session END AS session, visitor, user, page, client,
  touch, CASE WHEN ${BOTNESS} = ${BOT.none} THEN conversion ELSE 0 END AS conversion, amount, currency`;

const COUNTS = `
  (exclusion IS NULL OR (:bots AND exclusion IN (${BOT_EXCLUSION_CODES})))
  AND (:bots OR ${BOTNESS} < ${BOT.filtered})`;

/** The sessions that reports count. */
export const COUNTED_SESSION = `(:bots OR sessions.bot < ${BOT.filtered})`;
export const CONVERTED_SESSION = `(conversions > 0 AND sessions.bot = ${BOT.none})`;

/**
 * A table expression `counted`: the events of a period that reports count. Where the time is that of the id,
 * the primary key is the index on it; the few with a corrected time come from their own index.
 */
export const COUNTED_EVENTS = `
  counted AS (
    SELECT ${COLUMNS} FROM events
    WHERE project = :project AND ms >= :from AND ms < :to AND at = ms AND ${COUNTS}
    UNION ALL
    SELECT ${COLUMNS} FROM events INDEXED BY events_with_corrected_time
    WHERE project = :project AND at >= :from AND at < :to AND at <> ms AND ${COUNTS}
  )`;
