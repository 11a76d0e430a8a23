import type { Day } from '../days/day.ts';
import { DistinctNumbers } from '../days/distinct-numbers.ts';
import { startOfDay } from '../days/start-of-day.ts';
import { type Begun, begunOn, othersOf } from './others-of-day.ts';

/** The sessions that have events on one of some days on which they did not begin: all others are of one day alone. */
export class SharedSessionIds {
  readonly ids = new DistinctNumbers();
  /** By the start of each day, those that began on it. */
  readonly #begunOn = new Map<number, DistinctNumbers>();

  constructor(days: readonly Day[]) {
    for (const { start } of days) this.#begunOn.set(start, new DistinctNumbers());
    for (const day of days) this.#add(day);
  }

  #add(day: Day): void {
    const { id: ids, beganAt } = othersOf(day);
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] as number;
      this.ids.placeOf(id);
      // One that never began is looked for on the first of all days, where one may have begun at 0, which says the same.
      this.#begunOn.get(startOfDay(beganAt[index] as number))?.placeOf(id);
    }
  }

  /** Those that began on one of the days, and more of that day at times; null where there are none. */
  begunOn(day: Day): Begun | null {
    const wanted = this.#begunOn.get(day.start) as DistinctNumbers;
    return wanted.length === 0 ? null : begunOn(day, wanted);
  }
}
