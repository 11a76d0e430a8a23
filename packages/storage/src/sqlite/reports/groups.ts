/** What is counted of events by the values of a dimension. */
type GroupSums = { events: number; pageviews: number; visitors: number; sessions: number };

/** How many entries there can be, and ids of visitors and of sessions; no sessions where they are not to be counted. */
export type GroupRoom = { readonly entries: number; readonly visitors: number; readonly sessions: number };

/** The entries of each row, together: those of a row stand in `order` from its start to that of the next. */
type Sorted = { readonly starts: Uint32Array; readonly order: Uint32Array };

/**
 * Counts events by value; how many visitors and sessions are distinct comes out at the end. The events are sorted by
 * value then, since one stamp per visitor tells who is new to a value: a set of pairs takes several times as long.
 */
export class Groups {
  readonly #room: GroupRoom;
  readonly #rows: Uint32Array;
  readonly #visitors: Uint32Array;
  readonly #sessions: Uint32Array | null;
  readonly #values: number[] = [];
  readonly #events: number[] = [];
  /** How many pairs of the row and a visitor there are, some alike. */
  readonly #entries: number[] = [];
  readonly #pageviews: number[] = [];
  #rowOf = new Int32Array(1024).fill(-1);
  #count = 0;

  constructor(room: GroupRoom) {
    this.#room = room;
    this.#rows = new Uint32Array(room.entries);
    this.#visitors = new Uint32Array(room.entries);
    this.#sessions = room.sessions === 0 ? null : new Uint32Array(room.entries);
  }

  /** Adds an event to a value, of a visitor and a session or 0 for none of them. Gives the row of the value. */
  add(value: number, visitor: number, session: number): number {
    const row = this.rowOf(value);
    this.#events[row] = (this.#events[row] as number) + 1;
    if (this.#sessions !== null) this.#sessions[this.#count] = session;
    this.addVisitor(row, visitor);
    return row;
  }

  /** A visitor has events of a row. */
  addVisitor(row: number, visitor: number): void {
    const index = this.#count;
    this.#rows[index] = row;
    this.#visitors[index] = visitor;
    this.#entries[row] = (this.#entries[row] as number) + 1;
    this.#count = index + 1;
  }

  /** The event that was added to a row is a page view. */
  addPageview(row: number): void {
    this.#pageviews[row] = (this.#pageviews[row] as number) + 1;
  }

  sums(): Map<number, GroupSums> {
    const sorted = this.#sorted();
    const visitors = this.#distinct(this.#visitors, this.#room.visitors, sorted);
    const sessions = this.#sessions && this.#distinct(this.#sessions, this.#room.sessions, sorted);
    const sumsOf = (row: number): GroupSums => ({
      events: this.#events[row] as number,
      pageviews: this.#pageviews[row] as number,
      visitors: visitors[row] as number,
      sessions: sessions?.[row] ?? 0,
    });
    return new Map(this.#values.map((value, row) => [value, sumsOf(row)]));
  }

  /** How many visitors there are of all values. */
  visitors(): number {
    const isSeen = new Uint8Array(this.#room.visitors);
    // An unknown visitor is none.
    isSeen[0] = 1;
    let found = 0;
    for (let index = 0; index < this.#count; index += 1) {
      const visitor = this.#visitors[index] as number;
      if (isSeen[visitor] === 1) continue;
      isSeen[visitor] = 1;
      found += 1;
    }
    return found;
  }

  /** The row of a value: both are small integers, for which a table is quicker than a map. */
  rowOf(value: number): number {
    if (value >= this.#rowOf.length) {
      const wider = new Int32Array(Math.max(this.#rowOf.length * 2, value + 1)).fill(-1);
      wider.set(this.#rowOf);
      this.#rowOf = wider;
    }
    const known = this.#rowOf[value] as number;
    if (known !== -1) return known;
    this.#rowOf[value] = this.#values.length;
    this.#events.push(0);
    this.#entries.push(0);
    this.#pageviews.push(0);
    return this.#values.push(value) - 1;
  }

  #sorted(): Sorted {
    const starts = new Uint32Array(this.#values.length + 1);
    for (const [row, own] of this.#entries.entries()) starts[row + 1] = (starts[row] as number) + own;
    const next = starts.slice();
    const order = new Uint32Array(this.#count);
    for (let index = 0; index < this.#count; index += 1) {
      const row = this.#rows[index] as number;
      const place = next[row] as number;
      order[place] = index;
      next[row] = place + 1;
    }
    return { starts, order };
  }

  /** By row, how many different ones there are but 0. */
  #distinct(of: Uint32Array, size: number, { starts, order }: Sorted): number[] {
    const seenIn = new Uint32Array(size);
    return this.#values.map((_, row) => {
      let found = 0;
      for (let place = starts[row] as number; place < (starts[row + 1] as number); place += 1) {
        const one = of[order[place] as number] as number;
        if (one === 0 || seenIn[one] === row + 1) continue;
        seenIn[one] = row + 1;
        found += 1;
      }
      return found;
    });
  }
}
