import { DAY_MS } from '@cvq/contract/constants';
import { archiveOf } from '../archive/archive-of.ts';
import type { ArchivedEvents } from '../archive/archived-events.ts';
import { KIND } from '../archive/archived-tables.ts';
import { IS_WIDE } from '../archive/blocks.ts';
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
    WHERE kind = ${KIND.events} AND project = :project AND last_at >= :from AND NOT (${IS_WIDE})
  )`;

/** Finds the days on which a project may have events. */
export class UnstoredDays {
  readonly #next;
  readonly #archived: ArchivedEvents;

  constructor(db: Connection) {
    this.#archived = archiveOf(db).events;
    this.#next = db.prepare(NEXT).pluck();
  }

  /** The beginnings of the days that lie in a period, the first and the last in part. @throws BlockBroken */
  *between(project: number, { from, to }: Period): Iterable<number> {
    if (from >= to) return;
    const ofWide = this.#archived.daysOfWideBlocks(project, { from, until: to });
    for (let at = from; at < to; ) {
      const next = this.#next.get({ project, from: at }) as number | null;
      const inWide = ofWide.find((start) => start + DAY_MS > at);
      const first = Math.min(next ?? to, inWide ?? to);
      if (first >= to) return;
      const start = first - (first % DAY_MS);
      yield start;
      at = start + DAY_MS;
    }
  }
}
