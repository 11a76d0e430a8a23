import type { Day } from '../days/day.ts';
import { bucketOf } from './bucket-of.ts';
import type { Courses } from './courses.ts';
import { NO_ROW } from './sorted-numbers.ts';

/** Some events of a day, by index. */
export type SomeEvents = { readonly count: number; readonly index: Uint32Array };

/** The events of a day that count, each in its bucket. Another day takes the place of the one before. */
export class BucketedEvents {
  readonly #edges: readonly number[];
  #counts: Uint8Array = new Uint8Array(0);
  #count = 0;
  #index = new Uint32Array(0);
  #first = new Uint32Array(0);
  /** By index. */
  #bucket = new Uint32Array(0);
  #places = new Int32Array(0);

  constructor(edges: readonly number[]) {
    this.#edges = edges;
  }

  /** Goes on to a day, whose events come in the order of time. `counts`: a 1 for each that counts. */
  read(day: Day, counts: Uint8Array): void {
    const { time, count } = day.events;
    if (this.#index.length < count) this.#makeRoom(count);
    let [found, bucket, next] = [0, 0, Number.NEGATIVE_INFINITY];
    for (let index = 0; index < count; index += 1) {
      if (counts[index] !== 1) continue;
      const at = time[index] as number;
      if (at >= next) {
        bucket = bucketOf(this.#edges, day.start + at);
        next = (this.#edges[bucket + 1] as number) - day.start;
      }
      this.#bucket[index] = bucket;
      this.#index[found] = index;
      found += 1;
    }
    this.#counts = counts;
    this.#count = found;
  }

  get all(): SomeEvents {
    return { count: this.#count, index: this.#index };
  }

  /** Of those that somebody has in one session and bucket the first alone; and all that are part of no session. */
  firstOfSessions({ events: { session, identity }, sessions }: Day): SomeEvents {
    const lastIdentity = new Uint32Array(sessions.count + 1);
    const lastBucket = new Int32Array(sessions.count + 1).fill(-1);
    let found = 0;
    for (let place = 0; place < this.#count; place += 1) {
      const index = this.#index[place] as number;
      const own = session[index] as number;
      const bucket = this.#bucket[index] as number;
      const who = identity[index] as number;
      if (own !== 0 && lastBucket[own] === bucket && lastIdentity[own] === who) continue;
      lastBucket[own] = bucket;
      lastIdentity[own] = who;
      this.#first[found] = index;
      found += 1;
    }
    return { count: found, index: this.#first };
  }

  /**
   * For each of some events, one after the other, its place in the sums of a table; `NO_ROW` where its row is not wanted. The next
   * call overwrites the answer.
   */
  placesIn(courses: Courses, day: Day, some: SomeEvents): Int32Array {
    const { ofSessions } = courses.values;
    if (ofSessions === null) {
      const found = courses.values.ofEvents(day, this.#counts);
      return this.#placesBy(courses, some, (index) => found[index] as number);
    }
    const { session } = day.events;
    const ofSession = ofSessions.ofDay(day);
    return this.#placesBy(courses, some, (index) => {
      const place = session[index] as number;
      return place === 0 ? ofSessions.ofLoneEvent(day, index) : (ofSession[place] as number);
    });
  }

  #placesBy(courses: Courses, { count, index }: SomeEvents, wordOf: (index: number) => number): Int32Array {
    const places = this.#places;
    for (let place = 0; place < count; place += 1) {
      const event = index[place] as number;
      const row = courses.placeOf(wordOf(event));
      places[place] = row === NO_ROW ? NO_ROW : row + (this.#bucket[event] as number);
    }
    return places;
  }

  #makeRoom(count: number): void {
    this.#index = new Uint32Array(count);
    this.#first = new Uint32Array(count);
    this.#bucket = new Uint32Array(count);
    this.#places = new Int32Array(count);
  }
}
