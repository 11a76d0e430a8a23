import { MAX_AHEAD_MS } from '@cvq/contract/constants';
import { KIND } from '../archive/archived-tables.ts';
import type { Connection } from '../open-database.ts';

/** When the first and the last event of a project happened, or somewhat before and after. */
export type ProjectEnds = { readonly low: number; readonly high: number };

/** Of blocks that reach beyond what is believed it is enough that nothing is taken for younger than now. */
const ENDS = `
  SELECT min(low) AS low, max(high) AS high FROM (
    SELECT (SELECT min(ms) FROM events WHERE project = :project) AS low,
      (SELECT max(ms) FROM events WHERE project = :project AND ms <= :latest) AS high
    UNION ALL
    SELECT
      (SELECT min(at) FROM events INDEXED BY events_with_corrected_time WHERE project = :project AND at <> ms),
      (SELECT max(at) FROM events INDEXED BY events_with_corrected_time
        WHERE project = :project AND at <= :latest AND at <> ms)
    UNION ALL
    SELECT min(first_at), max(iif(last_at <= :latest, last_at, :now)) FROM blocks
    WHERE kind = ${KIND.events} AND project = :project AND first_at <= :latest
  )`;

/**
 * Finds the ends of a project by its number; null for one without events. What is further ahead of now than tracking
 * takes is no end: by one such event all others would be long at rest.
 */
export function projectEndsIn(db: Connection): (project: number, now: number) => ProjectEnds | null {
  const ends = db.prepare(ENDS);
  return (project, now) => {
    const found = ends.get({ project, now, latest: now + MAX_AHEAD_MS });
    const { low, high } = found as { low: number | null; high: number | null };
    return low === null || high === null ? null : { low, high };
  };
}
