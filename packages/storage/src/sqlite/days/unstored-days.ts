import { DAY_MS } from '@cvq/contract/constants';
import { KIND } from '../archive/archived-tables.ts';
import type { Connection } from '../open-database.ts';

type Period = { readonly from: number; readonly to: number };

const NEXT = `
  SELECT min(at) FROM (
    SELECT min(ms) AS at FROM events WHERE project = :project AND ms >= :from
    UNION ALL
    SELECT min(at) FROM events INDEXED BY events_with_corrected_time
    WHERE project = :project AND at >= :from AND at <> ms
    UNION ALL
    SELECT min(max(first_at, :from)) FROM blocks INDEXED BY blocks_by_time
    WHERE kind = ${KIND.events} AND project = :project AND last_at >= :from
  )`;

/** Finds the days on which a project may have events. */
export class UnstoredDays {
  readonly #next;

  constructor(db: Connection) {
    this.#next = db.prepare(NEXT).pluck();
  }

  /** The beginnings of the days that lie in a period, the first and the last in part. */
  *between(project: number, { from, to }: Period): Iterable<number> {
    for (let at = from; at < to; ) {
      const next = this.#next.get({ project, from: at }) as number | null;
      if (next === null || next >= to) return;
      const start = next - (next % DAY_MS);
      yield start;
      at = start + DAY_MS;
    }
  }
}
