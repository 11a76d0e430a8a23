import type { CreditWindow, Visit } from '../../../attribution/credit-rule.ts';
import { DistinctNumbers } from '../../days/distinct-numbers.ts';
import { widened } from '../../days/widened.ts';
import type { RollupOfVisits } from '../../rollups/rollup-format.ts';
import { workingMemory } from '../../working-memory.ts';
import { NumberSet } from '../numbers/number-set.ts';

export type CreditableVisit = Visit & { readonly session: number; readonly touch: number };

const FIRST_ROOM = 4096;

/** The visits of the persons that are asked for, all of which can be credited. They are to be added in the order of time. */
export class CreditableVisits {
  /** Small enough to stay near the processor, which each visit is looked up in. */
  readonly #wanted: NumberSet;
  /** The same persons, each with a place: few of all that there are. */
  readonly #persons = new DistinctNumbers();
  /** By place of a person, 1 more than the place of the latest visit among all. */
  #latest = workingMemory.uint32(FIRST_ROOM);
  /** By place of a visit, the same of the visit before. */
  #earlier = workingMemory.uint32(FIRST_ROOM);
  #startedAt = workingMemory.float64(FIRST_ROOM);
  #touch = workingMemory.uint32(FIRST_ROOM);
  #session = workingMemory.uint32(FIRST_ROOM);
  /** The first place stands for no visit. */
  #count = 1;

  /** @param room every person is below this */
  constructor(room: number) {
    this.#wanted = new NumberSet(room);
  }

  want(person: number): void {
    this.#wanted.add(person);
    const place = this.#persons.placeOf(person);
    if (place >= this.#latest.length) this.#latest = widened(this.#latest, place + 1);
    this.#latest[place] = 1;
  }

  /**
   * Adds those of a day. `start`: when it begins, in epoch milliseconds.
   * @param persons whose they are, by place from 1
   */
  addDay(start: number, visits: RollupOfVisits, persons: Uint32Array): void {
    for (let index = 0; index < visits.start.length; index += 1) {
      const person = persons[index + 1] as number;
      if (!this.#wanted.has(person)) continue;
      const place = this.#persons.find(person);
      const latest = this.#latest[place] as number;
      if (this.#count === this.#earlier.length) this.#widen();
      this.#earlier[this.#count] = latest;
      this.#startedAt[this.#count] = start + (visits.start[index] as number);
      this.#touch[this.#count] = visits.touch[index] as number;
      this.#session[this.#count] = visits.session[index] as number;
      this.#count += 1;
      this.#latest[place] = this.#count;
    }
  }

  /** Those of a person in a window, the latest first. */
  *of(person: number, { from, to }: CreditWindow): Iterable<CreditableVisit> {
    const place = this.#persons.find(person);
    for (let next = this.#latest[place] ?? 1; next > 1; next = this.#earlier[next - 1] as number) {
      const startedAt = this.#startedAt[next - 1] as number;
      if (startedAt < from) return;
      if (startedAt > to) continue;
      const session = this.#session[next - 1] as number;
      yield { startedAt, isTouch: true, isBots: false, session, touch: this.#touch[next - 1] as number };
    }
  }

  #widen(): void {
    const room = this.#earlier.length * 2;
    this.#startedAt = widened(this.#startedAt, room);
    this.#earlier = widened(this.#earlier, room);
    this.#touch = widened(this.#touch, room);
    this.#session = widened(this.#session, room);
  }
}
