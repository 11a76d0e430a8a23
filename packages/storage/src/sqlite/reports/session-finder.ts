import type { Segment } from '../segments/segments.ts';
import type { SessionColumns } from '../segments/session-columns.ts';

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
