import type { Connection } from '../open-database.ts';
import { ENDS_OF_EVENTS } from './ends-of-events.ts';
import { eventRowsSql } from './event-columns.ts';
import { KIND, type SegmentSizes, type Stretch } from './segment-range.ts';

/** The stretches of a project that are worth sealing: full ones, and gaps between sealed ones, once at rest. */
export type Sealable = (project: number) => Iterable<Stretch>;

const SEALED = `
  SELECT part AS "from", until FROM sealed
  WHERE kind = :kind AND project = :project AND columns IS NOT NULL ORDER BY part`;

const BOUNDS = `
  SELECT min(low) AS "from", max(high) + 1 AS until, (SELECT max(ms) FROM events WHERE project = :project) AS newest
  FROM (${ENDS_OF_EVENTS})`;

type Bounds = { from: number | null; until: number; newest: number };
type Span = { from: number; until: number };

export function createSealable(db: Connection, sizes: SegmentSizes): Sealable {
  const sealed = db.prepare(SEALED);
  const boundsOf = db.prepare(BOUNDS);
  const lastOfFull = db
    .prepare(`SELECT at FROM (${eventRowsSql('NULL')}) LIMIT 1 OFFSET ${sizes.events - 1}`)
    .pluck();
  const maxSession = db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck();
  const lastSeen = db
    .prepare('SELECT max(last_at) FROM sessions WHERE id >= :from AND id < :until AND +project = :project')
    .pluck();

  function* gapsOf(
    kind: number,
    project: number,
    { from, until }: Span,
  ): Iterable<Span & { isTail: boolean }> {
    let at = from;
    for (const next of sealed.all({ kind, project }) as Span[]) {
      if (next.from > at) yield { from: at, until: next.from, isTail: false };
      at = Math.max(at, next.until);
    }
    if (at < until) yield { from: at, until, isTail: true };
  }

  function* events(project: number, { from, until, newest }: Bounds & Span): Iterable<Stretch> {
    const rest = newest - sizes.restlessMs;
    for (const gap of gapsOf(KIND.events, project, { from, until })) {
      let at = gap.from;
      while (at < gap.until) {
        const last = lastOfFull.get({ project, from: at, until: gap.until }) as number | undefined;
        if (last === undefined && gap.isTail) break;
        const end = last === undefined ? gap.until : last + 1;
        if (end <= rest) yield { kind: KIND.events, project, from: at, until: end };
        at = end;
      }
    }
  }

  function* sessions(project: number, newest: number): Iterable<Stretch> {
    const until = (maxSession.get() as number) + 1;
    for (const gap of gapsOf(KIND.sessions, project, { from: 0, until })) {
      for (let from = gap.from; from + sizes.sessionIds <= gap.until; from += sizes.sessionIds) {
        const stretch = { kind: KIND.sessions, project, from, until: from + sizes.sessionIds };
        const seen = lastSeen.get({ project, from, until: stretch.until }) as number | null;
        if (seen === null || seen <= newest - sizes.restlessMs) yield stretch;
      }
    }
  }

  return function* sealable(project) {
    const bounds = boundsOf.get({ project }) as Bounds;
    if (bounds.from === null) return;
    yield* events(project, bounds as Bounds & Span);
    yield* sessions(project, bounds.newest);
  };
}
