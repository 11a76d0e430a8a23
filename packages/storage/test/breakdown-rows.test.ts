import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BreakdownRows } from '../src/sqlite/reports/breakdown/breakdown-rows.ts';
import { NO_ROW } from '../src/sqlite/reports/numbers/number-lists.ts';

/** Some near each other, and some as far apart as the words of many projects. */
const value = fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 3000 }), fc.nat({ max: 300_000 }));

it('a breakdown has a row for each of its values, however far apart they are', () => {
  const asked = fc.record({ values: fc.array(value, { maxLength: 300 }), repeats: fc.nat({ max: 200 }) });
  fc.assert(
    fc.property(asked, ({ values, repeats }) => {
      const rows = new BreakdownRows();
      const known = new Map<number, number>();
      const counts = new Map<number, number>();
      // What comes again and again is looked up by a table.
      const all = [...values, ...Array.from({ length: repeats }, () => values).flat(), ...values].slice(
        0,
        6000,
      );
      for (const one of all) {
        const row = known.get(one) ?? known.size;
        known.set(one, row);
        counts.set(one, (counts.get(one) ?? 0) + 1);
        expect(rows.rowOf(one)).toBe(row);
        rows.sums.events[row] = (rows.sums.events[row] as number) + 1;
      }
      expect(rows.count).toBe(known.size);
      for (const [one, row] of known) expect([rows.find(one), rows.valueAt(row)]).toEqual([row, one]);
      expect(rows.find(400_000)).toBe(NO_ROW);
      const events = [...rows.sums.events.subarray(0, rows.count)];
      expect(events).toEqual([...counts.values()]);
    }),
    { numRuns: 30 },
  );
});

it('a breakdown of some values has rows for no others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(value), fc.array(value), (wanted, met) => {
      const rows = new BreakdownRows(wanted);
      const known = new Set<number>();
      for (const one of met) {
        if (wanted.includes(one)) known.add(one);
        expect(rows.wants(one)).toBe(wanted.includes(one));
        expect(rows.rowOf(one)).toBe(wanted.includes(one) ? [...known].indexOf(one) : NO_ROW);
      }
    }),
  );
});
