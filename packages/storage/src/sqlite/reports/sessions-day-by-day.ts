import type { Day } from '../days/day.ts';
import { NO_PLACE } from '../days/place-table.ts';
import { workingMemory } from '../working-memory.ts';
import { NOWHERE, othersOf } from './others-of-day.ts';
import { SharedSessionIds } from './shared-session-ids.ts';

/**
 * Numbers for the sessions of some days, as `SessionNumbers` gives them, but with the same ones for those of each day that are of this
 * day alone, which is nearly all: what is to be known of them by number needs room for one day.
 */
export class SessionsDayByDay {
  /** From here on, numbers are of sessions of one day. */
  readonly ofOneDay: number;
  /** Every number is below this. */
  readonly room: number;
  readonly #shared: SharedSessionIds;
  readonly #numbers: Uint32Array;

  constructor(days: readonly Day[]) {
    this.#shared = new SharedSessionIds(days);
    const most = days.reduce((count, { sessions }) => Math.max(count, sessions.count), 0);
    this.ofOneDay = this.#shared.ids.length + 1;
    this.room = this.ofOneDay + most;
    this.#numbers = workingMemory.uint32(most + 1);
  }

  /** By place of a session of a day, from 1, its number. The next call overwrites them. */
  of(day: Day): Uint32Array {
    const { ids } = this.#shared;
    const numbers = this.#numbers.subarray(0, day.sessions.count + 1);
    for (let place = 1; place < numbers.length; place += 1) numbers[place] = this.ofOneDay + place - 1;
    const others = othersOf(day);
    for (let index = 0; index < others.id.length; index += 1)
      numbers[(others.place[index] as number) + 1] = ids.find(others.id[index] as number) + 1;
    this.#numberBegun(day, numbers);
    return numbers;
  }

  #numberBegun(day: Day, numbers: Uint32Array): void {
    const begun = this.#shared.begunOn(day);
    if (begun === null) return;
    for (let index = 0; index < begun.id.length; index += 1) {
      const known = this.#shared.ids.find(begun.id[index] as number);
      const place = begun.place[index] as number;
      if (known !== NO_PLACE && place !== NOWHERE) numbers[place + 1] = known + 1;
    }
  }
}
