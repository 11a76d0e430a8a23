import { DAY_MS } from '@cvq/contract/constants';
import type { Day } from '../../days/day.ts';
import type { DistinctPairs } from '../../days/distinct-pairs.ts';
import { workingMemory } from '../../working-memory.ts';
import { bucketFrom, bucketOf } from '../measures/bucket-of.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import { othersOf } from '../persons/others-of-day.ts';
import type { ReportRun } from '../report-run.ts';
import type { SomeEvents } from './bucketed-events.ts';
import type { RowTrends } from './row-trends.ts';

/** Of a session that did not begin in the period, and of none. */
const NO_BUCKET = -1;

/** Of so many rows at a time a bit each tells whether a session is in them already. */
const BITS = 32;

/** `rows`: by place of some events, where each counts; overwritten. */
type Rowed = { readonly events: Day['events']; readonly some: SomeEvents; readonly rows: Int32Array };

/**
 * The sessions that have events on a day, each with the bucket in which it began. Another day takes the place of the
 * one before.
 */
export class BucketedSessions {
  readonly #run: ReportRun;
  readonly #edges: readonly number[];
  #count = 0;
  // By place of a session, from 1.
  #bucket = workingMemory.int32(0);
  /** The number of one that has events on other days as well; 0 for all others. */
  #shared = workingMemory.uint32(0);
  #rowsOf = workingMemory.uint32(0);
  /** Of some events the place of the session. */
  #places = workingMemory.uint32(0);

  constructor(run: ReportRun, edges: readonly number[]) {
    this.#run = run;
    this.#edges = edges;
  }

  read(day: Day): void {
    const { sessions } = this.#run;
    this.#count = day.sessions.count;
    if (this.#bucket.length <= this.#count) this.#makeRoom(this.#count + 1);
    if (this.#places.length < day.events.count) this.#places = workingMemory.uint32(day.events.count);
    this.#readBuckets(day);
    const begun = sessions.begunOf(day);
    for (let place = 0; place <= this.#count; place += 1)
      if (begun[place] === 0) this.#bucket[place] = NO_BUCKET;
    this.#shared.fill(0);
    sessions.eachShared(day, (place) => {
      this.#shared[place] = begun[place] as number;
    });
  }

  /**
   * Adds each session once to each row of which it has an event.
   *
   * @param shared of those with events on several days the rows that they are in already, which days have to have in common
   */
  addTo(trends: RowTrends, shared: DistinctPairs, { events, some, rows }: Rowed): void {
    let left = this.#placesOf(events, some, rows);
    for (let first = 0; left > 0; first += BITS) left = this.#addRows(first, { trends, shared, rows, left });
  }

  /** Those that began on a day within one bucket need no look at when. */
  #readBuckets(day: Day): void {
    const edges = this.#edges;
    const { start: midnight, sessions } = day;
    const first = bucketOf(edges, midnight);
    if ((edges[first + 1] as number) >= midnight + DAY_MS) this.#bucket.fill(first);
    else {
      const { start } = sessions;
      for (let place = 0; place < this.#count; place += 1)
        this.#bucket[place + 1] = bucketFrom(first, edges, midnight + (start[place] as number));
    }
    const { place: places, beganAt } = othersOf(day);
    for (let index = 0; index < places.length; index += 1)
      this.#bucket[(places[index] as number) + 1] = bucketOf(edges, beganAt[index] as number);
  }

  /** Of the events with a row and a session that began in the period, the rows and the places of the sessions; tells how many. */
  #placesOf({ session }: Day['events'], { count, index }: SomeEvents, rows: Int32Array): number {
    const places = this.#places;
    const buckets = this.#bucket;
    let found = 0;
    for (let place = 0; place < count; place += 1) {
      const row = rows[place] as number;
      const own = session[index[place] as number] as number;
      if (row === NO_ROW || buckets[own] === NO_BUCKET) continue;
      rows[found] = row;
      places[found] = own;
      found += 1;
    }
    return found;
  }

  /** Adds to `BITS` rows, beginning with `first`. Entries of later rows are moved to the front; returns how many they are. */
  #addRows(
    first: number,
    { trends, shared, rows, left }: Pick<Rowed, 'rows'> & Adding & { readonly left: number },
  ): number {
    const places = this.#places;
    const rowsOf = this.#rowsOf.fill(0, 0, this.#count + 1);
    let later = 0;
    for (let place = 0; place < left; place += 1) {
      const row = rows[place] as number;
      const own = places[place] as number;
      if (row >= first + BITS) {
        rows[later] = row;
        places[later] = own;
        later += 1;
        continue;
      }
      const bit = 1 << (row - first);
      const known = rowsOf[own] as number;
      if (known & bit) continue;
      rowsOf[own] = known | bit;
      const number = this.#shared[own] as number;
      if (number === 0 || shared.add(row, number)) trends.add(row, this.#bucket[own] as number, 1);
    }
    return later;
  }

  #makeRoom(count: number): void {
    this.#bucket = workingMemory.int32(count);
    this.#shared = workingMemory.uint32(count);
    this.#rowsOf = workingMemory.uint32(count);
  }
}

type Adding = { readonly trends: RowTrends; readonly shared: DistinctPairs };
