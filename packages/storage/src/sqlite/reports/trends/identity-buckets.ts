import { HOUR_MS } from '@cvq/contract/constants';
import type { Day } from '../../days/day.ts';
import type { RollupByHour } from '../../rollups/rollup-format.ts';
import { workingMemory } from '../../working-memory.ts';
import { isCounted } from '../filters/counted-events.ts';
import { bucketOf } from '../measures/bucket-of.ts';
import type { ReportRun } from '../report-run.ts';

/** Of who was there before the first edge or after the last alone. */
const NONE = -1;
/** Of who was there in several buckets: the events tell which of them a value is of. */
const SEVERAL = -2;
const UNKNOWN = -3;

/** In which buckets between neighbouring edges somebody was there on a day, as the hours of the day tell. */
export class IdentityBuckets {
  /** Those of the day, in the order of time. */
  readonly buckets: readonly number[];
  readonly #day: Day;
  /** By identity of the day, from 1. */
  readonly #bucketOf: Int32Array;
  readonly #hasSeveral: boolean;

  /** @param edges which cut the day between its hours alone */
  constructor(day: Day, { identityCounts, identities }: RollupByHour, edges: readonly number[]) {
    const found = workingMemory.int32(day.identities.count + 1).fill(UNKNOWN);
    const buckets = new Set<number>();
    let hasSeveral = false;
    let from = 0;
    for (let hour = 0; hour < identityCounts.length; hour += 1) {
      const bucket = bucketIn(edges, day.start + hour * HOUR_MS);
      if (bucket !== NONE) buckets.add(bucket);
      const to = from + (identityCounts[hour] as number);
      for (let place = from; place < to; place += 1) {
        const identity = identities[place] as number;
        const known = found[identity] as number;
        if (known === bucket) continue;
        if (known !== UNKNOWN) hasSeveral = true;
        found[identity] = known === UNKNOWN ? bucket : SEVERAL;
      }
      from = to;
    }
    this.#day = day;
    this.#bucketOf = found;
    this.#hasSeveral = hasSeveral;
    this.buckets = [...buckets];
  }

  /** Whether somebody was there in this bucket, and in no other of the day. */
  isOnlyIn(bucket: number, identity: number): boolean {
    return this.#bucketOf[identity] === bucket;
  }

  /** A 1 for each event that counts and whose bucket it tells alone; null where there is none. */
  undecided({ period, leftOut }: Pick<ReportRun, 'period' | 'leftOut'>): Uint8Array | null {
    if (!this.#hasSeveral) return null;
    const { start, events } = this.#day;
    const { identity, flags, botLevel, time, count } = events;
    const [from, to] = [period.from - start, period.to - start];
    const counts = workingMemory.uint8(count);
    for (let index = 0; index < count; index += 1) {
      if (this.#bucketOf[identity[index] as number] !== SEVERAL) continue;
      const at = time[index] as number;
      if (at >= from && at < to && isCounted(flags[index] as number, botLevel[index] as number, leftOut))
        counts[index] = 1;
    }
    return counts;
  }
}

function bucketIn(edges: readonly number[], at: number): number {
  return at < (edges[0] as number) || at >= (edges.at(-1) as number) ? NONE : bucketOf(edges, at);
}
