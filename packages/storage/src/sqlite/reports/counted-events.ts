import type { Period, Question } from '../../event-store.ts';
import type { Connection } from '../open-database.ts';
import { BOT_EXCLUSION_CODES } from '../row-codes.ts';

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

/** An excluded event that names a session is no part of it. */
const COLUMNS = `
  project, at, origin, type, CASE WHEN exclusion IS NULL THEN session END AS session, visitor, user, page, client,
  touch, conversion, amount, currency`;

/**
 * A table expression `counted`: the events of a period that reports count. Where the time is that of the id,
 * the primary key is the index on it; the few with a corrected time come from their own index.
 */
export const COUNTED_EVENTS = `
  counted AS (
    SELECT ${COLUMNS} FROM events
    WHERE project = :project AND ms >= :from AND ms < :to AND at = ms AND (exclusion IS NULL OR (:bots AND exclusion IN (${BOT_EXCLUSION_CODES})))
    UNION ALL
    SELECT ${COLUMNS} FROM events INDEXED BY events_with_corrected_time
    WHERE project = :project AND at >= :from AND at < :to AND at <> ms AND (exclusion IS NULL OR (:bots AND exclusion IN (${BOT_EXCLUSION_CODES})))
  )`;
