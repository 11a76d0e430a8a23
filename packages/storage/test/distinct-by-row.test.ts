import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctByRow } from '../src/sqlite/reports/distinct-by-row.ts';
import { NO_ROW } from '../src/sqlite/reports/sorted-numbers.ts';

const ROWS = 5;
const NUMBERS = 70;
const anyRow = fc.nat(ROWS - 1);
const anyNumber = fc.nat(NUMBERS - 1);
/** Places of a day, with the number at each, and lists of them. */
const anyDay = fc.array(anyNumber, { minLength: 1, maxLength: 20 }).chain((numbers) =>
  fc.record({
    numbers: fc.constant(numbers),
    lists: fc.array(
      fc.tuple(fc.oneof(anyRow, fc.constant(NO_ROW)), fc.array(fc.nat(numbers.length - 1), { maxLength: 8 })),
      {
        maxLength: 6,
      },
    ),
  }),
);

describe('numbers by row', () => {
  it('are counted as often as sets of them are large, and 0 never', () => {
    fc.assert(
      fc.property(
        fc.array(anyDay, { maxLength: 4 }),
        fc.array(fc.tuple(anyRow, anyNumber)),
        (days, pairs) => {
          const distinct = new DistinctByRow();
          const sets = Array.from({ length: ROWS }, () => new Set<number>());
          for (const [row, number] of pairs) {
            distinct.add(row, number);
            sets[row]?.add(number);
          }
          for (const { numbers, lists } of days) {
            distinct.addLists({
              rows: Int32Array.from(lists, ([row]) => row),
              counts: Uint32Array.from(lists, ([, places]) => places.length),
              places: Uint32Array.from(lists.flatMap(([, places]) => places)),
              numbers: Uint32Array.from(numbers),
            });
            for (const [row, places] of lists)
              for (const place of places) sets[row]?.add(numbers[place] as number);
          }
          const sorted = distinct.sorted({ rows: ROWS, numbers: NUMBERS });
          for (const [row, set] of sets.entries()) {
            expect(sorted.atMost(row)).toBeGreaterThanOrEqual(set.size);
            set.delete(0);
            expect(sorted.count(row)).toBe(set.size);
          }
          expect(sorted.countAll()).toBe(new Set(sets.flatMap((set) => [...set])).size);
        },
      ),
    );
  });
});
