import type { Connection } from '../open-database.ts';
import { ENDS_OF_EVENTS } from './ends-of-events.ts';
import { EVENTS } from './event-columns.ts';
import { KIND, type SegmentRange, type SegmentSizes } from './segment-range.ts';

const STORED = `
  SELECT part AS "from", until FROM sealed
  WHERE kind = :kind AND project = :project AND columns IS NOT NULL ORDER BY part`;

const BOUNDS = `
  SELECT min(low) AS "from", max(high) + 1 AS until, (SELECT max(ms) FROM events WHERE project = :project) AS newest
  FROM (${ENDS_OF_EVENTS})`;

type Bounds = { readonly from: number | null; readonly until: number; readonly newest: number };
type Span = { readonly from: number; readonly until: number };
/** What lies between stored segments, or behind the last: a tail that may still grow. */
type Gap = Span & { readonly isTail: boolean };

/** Finds the ranges of a project that are worth compacting: full ones, and gaps, once the hot window has passed. */
export class CompactableRanges {
  readonly #sizes: SegmentSizes;
  readonly #stored;
  readonly #bounds;
  readonly #lastOfFull;
  readonly #maxSession;
  readonly #lastSeen;

  constructor(db: Connection, sizes: SegmentSizes) {
    this.#sizes = sizes;
    this.#stored = db.prepare(STORED);
    this.#bounds = db.prepare(BOUNDS);
    this.#lastOfFull = db
      .prepare(`SELECT at FROM (${EVENTS.rowsSql('NULL')}) LIMIT 1 OFFSET ${sizes.events - 1}`)
      .pluck();
    this.#maxSession = db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck();
    this.#lastSeen = db
      .prepare('SELECT max(last_at) FROM sessions WHERE id >= :from AND id < :until AND +project = :project')
      .pluck();
  }

  *of(project: number): Iterable<SegmentRange> {
    const { from, until, newest } = this.#bounds.get({ project }) as Bounds;
    if (from === null) return;
    const coldUntil = newest - this.#sizes.hotWindowMs;
    yield* this.#events(project, { from, until }, coldUntil);
    yield* this.#sessions(project, coldUntil);
  }

  *#events(project: number, span: Span, coldUntil: number): Iterable<SegmentRange> {
    for (const gap of this.#gapsOf(KIND.events, project, span)) {
      let { from } = gap;
      while (from < gap.until) {
        const last = this.#lastOfFull.get({ project, from, until: gap.until }) as number | undefined;
        if (last === undefined && gap.isTail) break;
        const until = last === undefined ? gap.until : last + 1;
        if (until <= coldUntil) yield { kind: KIND.events, project, from, until };
        from = until;
      }
    }
  }

  *#sessions(project: number, coldUntil: number): Iterable<SegmentRange> {
    const { sessionIds } = this.#sizes;
    const until = (this.#maxSession.get() as number) + 1;
    for (const gap of this.#gapsOf(KIND.sessions, project, { from: 0, until })) {
      for (let { from } = gap; from + sessionIds <= gap.until; from += sessionIds) {
        const range = { kind: KIND.sessions, project, from, until: from + sessionIds };
        const seen = this.#lastSeen.get({ project, from, until: range.until }) as number | null;
        if (seen === null || seen <= coldUntil) yield range;
      }
    }
  }

  *#gapsOf(kind: number, project: number, { from, until }: Span): Iterable<Gap> {
    let at = from;
    for (const next of this.#stored.all({ kind, project }) as Span[]) {
      if (next.from > at) yield { from: at, until: next.from, isTail: false };
      at = Math.max(at, next.until);
    }
    if (at < until) yield { from: at, until, isTail: true };
  }
}
