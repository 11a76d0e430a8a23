import type { Period } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { NO_PLACE } from '../days/place-table.ts';
import { workingMemory } from '../working-memory.ts';
import { isWhole } from './is-whole.ts';
import { NOWHERE, othersOf } from './others-of-day.ts';
import { SharedSessionIds } from './shared-session-ids.ts';

/** By place of a session of a day, from 1, its number, or 0. */
type ByPlace = Uint32Array;

/**
 * Numbers from 1 for the sessions of some days, of which a few have events on more than one. They are told day by day: lists of all days
 * would be the largest part of what many a question works with.
 */
export class SessionNumbers {
  readonly #days: readonly Day[];
  readonly #period: Period;
  #found: Numbered | null = null;
  readonly #all = new LastDay();
  readonly #begun = new LastDay();

  constructor(days: readonly Day[], period: Period) {
    this.#days = days;
    this.#period = period;
  }

  /** Of a session, the same on whatever day it has events. What was told of another day before may be overwritten. */
  of(day: Day): ByPlace {
    const found = this.#numbered;
    return this.#all.of(day, found.most, (numbers) => found.tell(day, numbers));
  }

  /** The same, and 0 for one that did not begin in the period: an event of it may be of an earlier one, or a server's of a later one. */
  begunOf(day: Day): ByPlace {
    const found = this.#numbered;
    return this.#begun.of(day, found.most, (numbers) => {
      found.tell(day, numbers);
      leaveBegun(day, { numbers, shared: found.shared, period: this.#period });
    });
  }

  /** How much room there must be to know something of each by number. */
  get room(): number {
    return this.#numbered.last + 1;
  }

  get #numbered() {
    this.#found ??= new Numbered(this.#days, this.#period);
    return this.#found;
  }
}

/** What was told of a day, until something is asked of another. */
class LastDay {
  #day: Day | null = null;
  #room: ByPlace | null = null;

  /** @param most sessions of a day */
  of(day: Day, most: number, tell: (numbers: ByPlace) => void): ByPlace {
    this.#room ??= workingMemory.uint32(most + 1);
    const numbers = this.#room.subarray(0, day.sessions.count + 1);
    if (this.#day !== day) tell(numbers);
    this.#day = day;
    return numbers;
  }
}

class Numbered {
  readonly shared: SharedSessions;
  /** The last number. */
  readonly last: number;
  /** How many sessions a day has at most. */
  readonly most: number;
  /** Each session that began on a day has the number of its place after this. */
  readonly #before = new Map<Day, number>();

  constructor(days: readonly Day[], period: Period) {
    this.shared = new SharedSessions(days, period);
    let [last, most] = [0, 0];
    // Those that began on the days come first: a server's event may lie before the session that it names.
    for (const day of days) {
      this.#before.set(day, last);
      this.shared.noteBegun(day, last);
      last += day.sessions.count;
      most = Math.max(most, day.sessions.count);
    }
    for (const day of days) last = this.shared.numberOthers(day, last);
    this.last = last;
    this.most = most;
  }

  tell(day: Day, numbers: ByPlace): void {
    const before = this.#before.get(day) as number;
    numbers[0] = 0;
    for (let place = 1; place < numbers.length; place += 1) numbers[place] = before + place;
    this.shared.tellOthers(day, numbers);
  }
}

type Among = { readonly numbers: ByPlace; readonly shared: SharedSessions; readonly period: Period };

/** Leaves the numbers of those alone that began in the period. */
function leaveBegun(day: Day, { numbers, shared, period }: Among): void {
  const { place: places, id: ids } = othersOf(day);
  for (let index = 0; index < places.length; index += 1)
    if (!shared.hasBegun(ids[index] as number)) numbers[(places[index] as number) + 1] = 0;
  if (isWhole(day, period)) return;
  const { isOfDay, count } = day.sessions;
  for (let place = 0; place < count; place += 1)
    if (isOfDay[place] === 1 && !beganIn(period, day, place)) numbers[place + 1] = 0;
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

  /** Numbers those that began on a day, each by its place after the number `before`. */
  noteBegun(day: Day, before: number): void {
    const found = this.#shared.begunOn(day);
    if (found === null) return;
    const isAll = isWhole(day, this.#period);
    for (let index = 0; index < found.id.length; index += 1) {
      const known = this.#shared.ids.find(found.id[index] as number);
      const place = found.place[index] as number;
      if (known === NO_PLACE || place === NOWHERE) continue;
      this.#number[known] = before + place + 1;
      this.#begun[known] = isAll || beganIn(this.#period, day, place) ? 1 : 0;
    }
  }

  /** Numbers those of a day that began on none of the days; gives the last number, from the one before on. */
  numberOthers(day: Day, before: number): number {
    const { id: ids } = othersOf(day);
    let last = before;
    for (let index = 0; index < ids.length; index += 1) {
      const known = this.#shared.ids.find(ids[index] as number);
      if (this.#number[known] !== 0) continue;
      last += 1;
      this.#number[known] = last;
    }
    return last;
  }

  /** Puts the numbers of those of a day that began on another at their places. */
  tellOthers(day: Day, numbers: ByPlace): void {
    const { place: places, id: ids } = othersOf(day);
    for (let index = 0; index < ids.length; index += 1) {
      const known = this.#shared.ids.find(ids[index] as number);
      numbers[(places[index] as number) + 1] = this.#number[known] as number;
    }
  }

  hasBegun(id: number): boolean {
    return this.#begun[this.#shared.ids.find(id)] === 1;
  }
}
