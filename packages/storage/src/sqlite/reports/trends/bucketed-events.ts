import type { Day } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import { bucketOf } from '../measures/bucket-of.ts';
import type { SessionValues, SingleValues } from '../values/dimension-values.ts';
import type { RowTrends } from './row-trends.ts';

/** Some events of a day, by index. */
export type SomeEvents = { readonly count: number; readonly index: Uint32Array };

/** The events of a day that count, each in its bucket. Another day takes the place of the one before. */
export class BucketedEvents {
  readonly #edges: readonly number[];
  #counts: Uint8Array = workingMemory.uint8(0);
  #count = 0;
  #index = workingMemory.uint32(0);
  #first = workingMemory.uint32(0);
  #bucket = workingMemory.uint32(0);
  #rows = workingMemory.int32(0);

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

  /** Those of one bucket. */
  in(bucket: number): SomeEvents {
    const isBefore = (place: number) => (this.#bucket[this.#index[place] as number] as number) < bucket;
    let from = 0;
    while (from < this.#count && isBefore(from)) from += 1;
    let to = from;
    while (to < this.#count && this.#bucket[this.#index[to] as number] === bucket) to += 1;
    return { count: to - from, index: this.#index.subarray(from, to) };
  }

  /** By index of those that count. */
  get bucket(): Uint32Array {
    return this.#bucket;
  }

  /** Of those that somebody has in one session and bucket the first alone; and all that are part of no session. */
  firstOfSessions({ events: { session, identity }, sessions }: Day): SomeEvents {
    const lastIdentity = workingMemory.uint32(sessions.count + 1);
    const lastBucket = workingMemory.int32(sessions.count + 1).fill(-1);
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

  /** Of each of some events, one after the other, its row in a table. The next call overwrites the answer. */
  rowsIn(trends: RowTrends, day: Day, some: SomeEvents): Int32Array {
    const { ofSessions, ofSingle } = trends.values;
    if (ofSessions !== null) this.#findBySession(trends, { day, some, values: ofSessions });
    else if (ofSingle !== null) this.#findByEntry(trends, { day, some, values: ofSingle });
    else this.#findByValue(trends, { some, values: trends.values.ofEvents(day, this.#counts) });
    return this.#rows;
  }

  #findBySession(trends: RowTrends, { day, some, values }: Finding<SessionValues>): void {
    const { session } = day.events;
    const { [values.column]: entries } = day.sessions;
    const { count, index } = some;
    const { words } = values;
    const lone = values.ofLoneEvents(day);
    const rows = this.#rows;
    for (let place = 0; place < count; place += 1) {
      const event = index[place] as number;
      const own = session[event] as number;
      const entry = own === 0 ? (lone?.at(event) ?? 0) : (entries[own - 1] as number);
      rows[place] = trends.rowOfEntry(entry, words);
    }
  }

  #findByEntry(trends: RowTrends, { day, some, values }: Finding<SingleValues>): void {
    const { [values.column]: entries } = day.events;
    const { count, index } = some;
    const { words } = values;
    const rows = this.#rows;
    for (let place = 0; place < count; place += 1)
      rows[place] = trends.rowOfEntry(entries[index[place] as number] as number, words);
  }

  #findByValue(trends: RowTrends, { some, values }: Omit<Finding<Int32Array>, 'day'>): void {
    for (let place = 0; place < some.count; place += 1)
      this.#rows[place] = trends.rowOf(values[some.index[place] as number] as number);
  }

  #makeRoom(count: number): void {
    this.#index = workingMemory.uint32(count);
    this.#first = workingMemory.uint32(count);
    this.#bucket = workingMemory.uint32(count);
    this.#rows = workingMemory.int32(count);
  }
}

type Finding<Values> = { readonly day: Day; readonly some: SomeEvents; readonly values: Values };
