import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingColumns } from '../src/sqlite/days/growing-columns.ts';

type Row = {
  readonly byte: number;
  readonly integer: number;
  readonly whole: number;
  readonly float: number;
};
const SET = {
  byte: { slot: 0, as: 'u8', from: ({ byte }: Row) => byte },
  integer: { slot: 1, as: 'u32', from: ({ integer }: Row) => integer },
  whole: { slot: 2, as: 'u53', from: ({ whole }: Row) => whole },
  float: { slot: 3, as: 'f64', from: ({ float }: Row) => float },
} as const;
const NAMES = ['byte', 'integer', 'whole', 'float'] as const;

const upTo = (...most: number[]) =>
  fc.constantFrom(...most).chain((max) => fc.oneof(fc.constant(max), fc.integer({ min: 0, max })));
const rows = fc.record({
  byte: upTo(0xff),
  integer: upTo(0, 0xff, 0xffff, 0xffff_ffff),
  whole: fc.oneof(upTo(0xff, 0xffff, 0xffff_ffff, Number.MAX_SAFE_INTEGER), fc.integer()),
  float: fc.double({ noNaN: true }),
});
const steps = fc.array(
  fc.oneof(
    fc.record({ add: rows }),
    fc.record({ insert: fc.array(rows, { maxLength: 5 }), at: fc.nat() }),
    fc.record({
      put: fc.constantFrom('integer', 'whole'),
      value: upTo(0, 0xff, 0xffff, 0xffff_ffff),
      at: fc.nat(),
    }),
  ),
  { maxLength: 40 },
);

function insert(columns: GrowingColumns<typeof SET, Row>, at: number, rows: readonly Row[]): void {
  columns.openGaps(rows.map(() => at));
  for (const [gap, row] of rows.entries()) columns.set(at + gap, row);
}

describe('columns that grow', () => {
  it('have whatever was added, put between and changed, however large', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const columns = new GrowingColumns<typeof SET, Row>(SET);
        const expected: Row[] = [];
        for (const step of all) {
          if ('insert' in step) {
            const at = step.at % (expected.length + 1);
            insert(columns, at, step.insert);
            expected.splice(at, 0, ...step.insert);
          } else if ('add' in step) {
            columns.add(step.add);
            expected.push(step.add);
          } else if (expected.length > 0) {
            const at = step.at % expected.length;
            columns.put(step.put, at, step.value);
            expected[at] = { ...(expected[at] as Row), [step.put]: step.value };
          }
        }
        const found = columns.only(NAMES);
        for (const name of NAMES) expect(Array.from(found[name])).toEqual(expected.map((row) => row[name]));
      }),
      { numRuns: 300 },
    );
  });

  it('take as many bytes for each integer as the largest needs', () => {
    const columns = new GrowingColumns<typeof SET, Row>(SET);
    const kinds = [1, 255, 256, 65_535, 65_536, 0xffff_ffff].map((integer) => {
      columns.add({ byte: 0, integer, whole: integer, float: 0 });
      const { integer: own, whole } = columns.columns;
      return [own.BYTES_PER_ELEMENT, whole.BYTES_PER_ELEMENT];
    });
    expect(kinds).toEqual([1, 1, 2, 2, 4, 4].map((bytes) => [bytes, bytes]));
    columns.add({ byte: 0, integer: 0, whole: 2 ** 40, float: 0 });
    expect(columns.columns.whole.BYTES_PER_ELEMENT).toBe(8);
  });
});
