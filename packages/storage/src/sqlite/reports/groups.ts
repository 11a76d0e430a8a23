/** What is counted of events by the values of a dimension. */
type GroupSums = { events: number; pageviews: number; visitors: number; sessions: number };

/** How many events there can be, and ids of visitors and of sessions; no sessions where they are not to be counted. */
export type GroupRoom = { readonly events: number; readonly visitors: number; readonly sessions: number };

/** Counts events by value; how many visitors and sessions are distinct comes out at the end. */
export type Groups = {
  /** An event; 0 for nobody, and for no session. */
  add(value: number, isPageview: boolean, who: number, session: number): void;
  sums(): Map<number, GroupSums>;
  /** How many visitors there are of all values. */
  visitors(): number;
};

/**
 * Sorts the events by value at the end, since then one stamp per visitor tells who is new to a value: a set of pairs
 * takes several times as long.
 */
export function createGroups(room: GroupRoom): Groups {
  const rows = new Uint32Array(room.events);
  const whos = new Uint32Array(room.events);
  const ofSessions = room.sessions === 0 ? null : new Uint32Array(room.events);
  const values: number[] = [];
  const events: number[] = [];
  const pageviews: number[] = [];
  let rowOf = new Int32Array(1024).fill(-1);
  let count = 0;

  /** The row of a value: both are small integers, for which a table is quicker than a map. */
  function rowOfValue(value: number): number {
    if (value >= rowOf.length) {
      const wider = new Int32Array(Math.max(rowOf.length * 2, value + 1)).fill(-1);
      wider.set(rowOf);
      rowOf = wider;
    }
    const known = rowOf[value] as number;
    if (known !== -1) return known;
    rowOf[value] = values.length;
    events.push(0);
    pageviews.push(0);
    return values.push(value) - 1;
  }

  function placesByRow(): { starts: Uint32Array; order: Uint32Array } {
    const starts = new Uint32Array(values.length + 1);
    for (const [row, own] of events.entries()) starts[row + 1] = (starts[row] as number) + own;
    const next = starts.slice();
    const order = new Uint32Array(count);
    for (let index = 0; index < count; index += 1) {
      const row = rows[index] as number;
      const place = next[row] as number;
      order[place] = index;
      next[row] = place + 1;
    }
    return { starts, order };
  }

  /** By row, how many different ones there are but 0. */
  function distinct(of: Uint32Array, size: number, sorted: ReturnType<typeof placesByRow>): number[] {
    const seenIn = new Uint32Array(size);
    return values.map((_, row) => {
      let found = 0;
      for (let place = sorted.starts[row] as number; place < (sorted.starts[row + 1] as number); place += 1) {
        const one = of[sorted.order[place] as number] as number;
        if (one === 0 || seenIn[one] === row + 1) continue;
        seenIn[one] = row + 1;
        found += 1;
      }
      return found;
    });
  }

  return {
    add(value, isPageview, who, session) {
      const row = rowOfValue(value);
      events[row] = (events[row] as number) + 1;
      if (isPageview) pageviews[row] = (pageviews[row] as number) + 1;
      rows[count] = row;
      whos[count] = who;
      if (ofSessions !== null) ofSessions[count] = session;
      count += 1;
    },
    sums() {
      const sorted = placesByRow();
      const visitors = distinct(whos, room.visitors, sorted);
      const sessions = ofSessions && distinct(ofSessions, room.sessions, sorted);
      return new Map(
        values.map((value, row) => [
          value,
          {
            events: events[row] as number,
            pageviews: pageviews[row] as number,
            visitors: visitors[row] as number,
            sessions: sessions?.[row] ?? 0,
          },
        ]),
      );
    },
    visitors() {
      const isSeen = new Uint8Array(room.visitors);
      // Nobody is no visitor.
      isSeen[0] = 1;
      let found = 0;
      for (let index = 0; index < count; index += 1) {
        const who = whos[index] as number;
        if (isSeen[who] === 1) continue;
        isSeen[who] = 1;
        found += 1;
      }
      return found;
    },
  };
}
