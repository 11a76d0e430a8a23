import { widened } from '../../days/widened.ts';
import { workingMemory } from '../../working-memory.ts';

const FIRST_ROOM = 4096;
/** No view of the session is open. */
const NONE = 0;

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
  #sessions = workingMemory.uint32(FIRST_ROOM);
  #pages = workingMemory.uint32(FIRST_ROOM);
  #lengths = workingMemory.float64(FIRST_ROOM);
  #count = 0;

  /** @param room every number of a session is below it */
  constructor(room: number) {
    this.#page = workingMemory.uint32(room);
    this.#since = workingMemory.float64(room);
    this.#until = workingMemory.float64(room);
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

  /** All views that have a time, with that in milliseconds. To be asked for once, when all was added. */
  each(visit: (session: number, page: number, ms: number) => void): void {
    for (let session = 0; session < this.#page.length; session += 1) this.#end(session);
    for (let index = 0; index < this.#count; index += 1)
      visit(this.#sessions[index] as number, this.#pages[index] as number, this.#lengths[index] as number);
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
    const room = this.#count * 2;
    this.#sessions = widened(this.#sessions, room);
    this.#pages = widened(this.#pages, room);
    this.#lengths = widened(this.#lengths, room);
  }
}
