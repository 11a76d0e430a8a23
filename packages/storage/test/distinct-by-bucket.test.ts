import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DistinctByBucket } from '../src/sqlite/reports/numbers/distinct-by-bucket.ts';

const ROWS = 4;
const NUMBERS = 70;
const anyPair = fc.tuple(fc.nat(ROWS - 1), fc.nat(NUMBERS - 1));

it('numbers are counted in each row and bucket as often as sets of them are large, and 0 never', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyPair, { maxLength: 12 }), { maxLength: 5 }), (buckets) => {
      const told = new Map<string, number>();
      const distinct = new DistinctByBucket({ rows: ROWS, numbers: NUMBERS }, (row, bucket, count) => {
        told.set(`${row} ${bucket}`, (told.get(`${row} ${bucket}`) ?? 0) + count);
      });
      for (const [bucket, pairs] of buckets.entries()) {
        // Some buckets have nothing, and nobody says that they begin.
        if (pairs.length > 0) distinct.begin(bucket);
        for (const [row, number] of pairs) distinct.add(row, number);
      }
      distinct.end();
      for (const [bucket, pairs] of buckets.entries())
        for (let row = 0; row < ROWS; row += 1) {
          const own = new Set(
            pairs.filter(([of, number]) => of === row && number !== 0).map(([, number]) => number),
          );
          expect(told.get(`${row} ${bucket}`) ?? 0).toBe(own.size);
        }
    }),
  );
});

it('more numbers than there is room for at first are held', () => {
  const counts: number[] = [];
  const distinct = new DistinctByBucket({ rows: 1, numbers: 30_000 }, (_row, _bucket, count) =>
    counts.push(count),
  );
  for (let number = 1; number < 20_000; number += 1) distinct.add(0, number);
  distinct.end();
  expect(counts).toEqual([19_999]);
});
