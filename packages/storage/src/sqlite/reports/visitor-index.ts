import { isPartOfSession } from '../../attribution/credit-rule.ts';
import { BOT } from '../row-codes.ts';
import { botOf, type EventColumns, FLAG } from '../segments/event-columns.ts';
import type { Segment } from '../segments/segments.ts';
import type { SessionColumns } from '../segments/session-columns.ts';

/** By event of a segment: the visitor, and where its session stands once that has started. */
export type SegmentVisitors = {
  /** The session's visitor, else the event's own; 0 where the visitor is unknown. */
  readonly who: Uint32Array;
  /** Which of `tables` holds the session, times `PLACES`, plus its place there; `NOWHERE` without a started one. */
  readonly places: Uint32Array;
  /** The worse of what the event and its session are classified as, as `BOT` says it. */
  readonly botLevel: Uint8Array;
  /** The classification itself, its own before that of its session; 0 for a person. */
  readonly classifications: Uint32Array;
  readonly tables: readonly SessionColumns[];
};

/** Moves to the session that an event is part of. */
export function findSessionOf(finder: SessionFinder, events: EventColumns, index: number): boolean {
  const started = finder.find(events.session[index] as number);
  if (finder.place === -1) return started;
  const fromServer = ((events.flags[index] as number) & FLAG.server) !== 0;
  const isBots = finder.columns.bot[finder.place] !== BOT.none;
  return isPartOfSession(fromServer, isBots) ? started : finder.find(0);
}

/** A place within a table takes the lower bits of a number, and the table the upper ones. */
export const PLACE_BITS = 16;
export const PLACES = 1 << PLACE_BITS;
export const NOWHERE = 0xffff_ffff;

/** What was found out for a segment of events, with the segments of sessions that it was found in. */
type Known = Omit<SegmentVisitors, 'tables'> & { readonly used: readonly Used[] };
type Used = { readonly from: number; readonly identity: number | SessionColumns };

const identityOf = ({ stored, columns }: Segment<SessionColumns>) => stored ?? columns;

export type FindVisitors = (events: EventColumns) => SegmentVisitors;

/**
 * Finds out who the visitors of events are, once for as long as neither the events nor the sessions that they are of
 * change: most questions are about the same days again.
 */
export class VisitorIndex {
  readonly #known = new WeakMap<EventColumns, Known>();

  /** For questions of one moment, at which these were the sessions. */
  of(sessions: readonly Segment<SessionColumns>[]): FindVisitors {
    const byStart = new Map(sessions.map((segment) => [segment.from, segment]));
    const finder = createSessionFinder(sessions);
    const isCurrent = ({ used }: Known) =>
      used.every(({ from, identity }) => {
        const current = byStart.get(from);
        return current !== undefined && identityOf(current) === identity;
      });
    return (events) => {
      let known = this.#known.get(events);
      if (known === undefined || !isCurrent(known)) {
        known = findVisitors(events, finder);
        this.#known.set(events, known);
      }
      const tables = known.used.map(({ from }) => (byStart.get(from) as Segment<SessionColumns>).columns);
      return { ...known, tables };
    };
  }
}

function findVisitors(events: EventColumns, finder: SessionFinder): Known {
  const who = events.visitor.slice();
  const places = new Uint32Array(events.count).fill(NOWHERE);
  const botLevel = new Uint8Array(events.count);
  const classifications = events.botVerdict.slice();
  const tables = new Map<Segment<SessionColumns>, number>();
  for (let index = 0; index < events.count; index += 1) {
    const started = findSessionOf(finder, events, index);
    botLevel[index] = botOf(events.flags[index] as number);
    const { segment, place, columns } = finder;
    if (segment === null) continue;
    const table = tables.get(segment) ?? tables.size;
    tables.set(segment, table);
    if (place === -1) continue;
    who[index] = columns.visitor[place] || (who[index] as number);
    botLevel[index] = Math.max(botLevel[index] as number, columns.bot[place] as number);
    classifications[index] ||= columns.botVerdict[place] as number;
    if (started) places[index] = table * PLACES + place;
  }
  const used = [...tables.keys()].map((segment) => ({ from: segment.from, identity: identityOf(segment) }));
  return { who, places, botLevel, classifications, used };
}

/** A session: the columns that hold it and its place there. A place of -1 is no session. */
export type SessionFinder = {
  columns: SessionColumns;
  place: number;
  /** The segment that was looked in; null for an event without a session. */
  segment: Segment<SessionColumns> | null;
  /** Moves to a session, to none for an unknown id; true for one that has started. */
  find(id: number): boolean;
};

const NONE = { count: 0 } as SessionColumns;

/** Finds sessions of a project by id. Neighbouring events have neighbouring sessions, so it looks there first. */
export function createSessionFinder(segments: readonly Segment<SessionColumns>[]): SessionFinder {
  let current: Segment<SessionColumns> | null = null;
  let lastId = 0;
  let lastStarted = false;

  const finder: SessionFinder = {
    columns: NONE,
    place: -1,
    segment: null,
    find(id) {
      if (id === lastId) return lastStarted;
      lastId = id;
      finder.place = -1;
      finder.segment = null;
      lastStarted = false;
      if (id === 0) return false;
      if (current === null || id < current.from || id >= current.until) {
        current = segments[lastAtMost(segments.length, (index) => segments[index]?.from ?? 0, id)] ?? null;
        if (current === null || id >= current.until) return false;
        finder.columns = current.columns;
      }
      finder.segment = current;
      const ids = finder.columns.id;
      const place = lastAtMost(ids.length, (index) => ids[index] as number, id);
      if (place === -1 || ids[place] !== id) return false;
      finder.place = place;
      const firstAt = finder.columns.firstAt[place] as number;
      lastStarted = !Number.isNaN(firstAt);
      return lastStarted;
    },
  };
  return finder;
}

/** Where the last of ascending values stands that is no larger than the wanted one; -1 if none is. */
function lastAtMost(length: number, valueAt: (index: number) => number, wanted: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(middle) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
