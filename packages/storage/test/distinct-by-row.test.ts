import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctByRow } from '../src/sqlite/reports/distinct-by-row.ts';
import { NO_ROW } from '../src/sqlite/reports/number-lists.ts';

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
        fc.record({ atOnce: fc.constantFrom(1, 8, 1000), long: fc.constantFrom(1, 4, 1000) }),
        (days, pairs, limits) => {
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
          const size = { rows: ROWS, numbers: NUMBERS, limits };
          const [sorted, one] = [distinct.sorted(size), distinct.sorted(size)];
          const all = new Set(sets.flatMap((set) => [...set]));
          expect(sorted.countAll()).toBe(all.size - Number(all.has(0)));
          for (const [row, set] of sets.entries()) {
            expect(sorted.atMost(row)).toBeGreaterThanOrEqual(set.size);
            const size = set.size - Number(set.has(0));
            expect([sorted.count(row), one.count(row)], 'with all, and by itself').toEqual([size, size]);
          }
        },
      ),
    );
  });
});
