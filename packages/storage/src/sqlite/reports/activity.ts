import type { Activity } from '../../reports.ts';
import { archiveOf } from '../archive/archive-of.ts';
import { KIND } from '../archive/archived-tables.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';

const CORRECTED = 'events INDEXED BY events_with_corrected_time';

const LAST = `
  SELECT max(at) FROM (
    SELECT max(ms) AS at FROM events WHERE project = :project AND at = ms
    UNION ALL
    SELECT max(at) FROM ${CORRECTED} WHERE project = :project AND at <> ms
    UNION ALL
    SELECT max(last_at) FROM blocks WHERE kind = ${KIND.events} AND project = :project
  )`;

const SINCE = `
  SELECT
    (SELECT count(*) FROM events WHERE project = :project AND ms >= :since AND at = ms)
    + (SELECT count(*) FROM ${CORRECTED} WHERE project = :project AND at >= :since AND at <> ms)`;

/** When a project's last event happened, and how many happened since an instant. */
export function activity(db: Connection, key: string, since: number): Activity {
  const project = projectNumber(db, key);
  if (project === undefined) return { lastEventAt: null, eventsSince: 0 };
  const inRows = db.prepare(SINCE).pluck().get({ project, since }) as number;
  return {
    lastEventAt: db.prepare(LAST).pluck().get({ project }) as number | null,
    eventsSince: inRows + archiveOf(db).events.countSince(project, since),
  };
}
