import { widened } from '../days/widened.ts';
import { workingMemory } from '../working-memory.ts';

const FIRST_ROOM = 64;

/** A session that has events of a value on a day, and when it began. */
type Visit = (value: number, session: number, beganAt: number) => void;

/** Sessions with a value each, in the order in which they were added, outside of the heap of JavaScript. */
export class ValuedSessions {
  #count = 0;
  #value = workingMemory.uint32(FIRST_ROOM);
  #session = workingMemory.uint32(FIRST_ROOM);
  #beganAt = workingMemory.float64(FIRST_ROOM);

  add(value: number, session: number, beganAt: number): void {
    const place = this.#count;
    if (place === this.#value.length) {
      this.#value = widened(this.#value, place + 1);
      this.#session = widened(this.#session, place + 1);
      this.#beganAt = widened(this.#beganAt, place + 1);
    }
    this.#value[place] = value;
    this.#session[place] = session;
    this.#beganAt[place] = beganAt;
    this.#count += 1;
  }

  each(visit: Visit): void {
    for (let place = 0; place < this.#count; place += 1)
      visit(this.#value[place] as number, this.#session[place] as number, this.#beganAt[place] as number);
  }
}
