import type { Period } from '../../../reports.ts';
import type { Integers } from '../../days/column-body.ts';
import type { Day } from '../../days/day.ts';
import { withRoomToGrow } from '../../with-room-to-grow.ts';
import { workingMemory } from '../../working-memory.ts';
import { Instants } from './instants.ts';
import { type StepsByType, stepOfType } from './steps-by-type.ts';

type Rule = {
  readonly steps: number;
  readonly windowMs: number;
  /** That all days lie in, in epoch milliseconds. */
  readonly span: Period;
  /** Every actor is below this. */
  readonly room: number;
  /**
   * From here on, actors are of one day alone, and others on the next. All of them are looked at, and no window is
   * shorter than a day: what became of them is known at its end.
   */
  readonly ofOneDay: number;
};
/** Of a step after the first, some of those who took it, 0 for one of one day, and how long after the step before. */
type Taken = { count: number; readonly actor: Uint32Array; readonly pause: Float64Array };

/** Who acted on a day. */
export type Acts = {
  /** By event the place of who acted, and by place a number. */
  readonly places: Integers;
  readonly numbers: Uint32Array;
  /** By event a 1 for each that counts. */
  readonly all: Uint8Array;
  readonly stepOf: StepsByType;
  /** By place a 1 for each who has taken the first step on the day: of none at first. */
  readonly started: Uint8Array;
};

/** A 1 for each actor who is looked at, and for 0; null for all. */
export type Chosen = Uint8Array | null;

/** Few need little room, and many are never copied to where there is more. */
const FIRST_ROOM = 1024;
const MOST_ROOM = 65_536;
const UNDECIDED = 0xff;

/**
 * Follows each actor from the first start on, each next step as early as it can be, while events come in the order of time. A later
 * start leads further only where a step came too late for the first: those actors are left undecided.
 */
export class FirstChains {
  /** How many actors are. */
  undecided = 0;
  readonly #windowMs: number;
  readonly #from: number;
  readonly #ofOneDay: number;
  #startsOfOneDay = 0;
  /** By actor, the next step. */
  readonly #next: Uint8Array;
  /** By actor, since the beginning of the span. */
  readonly #startedAt: Instants;
  /** By actor, how long after the first step the last one was. */
  readonly #sinceStart: Instants;
  /** Events of a day. */
  #found = workingMemory.uint32(0);
  /** By step from the second, in the order in which it was taken. Nearly all of many actors take the first. */
  readonly #taken: readonly Taken[][];

  constructor({ steps, windowMs, span, room, ofOneDay }: Rule) {
    const spanMs = span.to - span.from;
    this.#windowMs = windowMs;
    this.#from = span.from;
    this.#ofOneDay = ofOneDay;
    this.#next = workingMemory.uint8(room);
    this.#startedAt = new Instants(room, spanMs);
    // A step at the very end of the window is within it.
    this.#sinceStart = new Instants(room, Math.min(windowMs + 1, spanMs));
    this.#taken = Array.from({ length: steps - 1 }, () => [roomFor(FIRST_ROOM)]);
  }

  /** Adds the steps of a day; none was before any that was added. */
  addDay(day: Day, acts: Acts): void {
    const { type, count } = day.events;
    if (this.#found.length < count) this.#found = workingMemory.uint32(withRoomToGrow(count));
    this.#addSteps(day, acts, findSteps({ type, count }, acts, this.#found));
    this.#endDay(acts.numbers);
  }

  /** Counts who is of this day alone and has begun, and forgets all of them. */
  #endDay(numbers: Uint32Array): void {
    if (this.#ofOneDay >= this.#next.length) return;
    for (let place = 1; place < numbers.length; place += 1) {
      const actor = numbers[place] as number;
      if (actor < this.#ofOneDay || this.#next[actor] === 0) continue;
      this.#startsOfOneDay += 1;
      this.#next[actor] = 0;
      this.#sinceStart.set(actor, 0);
    }
  }

  /** All in one loop: a moment that is passed to another function would become garbage, one for each event. */
  #addSteps({ start, events: { type, time } }: Day, { places, numbers, stepOf }: Acts, count: number): void {
    const windowMs = this.#windowMs;
    const dayAt = start - this.#from;
    for (let own = 0; own < count; own += 1) {
      const index = this.#found[own] as number;
      const step = stepOfType(stepOf, type[index] as number);
      const actor = numbers[places[index] as number] as number;
      if (actor === 0 || this.#next[actor] !== step - 1) continue;
      const at = dayAt + (time[index] as number);
      this.#next[actor] = step;
      if (step === 1) {
        this.#startedAt.set(actor, at);
        continue;
      }
      const since = at - this.#startedAt.at(actor);
      if (since > windowMs) {
        this.#next[actor] = UNDECIDED;
        this.undecided += 1;
        continue;
      }
      const taken = this.#roomIn(step - 2);
      taken.actor[taken.count] = actor < this.#ofOneDay ? actor : 0;
      taken.pause[taken.count] = since - this.#sinceStart.at(actor);
      taken.count += 1;
      this.#sinceStart.set(actor, since);
    }
  }

  isUndecided(actor: number): boolean {
    return this.#next[actor] === UNDECIDED;
  }

  /** How many of the decided ones who are looked at took the first step. */
  starts(chosen: Chosen): number {
    let count = this.#startsOfOneDay;
    for (let actor = 1; actor < this.#ofOneDay; actor += 1) {
      const next = this.#next[actor] as number;
      if (next !== 0 && next !== UNDECIDED && isChosen(chosen, actor)) count += 1;
    }
    return count;
  }

  /** How long after the step before a step was taken, by each of the decided ones who are looked at. `step`: from 1, the second. */
  pausesOf(step: number, chosen: Chosen): Float64Array {
    const all = this.#taken[step - 1] as Taken[];
    const found = workingMemory.float64(all.reduce((sum, { count }) => sum + count, 0));
    let end = 0;
    for (const taken of all) end += this.#copyPauses(taken, chosen, found.subarray(end));
    return found.subarray(0, end);
  }

  /** How many they are. */
  #copyPauses({ count, actor, pause }: Taken, chosen: Chosen, to: Float64Array): number {
    let copied = 0;
    for (let index = 0; index < count; index += 1) {
      const who = actor[index] as number;
      if (this.isUndecided(who) || !isChosen(chosen, who)) continue;
      to[copied] = pause[index] as number;
      copied += 1;
    }
    return copied;
  }

  #roomIn(place: number): Taken {
    const all = this.#taken[place] as Taken[];
    const last = all[all.length - 1] as Taken;
    if (last.count < last.actor.length) return last;
    const more = roomFor(Math.min(2 * last.count, MOST_ROOM));
    all.push(more);
    return more;
  }
}

type Types = { readonly type: Integers; readonly count: number };

/**
 * Finds the events of a day that are steps, and tells how many they are. Most events are first steps of those who have taken one:
 * their place tells that, and they are left out. Without branches, since a processor cannot guess who acts once more.
 */
function findSteps(
  { type, count }: Types,
  { places, all, stepOf, started }: Acts,
  found: Uint32Array,
): number {
  let end = 0;
  for (let index = 0; index < count; index += 1) {
    const step = stepOfType(stepOf, type[index] as number);
    const place = places[index] as number;
    const counts = all[index] as number;
    const before = started[place] as number;
    // 1 for any step, and for the first one.
    const isStep = -step >>> 31;
    const isFirst = ((step ^ 1) - 1) >>> 31;
    found[end] = index;
    end += counts & isStep & ~(isFirst & before);
    started[place] = before | (isFirst & counts);
  }
  return end;
}

/** Whether a funnel is about somebody. Without a filter it is about everybody. */
export function isChosen(chosen: Chosen, actor: number): boolean {
  return chosen === null || chosen[actor] === 1;
}

function roomFor(count: number): Taken {
  return { count: 0, actor: workingMemory.uint32(count), pause: workingMemory.float64(count) };
}
