import type { Day } from '../../days/day.ts';
import { DistinctNumbers } from '../../days/distinct-numbers.ts';
import { NO_PLACE } from '../../days/place-table.ts';
import { startOfDay } from '../../days/start-of-day.ts';
import { areFew } from '../numbers/are-few.ts';
import { begunOn, NOWHERE, othersOf } from './others-of-day.ts';

/** Hears of a session by its place among those of a day, from 1, and by its place among all that are shared, from 0. */
type Visit = (place: number, shared: number) => void;

/** The sessions that have events on one of some days on which they did not begin: all others are of one day alone. */
export class SharedSessionIds {
  readonly #ids = new DistinctNumbers();
  /** By the start of each day, those that began on it. */
  readonly #begunOn = new Map<number, DistinctNumbers>();

  readonly #manyOn = new Set<Day>();

  constructor(days: readonly Day[]) {
    for (const { start } of days) this.#begunOn.set(start, new DistinctNumbers());
    for (const day of days) this.#add(day);
  }

  get length(): number {
    return this.#ids.length;
  }

  /** Whether more than a few of the sessions of a day began on another, or never. */
  areMany(day: Day): boolean {
    return this.#manyOn.has(day);
  }

  /** Visits those of a day that began on another, or never. */
  eachOther(day: Day, visit: Visit): void {
    const { id: ids, place: places } = othersOf(day);
    for (let index = 0; index < ids.length; index += 1)
      visit((places[index] as number) + 1, this.#ids.find(ids[index] as number));
  }

  /** Visits those that began on a day. */
  eachBegun(day: Day, visit: Visit): void {
    const wanted = this.#begunOn.get(day.start) as DistinctNumbers;
    if (wanted.length === 0) return;
    const { id: ids, place: places } = begunOn(day, wanted);
    for (let index = 0; index < ids.length; index += 1) {
      const shared = this.#ids.find(ids[index] as number);
      const place = places[index] as number;
      if (shared !== NO_PLACE && place !== NOWHERE) visit(place + 1, shared);
    }
  }

  #add(day: Day): void {
    const { id: ids, beganAt } = othersOf(day);
    if (!areFew(ids.length, day.sessions.count)) this.#manyOn.add(day);
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] as number;
      this.#ids.placeOf(id);
      // One that never began is looked for on the first of all days, where one may have begun at 0, which says the same.
      this.#begunOn.get(startOfDay(beganAt[index] as number))?.placeOf(id);
    }
  }
}
