const FIRST_ROOM = 4096;
/** No view of the session is open. */
const NONE = 0;

type Times = { viewMs: number; timedViews: number };

/**
 * How long pages were looked at: from each view to the next view of the session, the last one to the last event of it. A view after
 * which nothing came has no time: nobody knows when the page was left.
 */
export class ViewTimes {
  /** By session: the page of the open view, from 1; when it began, and when the last event was, in epoch milliseconds. */
  readonly #page: Uint32Array;
  readonly #since: Float64Array;
  readonly #until: Float64Array;
  /** Views that are over. */
  #sessions = new Uint32Array(FIRST_ROOM);
  #pages = new Uint32Array(FIRST_ROOM);
  #lengths = new Float64Array(FIRST_ROOM);
  #count = 0;

  /** @param room every number of a session is below it */
  constructor(room: number) {
    this.#page = new Uint32Array(room);
    this.#since = new Float64Array(room);
    this.#until = new Float64Array(room);
  }

  /** Adds an event of a session, in the order of time. */
  add(session: number, at: number): void {
    this.#until[session] = at;
  }

  /** As `add`, for the view of a page. */
  addView(session: number, at: number, page: number): void {
    this.add(session, at);
    this.#end(session);
    this.#page[session] = page + 1;
    this.#since[session] = at;
  }

  /** What the views of some sessions come to, by page. To be asked for once, when all was added. */
  byPage(counts: (session: number) => boolean): ReadonlyMap<number, Times> {
    for (let session = 0; session < this.#page.length; session += 1) this.#end(session);
    const times = new Map<number, Times>();
    for (let index = 0; index < this.#count; index += 1) {
      if (!counts(this.#sessions[index] as number)) continue;
      const page = this.#pages[index] as number;
      const sum = times.get(page) ?? { viewMs: 0, timedViews: 0 };
      sum.viewMs += this.#lengths[index] as number;
      sum.timedViews += 1;
      times.set(page, sum);
    }
    return times;
  }

  /** Ends the open view of a session with the last event. */
  #end(session: number): void {
    const page = this.#page[session] as number;
    const length = (this.#until[session] as number) - (this.#since[session] as number);
    if (page === NONE || length <= 0) return;
    if (this.#count === this.#sessions.length) this.#widen();
    this.#sessions[this.#count] = session;
    this.#pages[this.#count] = page - 1;
    this.#lengths[this.#count] = length;
    this.#count += 1;
    this.#page[session] = NONE;
  }

  #widen(): void {
    const widen = <Kind extends Uint32Array | Float64Array>(values: Kind, wider: Kind): Kind => {
      wider.set(values);
      return wider;
    };
    const room = this.#count * 2;
    this.#sessions = widen(this.#sessions, new Uint32Array(room));
    this.#pages = widen(this.#pages, new Uint32Array(room));
    this.#lengths = widen(this.#lengths, new Float64Array(room));
  }
}
