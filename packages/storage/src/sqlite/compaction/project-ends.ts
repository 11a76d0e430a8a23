import { KIND } from '../archive/archived-tables.ts';
import type { Connection } from '../open-database.ts';

/** When the first and the last event of a project happened, or somewhat before and after. */
export type ProjectEnds = { readonly low: number; readonly high: number };

const ENDS = `
  SELECT min(low) AS low, max(high) AS high FROM (
    SELECT (SELECT min(ms) FROM events WHERE project = :project) AS low,
      (SELECT max(ms) FROM events WHERE project = :project) AS high
    UNION ALL
    SELECT
      (SELECT min(at) FROM events INDEXED BY events_with_corrected_time WHERE project = :project AND at <> ms),
      (SELECT max(at) FROM events INDEXED BY events_with_corrected_time WHERE project = :project AND at <> ms)
    UNION ALL
    SELECT min(first_at), max(last_at) FROM blocks WHERE kind = ${KIND.events} AND project = :project
  )`;

/** Finds the ends of a project by its number; null for one without events. */
export function projectEndsIn(db: Connection): (project: number) => ProjectEnds | null {
  const ends = db.prepare(ENDS);
  return (project) => {
    const found = ends.get({ project }) as { low: number | null; high: number };
    return found.low === null ? null : { low: found.low, high: found.high };
  };
}
