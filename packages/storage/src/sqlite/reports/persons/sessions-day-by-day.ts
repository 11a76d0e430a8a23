import type { Day } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import type { SharedSessionIds } from './shared-session-ids.ts';

/**
 * Numbers for the sessions of some days, as `SessionNumbers` gives them, but with the same ones for those of each day
 * that are of this day alone, which is nearly all: what is to be known of them by number needs room for one day.
 */
export class SessionsDayByDay {
  /** From here on, numbers are of sessions of one day. */
  readonly ofOneDay: number;
  /** Every number is below this. */
  readonly room: number;
  readonly #shared: SharedSessionIds;
  readonly #numbers: Uint32Array;

  constructor(days: readonly Day[], shared: SharedSessionIds) {
    this.#shared = shared;
    const most = days.reduce((count, { sessions }) => Math.max(count, sessions.count), 0);
    this.ofOneDay = this.#shared.length + 1;
    this.room = this.ofOneDay + most;
    this.#numbers = workingMemory.uint32(most + 1);
  }

  /** By place of a session of a day, from 1, its number. The next call overwrites them. */
  of(day: Day): Uint32Array {
    const numbers = this.#numbers.subarray(0, day.sessions.count + 1);
    for (let place = 1; place < numbers.length; place += 1) numbers[place] = this.ofOneDay + place - 1;
    const tell = (place: number, shared: number) => {
      numbers[place] = shared + 1;
    };
    this.#shared.eachOther(day, tell);
    this.#shared.eachBegun(day, tell);
    return numbers;
  }
}
