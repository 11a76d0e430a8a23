import type { Period } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import { isWhole } from '../is-whole.ts';
import { areFew } from '../numbers/are-few.ts';
import { SessionsDayByDay } from './sessions-day-by-day.ts';
import { SharedSessionIds } from './shared-session-ids.ts';

/** By place of a session of a day, from 1, its number, or 0. */
type ByPlace = Uint32Array;

/**
 * Numbers from 1 for the sessions of some days, of which a few have events on more than one. They are told day by day:
 * lists of all days would be the largest part of what many a question works with.
 */
export class SessionNumbers {
  readonly #days: readonly Day[];
  readonly #period: Period;
  #sharedIds: SharedSessionIds | null = null;
  #found: Numbered | null = null;
  readonly #all = new ToldDays();
  readonly #begun = new ToldDays();

  constructor(days: readonly Day[], period: Period) {
    this.#days = days;
    this.#period = period;
  }

  /** Of a session, the same on whatever day it has events. What was told of another day before may be overwritten. */
  of(day: Day): ByPlace {
    const found = this.#numbered;
    return this.#all.of(day, found, (...told) => found.tell(...told));
  }

  /**
   * The same, and 0 for one that did not begin in the period: an event of it may be of an earlier one, or a server's of
   * a later one.
   */
  begunOf(day: Day): ByPlace {
    const found = this.#numbered;
    return this.#begun.of(day, found, (...told) => found.tellBegun(...told));
  }

  /**
   * Visits the places, from 1, of those of a day that have events on another day, too, or may have, and of those that
   * never began.
   */
  eachShared(day: Day, visit: (place: number) => void): void {
    this.#shared.eachOther(day, visit);
    this.#shared.eachBegun(day, visit);
  }

  /** How much room there must be to know something of each by number. */
  get room(): number {
    return this.#numbered.last + 1;
  }

  /** Numbers with room for the sessions of one day; null where many have events on several, so that little would be won. */
  dayByDay(): SessionsDayByDay | null {
    const all = this.#days.reduce((sum, { sessions }) => sum + sessions.count, 0);
    return areFew(this.#shared.length, all) ? new SessionsDayByDay(this.#days, this.#shared) : null;
  }

  get #numbered() {
    this.#found ??= new Numbered(this.#days, { shared: this.#shared, period: this.#period });
    return this.#found;
  }

  get #shared() {
    this.#sharedIds ??= new SharedSessionIds(this.#days);
    return this.#sharedIds;
  }
}

type Among = { readonly shared: SharedSessionIds; readonly period: Period };
type Tell = (day: Day, numbers: ByPlace) => void;

/**
 * What was told of a day, until something is asked of another. Where many of its sessions are shared with others, it stays: each
 * of them has to be looked up.
 */
class ToldDays {
  readonly #kept = new Map<Day, ByPlace>();
  #last: Day | null = null;
  #room: ByPlace | null = null;

  of(day: Day, found: Numbered, tell: Tell): ByPlace {
    const kept = this.#kept.get(day);
    if (kept !== undefined) return kept;
    const length = day.sessions.count + 1;
    if (found.hasManyShared(day)) {
      const numbers = workingMemory.uint32(length);
      tell(day, numbers);
      this.#kept.set(day, numbers);
      return numbers;
    }
    this.#room ??= workingMemory.uint32(found.most + 1);
    const numbers = this.#room.subarray(0, length);
    if (this.#last !== day) tell(day, numbers);
    this.#last = day;
    return numbers;
  }
}

/**
 * Where servers alone report, every session is shared: none of them ever began. So what is known of each is a number
 * outside of the heap of JavaScript.
 */
class Numbered {
  /** The last number. */
  readonly last: number;
  /** How many sessions a day has at most. */
  readonly most: number;
  readonly #period: Period;
  /** Each session that began on a day has the number of its place after this. */
  readonly #before = new Map<Day, number>();
  readonly #shared: SharedSessionIds;
  /** By place among those that are shared: the number, 0 for what has none yet, and a 1 for what began in the period. */
  readonly #number: Uint32Array;
  readonly #begun: Uint8Array;

  constructor(days: readonly Day[], { shared, period }: Among) {
    this.#period = period;
    this.#shared = shared;
    this.#number = workingMemory.uint32(this.#shared.length);
    this.#begun = workingMemory.uint8(this.#shared.length);
    let [last, most] = [0, 0];
    // Those that began on the days come first: a server's event may lie before the session that it names.
    for (const day of days) {
      this.#before.set(day, last);
      this.#noteBegun(day, last);
      last += day.sessions.count;
      most = Math.max(most, day.sessions.count);
    }
    for (const day of days)
      this.#shared.eachOther(day, (_, shared) => {
        if (this.#number[shared] !== 0) return;
        last += 1;
        this.#number[shared] = last;
      });
    this.last = last;
    this.most = most;
  }

  hasManyShared(day: Day): boolean {
    return this.#shared.areMany(day);
  }

  tell(day: Day, numbers: ByPlace): void {
    this.#tellOwn(day, numbers);
    this.#shared.eachOther(day, (place, shared) => {
      numbers[place] = this.#number[shared] as number;
    });
  }

  /** Those alone that began in the period. */
  tellBegun(day: Day, numbers: ByPlace): void {
    this.#tellOwn(day, numbers);
    this.#shared.eachOther(day, (place, shared) => {
      numbers[place] = this.#begun[shared] === 1 ? (this.#number[shared] as number) : 0;
    });
    if (isWhole(day, this.#period)) return;
    const { isOfDay, count } = day.sessions;
    for (let place = 0; place < count; place += 1)
      if (isOfDay[place] === 1 && !this.#beganIn(day, place)) numbers[place + 1] = 0;
  }

  #tellOwn(day: Day, numbers: ByPlace): void {
    const before = this.#before.get(day) as number;
    for (let place = 1; place < numbers.length; place += 1) numbers[place] = before + place;
  }

  #noteBegun(day: Day, before: number): void {
    const isAll = isWhole(day, this.#period);
    this.#shared.eachBegun(day, (place, shared) => {
      this.#number[shared] = before + place;
      this.#begun[shared] = isAll || this.#beganIn(day, place - 1) ? 1 : 0;
    });
  }

  #beganIn({ start, sessions }: Day, place: number): boolean {
    const at = start + (sessions.start[place] as number);
    return at >= this.#period.from && at < this.#period.to;
  }
}
