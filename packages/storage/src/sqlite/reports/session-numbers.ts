import type { Period } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { NO_PLACE } from '../days/place-table.ts';
import { workingMemory } from '../working-memory.ts';
import { isWhole } from './is-whole.ts';
import { NOWHERE, othersOf } from './others-of-day.ts';
import { SharedSessionIds } from './shared-session-ids.ts';

/** By place of a session of a day, from 1, its number, or 0. */
type ByPlace = Uint32Array;

/** Numbers from 1 for the sessions of some days, of which a few have events on more than one. */
export class SessionNumbers {
  readonly #days: readonly Day[];
  readonly #period: Period;
  #found: Numbered | null = null;
  readonly #begun = new Map<Day, ByPlace>();

  constructor(days: readonly Day[], period: Period) {
    this.#days = days;
    this.#period = period;
  }

  /** Of a session, the same on whatever day it has events. */
  of(day: Day): ByPlace {
    return this.#all.byDay.get(day) as ByPlace;
  }

  /** The same, and 0 for one that did not begin in the period: an event of it may be of an earlier one, or a server's of a later one. */
  begunOf(day: Day): ByPlace {
    const known = this.#begun.get(day);
    if (known !== undefined) return known;
    const { byDay, shared } = this.#all;
    const begun = begunAmong(day, { numbers: byDay.get(day) as ByPlace, shared, period: this.#period });
    this.#begun.set(day, begun);
    return begun;
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

type Numbered = {
  readonly byDay: ReadonlyMap<Day, ByPlace>;
  readonly shared: SharedSessions;
  readonly last: number;
};

function number(days: readonly Day[], period: Period): Numbered {
  const byDay = new Map<Day, ByPlace>();
  const shared = new SharedSessions(days, period);
  let last = 0;
  // Those that began on the days come first: a server's event may lie before the session that it names.
  for (const day of days) {
    const own = numberBegun(day, last);
    last += day.sessions.count;
    byDay.set(day, own);
    shared.noteBegun(day, own);
  }
  for (const [day, own] of byDay) last = shared.numberOthers(day, { own, after: last });
  return { byDay, shared, last };
}

/** Each session that began on the day has the number of its place, after those of the days before. */
function numberBegun(day: Day, after: number): ByPlace {
  const { count } = day.sessions;
  const numbers = workingMemory.uint32(count + 1);
  for (let place = 1; place <= count; place += 1) numbers[place] = after + place;
  const others = othersOf(day).place;
  for (let index = 0; index < others.length; index += 1) numbers[(others[index] as number) + 1] = 0;
  return numbers;
}

type Among = { readonly numbers: ByPlace; readonly shared: SharedSessions; readonly period: Period };

/** The numbers of those alone that began in the period. */
function begunAmong(day: Day, { numbers, shared, period }: Among): ByPlace {
  const { place: places, id: ids } = othersOf(day);
  if (places.length === 0 && isWhole(day, period)) return numbers;
  const begun = workingMemory.copyOf(numbers);
  for (let index = 0; index < places.length; index += 1)
    if (!shared.hasBegun(ids[index] as number)) begun[(places[index] as number) + 1] = 0;
  if (isWhole(day, period)) return begun;
  const { isOfDay, count } = day.sessions;
  for (let place = 0; place < count; place += 1)
    if (isOfDay[place] === 1 && !beganIn(period, day, place)) begun[place + 1] = 0;
  return begun;
}

function beganIn({ from, to }: Period, { start, sessions }: Day, place: number): boolean {
  const at = start + (sessions.start[place] as number);
  return at >= from && at < to;
}

/**
 * The sessions that have events on a day on which they did not begin. Where servers alone report, that is every session: none of
 * them ever began. So what is known of each is a number outside of the heap of JavaScript.
 */
class SharedSessions {
  readonly #period: Period;
  readonly #shared: SharedSessionIds;
  /** By place of an id: its number, 0 for what has none yet, and a 1 for what began in the period. */
  readonly #number: Uint32Array;
  readonly #begun: Uint8Array;

  constructor(days: readonly Day[], period: Period) {
    this.#period = period;
    this.#shared = new SharedSessionIds(days);
    this.#number = workingMemory.uint32(this.#shared.ids.length);
    this.#begun = workingMemory.uint8(this.#shared.ids.length);
  }

  /** Takes up the numbers of those that began on a day. */
  noteBegun(day: Day, numbers: ByPlace): void {
    const found = this.#shared.begunOn(day);
    if (found === null) return;
    const isAll = isWhole(day, this.#period);
    for (let index = 0; index < found.id.length; index += 1) {
      const known = this.#shared.ids.find(found.id[index] as number);
      const place = found.place[index] as number;
      if (known === NO_PLACE || place === NOWHERE) continue;
      this.#number[known] = numbers[place + 1] as number;
      this.#begun[known] = isAll || beganIn(this.#period, day, place) ? 1 : 0;
    }
  }

  /** Numbers those of a day that began on another; gives the last number, from the one before on. */
  numberOthers(day: Day, { own, after }: { own: ByPlace; after: number }): number {
    const { place: places, id: ids } = othersOf(day);
    let last = after;
    for (let index = 0; index < ids.length; index += 1) {
      const place = places[index] as number;
      const known = this.#shared.ids.find(ids[index] as number);
      if (this.#number[known] === 0) {
        last += 1;
        this.#number[known] = last;
      }
      own[place + 1] = this.#number[known] as number;
    }
    return last;
  }

  hasBegun(id: number): boolean {
    return this.#begun[this.#shared.ids.find(id)] === 1;
  }
}
