import type { Activity } from '../../reports.ts';
import { archiveOf } from '../archive/archive-of.ts';
import { KIND } from '../archive/archived-tables.ts';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { firstEvent } from './first-event.ts';

const CORRECTED = 'events INDEXED BY events_with_corrected_time';

const LAST = `
  SELECT max(at) FROM (
    SELECT max(ms) AS at FROM events WHERE project = :project AND ms <= :now AND at = ms
    UNION ALL
    SELECT max(at) FROM ${CORRECTED} WHERE project = :project AND at <= :now AND at <> ms
    UNION ALL
    SELECT max(last_at) FROM blocks WHERE kind = ${KIND.events} AND project = :project AND last_at <= :now
  )`;

const SINCE = `
  SELECT
    (SELECT count(*) FROM events WHERE project = :project AND ms BETWEEN :since AND :now AND at = ms)
    + (SELECT count(*) FROM ${CORRECTED} WHERE project = :project AND at BETWEEN :since AND :now AND at <> ms)`;

const statementsIn = oncePerConnection((db) => ({
  since: db.prepare(SINCE).pluck(),
  last: db.prepare(LAST).pluck(),
}));

/** Epoch milliseconds, both included. */
type Span = { readonly since: number; readonly now: number };

/** When a project's first and last event happened, and how many happened in a span. What is ahead of its end has not happened. */
export function activity(db: Connection, key: string, { since, now }: Span): Activity {
  const project = projectNumber(db, key);
  if (project === undefined) return { firstEventAt: null, lastEventAt: null, eventsSince: 0 };
  const { events } = archiveOf(db);
  const statements = statementsIn(db);
  const inRows = statements.since.get({ project, since, now }) as number;
  const last = statements.last.get({ project, now }) as number | null;
  const lastAt = Math.max(last ?? Number.NEGATIVE_INFINITY, events.lastOfBlocksAcross(project, now));
  return {
    firstEventAt: firstEvent(db, key, now),
    lastEventAt: Number.isFinite(lastAt) ? lastAt : null,
    eventsSince: inRows + events.countDuring(project, { from: since, until: now + 1 }),
  };
}
