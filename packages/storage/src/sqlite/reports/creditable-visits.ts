import type { CreditWindow, Visit } from '../../attribution/credit-rule.ts';
import type { RollupOfVisits } from '../rollups/rollup-format.ts';
import { NumberSet } from './number-set.ts';

export type CreditableVisit = Visit & { readonly session: number; readonly touch: number };

const FIRST_ROOM = 4096;

/** The visits of the persons that are asked for, all of which can be credited. They are to be added in the order of time. */
export class CreditableVisits {
  /** Small enough to stay near the processor, which most visits are looked up in. */
  readonly #wanted: NumberSet;
  /** By person, 0 where nobody asks; else 1 more than the place of the latest visit among all. */
  readonly #latest: Uint32Array;
  /** By place of a visit, the same of the visit before. */
  #earlier = new Uint32Array(FIRST_ROOM);
  #startedAt = new Float64Array(FIRST_ROOM);
  #touch = new Uint32Array(FIRST_ROOM);
  #session = new Uint32Array(FIRST_ROOM);
  /** The first place stands for no visit. */
  #count = 1;

  /** @param room every person is below this */
  constructor(room: number) {
    this.#wanted = new NumberSet(room);
    this.#latest = new Uint32Array(room);
  }

  want(person: number): void {
    this.#wanted.add(person);
    this.#latest[person] = 1;
  }

  /**
   * Adds those of a day. `start`: when it begins, in epoch milliseconds.
   * @param persons whose they are, by place from 1
   */
  addDay(start: number, visits: RollupOfVisits, persons: Uint32Array): void {
    for (let index = 0; index < visits.start.length; index += 1) {
      const person = persons[index + 1] as number;
      if (!this.#wanted.has(person)) continue;
      const latest = this.#latest[person] as number;
      if (this.#count === this.#earlier.length) this.#widen();
      this.#earlier[this.#count] = latest;
      this.#startedAt[this.#count] = start + (visits.start[index] as number);
      this.#touch[this.#count] = visits.touch[index] as number;
      this.#session[this.#count] = visits.session[index] as number;
      this.#count += 1;
      this.#latest[person] = this.#count;
    }
  }

  /** Those of a person in a window, the latest first. */
  *of(person: number, { from, to }: CreditWindow): Iterable<CreditableVisit> {
    for (let next = this.#latest[person] as number; next > 1; next = this.#earlier[next - 1] as number) {
      const startedAt = this.#startedAt[next - 1] as number;
      if (startedAt < from) return;
      if (startedAt > to) continue;
      const session = this.#session[next - 1] as number;
      yield { startedAt, isTouch: true, isBots: false, session, touch: this.#touch[next - 1] as number };
    }
  }

  #widen(): void {
    const room = this.#earlier.length * 2;
    const startedAt = new Float64Array(room);
    startedAt.set(this.#startedAt);
    this.#startedAt = startedAt;
    const widened = (column: Uint32Array) => {
      const wider = new Uint32Array(room);
      wider.set(column);
      return wider;
    };
    this.#earlier = widened(this.#earlier);
    this.#touch = widened(this.#touch);
    this.#session = widened(this.#session);
  }
}
