import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctByRow } from '../src/sqlite/reports/numbers/distinct-by-row.ts';
import { NO_ROW } from '../src/sqlite/reports/numbers/number-lists.ts';

const ROWS = 5;
/** The first so many of them may have sets. */
const FEW = 3;
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

type Pair = readonly [row: number, number: number];

/** By row the numbers that it has, except for 0. */
function setsOf(pairs: readonly Pair[]): readonly Set<number>[] {
  const sets = Array.from({ length: ROWS }, () => new Set<number>());
  for (const [row, number] of pairs) if (number !== 0) sets[row]?.add(number);
  return sets;
}

describe('numbers by row', () => {
  it('are counted as often as sets of them are large, and 0 never', () => {
    fc.assert(
      fc.property(
        fc.array(anyDay, { maxLength: 4 }),
        fc.array(fc.tuple(anyRow, anyNumber)),
        fc.array(fc.tuple(fc.nat(2 ** FEW - 1), anyNumber)),
        fc.record({ atOnce: fc.constantFrom(1, 8, 1000), long: fc.constantFrom(1, 4, 1000) }),
        fc.record({ asked: fc.array(anyRow), told: fc.nat(2) }),
        (...[days, pairs, marked, limits, { asked, told }]) => {
          const distinct = new DistinctByRow(NUMBERS);
          for (const [row, number] of pairs) distinct.add(row, number);
          const rowsOf = Uint8Array.from([0, ...marked.map(([bits]) => bits)]);
          const numberOf = Uint32Array.from([0, ...marked.map(([, number]) => number)]);
          if (marked.length > 0) distinct.addToFew(FEW, rowsOf, numberOf);
          const ofFew = marked.flatMap(([bits, number]) =>
            [...Array(FEW).keys()].flatMap((row): Pair[] => ((bits >>> row) & 1 ? [[row, number]] : [])),
          );
          for (const { numbers, lists } of days)
            distinct.addLists({
              rows: Int32Array.from(lists, ([row]) => row),
              counts: Uint32Array.from(lists, ([, places]) => places.length),
              places: Uint32Array.from(lists.flatMap(([, places]) => places)),
              numbers: Uint32Array.from(numbers),
            });
          const listed = days.flatMap(({ numbers, lists }) =>
            lists.flatMap(([row, places]) => places.map((place): Pair => [row, numbers[place] as number])),
          );
          const sets = setsOf([...pairs, ...ofFew, ...listed]);
          const size = { rows: ROWS, limits };
          const [sorted, one] = [distinct.sorted(size), distinct.sorted(size)];
          sorted.countRows(asked);
          expect(sorted.countAll(told)).toBe(new Set(sets.flatMap((set) => [...set])).size);
          for (const [row, { size }] of sets.entries()) {
            expect(sorted.atMost(row)).toBeGreaterThanOrEqual(size);
            expect([sorted.count(row), one.count(row)], 'with others, and by itself').toEqual([size, size]);
          }
        },
      ),
    );
  });
});
