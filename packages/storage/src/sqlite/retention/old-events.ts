import type { EventId } from '@cvq/contract';
import { ARCHIVED_EVENTS } from '../archive/archived-tables.ts';
import { Blocks } from '../archive/blocks.ts';
import type { Connection } from '../open-database.ts';

/** An event with its session. */
export type OldEvent = EventId & { readonly session: number | null };

/** So many rows are read at once: while rows are read one by one nothing can be written. */
const AT_ONCE = 2000;

const ROWS = `
  SELECT ms, suffix, session FROM events
  WHERE project = :project AND (ms, suffix) > (:ms, :suffix) AND ms < :before AND at < :before
  ORDER BY ms, suffix LIMIT ${AT_ONCE}`;
/** Of ids that tell a later time than their events. */
const CORRECTED = `
  SELECT ms, suffix, session FROM events INDEXED BY events_with_corrected_time
  WHERE project = :project AND at < :before AND at <> ms AND ms >= :before AND (ms, suffix) > (:ms, :suffix)
  ORDER BY ms, suffix LIMIT ${AT_ONCE}`;

/** Finds the events of a project that happened before an instant, in rows and in blocks. */
export class OldEvents {
  readonly #blocks: Blocks;
  readonly #statements;

  constructor(db: Connection) {
    this.#blocks = new Blocks(db, ARCHIVED_EVENTS);
    this.#statements = [db.prepare(ROWS), db.prepare(CORRECTED)];
  }

  /** Some at a time; what is deleted meanwhile is no matter. @throws BlockBroken */
  *before(project: number, before: number): Iterable<readonly OldEvent[]> {
    for (const statement of this.#statements) {
      let last: EventId | undefined = { ms: -1, suffix: '' };
      while (last !== undefined) {
        const { ms, suffix }: EventId = last;
        const found = statement.all({ project, before, ms, suffix }) as OldEvent[];
        if (found.length > 0) yield found;
        last = found.length < AT_ONCE ? undefined : found.at(-1);
      }
    }
    for (const block of this.#blocks.during(project, { from: 0, until: before })) {
      // An erasure by another process may have made it anew.
      if (this.#blocks.head(block.id) === undefined) continue;
      const column = (name: string) => this.#blocks.column(block, name);
      const [times, ids, suffixes, sessions] = ['at', 'ms', 'suffix', 'session'].map(column);
      const taken = this.#blocks.taken(block);
      const places = Array.from({ length: block.rows }, (_, place) => place);
      yield places
        .filter((place) => !taken.has(place) && (times?.[place] as number) < before)
        .map((place) => ({
          ms: ids?.[place] as number,
          suffix: suffixes?.[place] as string,
          session: (sessions?.[place] ?? null) as number | null,
        }));
    }
  }
}
