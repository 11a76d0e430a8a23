import type { Period } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { isWhole } from './is-whole.ts';
import { NumberSet } from './number-set.ts';

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

type Numbered = { readonly number: number; readonly begun: number };

function number(days: readonly Day[], period: Period) {
  const byDay = new Map<Day, SessionsOfDay>();
  /** Of the sessions that have events on more days than one, by id. */
  const shared = new Map<number, Numbered>();
  const onMoreDays = idsOnMoreDays(days);
  let last = 0;
  // Those that began on the days come first: a server's event may lie before the session that it names.
  for (const day of days) {
    const own = numberBegun(day, { period, after: last });
    last += day.sessions.count;
    byDay.set(day, own);
    if (onMoreDays !== null) share(day, { own, onMoreDays, shared });
  }
  for (const day of days) {
    const own = byDay.get(day) as SessionsOfDay;
    for (const place of placesOfOthers(day)) {
      const id = day.sessions.id[place] as number;
      const known = shared.get(id) ?? { number: ++last, begun: 0 };
      shared.set(id, known);
      own.number[place + 1] = known.number;
      own.begun[place + 1] = known.begun;
    }
  }
  return { byDay, last };
}

/** Each session that began on the day has the number of its place, after those of the days before. */
function numberBegun(day: Day, { period, after }: { period: Period; after: number }): SessionsOfDay {
  const { isOfDay, count } = day.sessions;
  const start = isWhole(day, period) ? null : day.sessions.start;
  const number = new Uint32Array(count + 1);
  const begun = new Uint32Array(count + 1);
  const from = period.from - day.start;
  const to = period.to - day.start;
  for (let place = 0; place < count; place += 1) {
    if (isOfDay[place] !== 1) continue;
    number[place + 1] = after + place + 1;
    const at = start === null ? from : (start[place] as number);
    if (at >= from && at < to) begun[place + 1] = after + place + 1;
  }
  return { number, begun };
}

type Sharing = {
  readonly own: SessionsOfDay;
  readonly onMoreDays: NumberSet;
  readonly shared: Map<number, Numbered>;
};

function share({ sessions }: Day, { own, onMoreDays, shared }: Sharing): void {
  const { id, isOfDay, count } = sessions;
  for (let place = 0; place < count; place += 1) {
    if (isOfDay[place] !== 1 || !onMoreDays.has(id[place] as number)) continue;
    const number = own.number[place + 1] as number;
    shared.set(id[place] as number, { number, begun: own.begun[place + 1] as number });
  }
}

function* placesOfOthers({ sessions: { isOfDay, count } }: Day): Iterable<number> {
  for (let place = 0; place < count; place += 1) if (isOfDay[place] === 0) yield place;
}

/** Null where no session has events on more days than one. */
function idsOnMoreDays(days: readonly Day[]): NumberSet | null {
  const ids = days.flatMap((day) =>
    Array.from(placesOfOthers(day), (place) => day.sessions.id[place] as number),
  );
  if (ids.length === 0) return null;
  const all = new NumberSet(ids.reduce((highest, id) => Math.max(highest, id)) + 1);
  for (const id of ids) all.add(id);
  return all;
}
