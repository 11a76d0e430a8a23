import type { Activity } from '../../reports.ts';
import type { Connection } from '../open-database.ts';

const PROJECT = '(SELECT id FROM projects WHERE key = :project)';
const CORRECTED = 'events INDEXED BY events_with_corrected_time';

const LAST = `
  SELECT max(at) FROM (
    SELECT max(ms) AS at FROM events WHERE project = ${PROJECT} AND at = ms
    UNION ALL
    SELECT max(at) FROM ${CORRECTED} WHERE project = ${PROJECT} AND at <> ms
  )`;

const SINCE = `
  SELECT
    (SELECT count(*) FROM events WHERE project = ${PROJECT} AND ms >= :since AND at = ms)
    + (SELECT count(*) FROM ${CORRECTED} WHERE project = ${PROJECT} AND at >= :since AND at <> ms)`;

/** When a project's last event happened, and how many happened since an instant. */
export function activity(db: Connection, project: string, since: number): Activity {
  return {
    lastEventAt: db.prepare(LAST).pluck().get({ project }) as number | null,
    eventsSince: db.prepare(SINCE).pluck().get({ project, since }) as number,
  };
}
