import type { Day } from '../../days/day.ts';
import { DistinctByBucket } from '../numbers/distinct-by-bucket.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import type { SomeEvents } from './bucketed-events.ts';
import type { RowTrends } from './row-trends.ts';

/** Adds to trends how many different numbers, all below `numbers`, a row has in each bucket. */
export function distinctOf(trends: RowTrends, numbers: number): DistinctByBucket {
  return new DistinctByBucket({ rows: trends.rows, numbers }, (row, bucket, count) =>
    trends.add(row, bucket, count),
  );
}

type Numbered = {
  readonly rows: Int32Array;
  /** By event. */
  readonly bucket: Uint32Array;
  /** By event the place of who acted. */
  readonly places: Day['events']['identity'];
  readonly numberOf: Uint32Array;
  readonly distinct: DistinctByBucket;
};

/** Rows of which a bit each tells whether somebody was in them already; tables of more are rare. */
const BITS = 32;

/** Adds the numbers of some events to the rows that these are of. Many have several for one row. */
export function addNumbers(
  { count, index }: SomeEvents,
  { rows, bucket, places, numberOf, distinct }: Numbered,
): void {
  let current = -1;
  /** Of the current bucket. */
  const rowsOf = new Uint32Array(numberOf.length);
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] as number;
    if (row === NO_ROW) continue;
    const event = index[place] as number;
    const own = bucket[event] as number;
    if (own !== current) {
      distinct.begin(own);
      rowsOf.fill(0);
      current = own;
    }
    const who = places[event] as number;
    if (row < BITS) {
      const known = rowsOf[who] as number;
      if (known & (1 << row)) continue;
      rowsOf[who] = known | (1 << row);
    }
    distinct.add(row, numberOf[who] as number);
  }
}
