import { ArchivedSessions } from '../archive/archived-sessions.ts';
import { ARCHIVED_EVENTS } from '../archive/archived-tables.ts';
import { Blocks } from '../archive/blocks.ts';
import type { Connection } from '../open-database.ts';
import { originCode } from '../row-codes.ts';

const SERVER = originCode('server');

/** Sessions that are archived have no row there: they are looked at below. */
const REFERRED = `
  SELECT DISTINCT events.session FROM events LEFT JOIN sessions ON sessions.id = events.session
  WHERE events.project = :project AND events.at >= :before AND events.origin = ${SERVER}
    AND events.session IS NOT NULL AND coalesce(sessions.last_at, 0) < :before`;

/** Tells when sessions end, so that one goes as a whole. */
export class SessionEnds {
  readonly #archived: ArchivedSessions;
  readonly #events: Blocks;
  readonly #lastAt;
  readonly #referred;

  constructor(db: Connection) {
    this.#archived = new ArchivedSessions(db);
    this.#events = new Blocks(db, ARCHIVED_EVENTS);
    this.#lastAt = db.prepare('SELECT last_at FROM sessions WHERE id = ?').pluck();
    this.#referred = db.prepare(REFERRED).pluck();
  }

  /** When the last event of a browser in it happened; -Infinity for a session without any, or that is gone. */
  of(session: number): number {
    const inRow = this.#lastAt.get(session) as number | null | undefined;
    const last = inRow === undefined ? this.#archived.get(session, ['last_at'])?.last_at : inRow;
    return (last as number | null | undefined) ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * The sessions of a project that ended before an instant, except for what a backend reported in them since: no such event
   * moves the end of a session.
   * @throws BlockBroken
   */
  reportedSince(project: number, before: number): Set<number> {
    const found = new Set<number>();
    const consider = (session: number) => {
      if (this.of(session) < before) found.add(session);
    };
    for (const session of this.#referred.all({ project, before }) as number[]) consider(session);
    for (const block of this.#events.during(project, { from: before, until: Number.MAX_SAFE_INTEGER })) {
      const [times, origins, sessions] = ['at', 'origin', 'session'].map((name) =>
        this.#events.column(block, name),
      );
      const taken = this.#events.taken(block);
      for (let place = 0; place < block.rows; place += 1) {
        const session = sessions?.[place] ?? null;
        const isReport = origins?.[place] === SERVER && (times?.[place] as number) >= before;
        if (session !== null && isReport && !taken.has(place)) consider(session as number);
      }
    }
    return found;
  }
}
