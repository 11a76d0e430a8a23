import { KIND } from '../archive/archived-tables.ts';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';

/** Whose first event is asked for along with a question, of those that have happened by an instant in epoch milliseconds. */
export type FirstEventAsked = { readonly project: string; readonly by: number };
/** The answer to the question, and when that event happened; null where there is none. */
export type AnswerWithFirstEvent = { readonly answer: unknown; readonly firstEventAt: number | null };

const FIRST = `
  SELECT min(at) FROM (
    SELECT min(ms) AS at FROM events WHERE project = :project AND ms <= :by AND at = ms
    UNION ALL
    SELECT min(at) FROM events INDEXED BY events_with_corrected_time
    WHERE project = :project AND at <= :by AND at <> ms
    UNION ALL
    SELECT min(first_at) FROM blocks WHERE kind = ${KIND.events} AND project = :project AND first_at <= :by
  )`;

const statementOf = oncePerConnection((db) => db.prepare(FIRST).pluck());

/** When a project's first event happened, of those that have happened by a moment; null where there is none. Epoch milliseconds. */
export function firstEvent(db: Connection, key: string, by: number): number | null {
  const project = projectNumber(db, key);
  return project === undefined ? null : (statementOf(db).get({ project, by }) as number | null);
}
