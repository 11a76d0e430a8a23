import type { Period } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { DistinctNumbers } from '../days/distinct-numbers.ts';
import { NO_PLACE } from '../days/place-table.ts';
import { startOfDay } from '../days/start-of-day.ts';
import { workingMemory } from '../working-memory.ts';
import { isWhole } from './is-whole.ts';
import { begunOn, NOWHERE, type Others, othersOf } from './others-of-day.ts';

/** By place of a session of the day, from 1. */
export type SessionsOfDay = {
  /** The same for a session on whatever day it has events. */
  readonly number: Uint32Array;
  /** The same, and 0 for one that did not begin in the period: an event of it may be of an earlier one, or a server's of a later one. */
  readonly begun: Uint32Array;
};

/** Numbers from 1 for the sessions of some days, of which a few have events on more than one. */
export class SessionNumbers {
  readonly #days: readonly Day[];
  readonly #period: Period;
  #found: { byDay: ReadonlyMap<Day, SessionsOfDay>; last: number } | null = null;

  constructor(days: readonly Day[], period: Period) {
    this.#days = days;
    this.#period = period;
  }

  of(day: Day): SessionsOfDay {
    return this.#all.byDay.get(day) as SessionsOfDay;
  }

  /** How much room there must be to know something of each by number. */
  get room(): number {
    return this.#all.last + 1;
  }

  get #all() {
    this.#found ??= number(this.#days, this.#period);
    return this.#found;
  }
}

function number(days: readonly Day[], period: Period) {
  const byDay = new Map<Day, SessionsOfDay>();
  const shared = new SharedSessions(days);
  let last = 0;
  // Those that began on the days come first: a server's event may lie before the session that it names.
  for (const day of days) {
    const own = numberBegun(day, { period, after: last });
    last += day.sessions.count;
    byDay.set(day, own);
    shared.noteBegun(day, own);
  }
  for (const [day, own] of byDay) last = shared.numberOthers(day, { own, after: last });
  return { byDay, last };
}

/** Each session that began on the day has the number of its place, after those of the days before. */
function numberBegun(day: Day, { period, after }: { period: Period; after: number }): SessionsOfDay {
  const { count } = day.sessions;
  const number = workingMemory.uint32(count + 1);
  for (let place = 1; place <= count; place += 1) number[place] = after + place;
  const others = othersOf(day).place;
  for (let index = 0; index < others.length; index += 1) number[(others[index] as number) + 1] = 0;
  if (isWhole(day, period))
    return { number, begun: others.length > 0 ? workingMemory.copyOf(number) : number };
  const { start } = day.sessions;
  const begun = workingMemory.copyOf(number);
  const from = period.from - day.start;
  const to = period.to - day.start;
  for (let place = 0; place < count; place += 1) {
    const at = start[place] as number;
    if (at < from || at >= to) begun[place + 1] = 0;
  }
  return { number, begun };
}

/**
 * The sessions that have events on a day on which they did not begin. Where servers alone report, that is every session: none of
 * them ever began. So what is known of each is a number outside of the heap of JavaScript.
 */
class SharedSessions {
  readonly #ids = new DistinctNumbers();
  /** By the start of each day, the ids of those that began on it. */
  readonly #begunOn = new Map<number, DistinctNumbers>();
  /** By place of an id, as `SessionsOfDay` has it; 0 for what has no number yet. */
  readonly #number: Uint32Array;
  readonly #begun: Uint32Array;

  constructor(days: readonly Day[]) {
    for (const { start } of days) this.#begunOn.set(start, new DistinctNumbers());
    for (const day of days) this.#add(othersOf(day));
    this.#number = workingMemory.uint32(this.#ids.length);
    this.#begun = workingMemory.uint32(this.#ids.length);
  }

  #add({ id: ids, beganAt }: Others): void {
    for (let index = 0; index < ids.length; index += 1) {
      const id = ids[index] as number;
      this.#ids.placeOf(id);
      // One that never began is looked for on the first of all days, where one may have begun at 0, which says the same.
      this.#begunOn.get(startOfDay(beganAt[index] as number))?.placeOf(id);
    }
  }

  /** Takes up the numbers of those that began on a day. */
  noteBegun(day: Day, { number, begun }: SessionsOfDay): void {
    const wanted = this.#begunOn.get(day.start) as DistinctNumbers;
    if (wanted.length === 0) return;
    const { id: ids, place: places } = begunOn(day, wanted);
    for (let index = 0; index < ids.length; index += 1) {
      const known = this.#ids.find(ids[index] as number);
      const place = places[index] as number;
      if (known === NO_PLACE || place === NOWHERE) continue;
      this.#number[known] = number[place + 1] as number;
      this.#begun[known] = begun[place + 1] as number;
    }
  }

  /** Numbers those of a day that began on another; gives the last number, from the one before on. */
  numberOthers(day: Day, { own, after }: { own: SessionsOfDay; after: number }): number {
    const { place: places, id: ids } = othersOf(day);
    let last = after;
    for (let index = 0; index < ids.length; index += 1) {
      const place = places[index] as number;
      const known = this.#ids.find(ids[index] as number);
      if (this.#number[known] === 0) {
        last += 1;
        this.#number[known] = last;
      }
      own.number[place + 1] = this.#number[known] as number;
      own.begun[place + 1] = this.#begun[known] as number;
    }
    return last;
  }
}
