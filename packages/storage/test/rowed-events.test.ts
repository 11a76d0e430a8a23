import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Day } from '../src/sqlite/days/day.ts';
import { BreakdownRows } from '../src/sqlite/reports/breakdown/breakdown-rows.ts';
import { RowedEvents } from '../src/sqlite/reports/breakdown/rowed-events.ts';
import { Condition } from '../src/sqlite/reports/filters/condition.ts';
import type { DictionaryColumns } from '../src/sqlite/reports/values/dictionary-columns.ts';
import { PropertyValues } from '../src/sqlite/reports/values/property-values.ts';

const TEXTS = ['', '(not set)', 'solo', 'team'];
/** Of an event that has no value, and of one whose value says as much. */
const meant = (text: string | null) => text || '(not set)';

/** Events by their value of a property, null for none, and whether each counts: of some days few have a value, of others most. */
const anyDay = fc.constantFrom(0.1, 0.5, 0.9).chain((share) =>
  fc.array(
    fc.tuple(
      fc
        .double({ min: 0, max: 1, noNaN: true })
        .chain((at) => fc.constantFrom(...(at < share ? TEXTS : [null]))),
      fc.constantFrom(1, 1, 0),
    ),
    { minLength: 1, maxLength: 70 },
  ),
);
type Events = typeof anyDay extends fc.Arbitrary<infer Found> ? Found : never;

function dayOf(events: Events): Day {
  const valued = events.flatMap(([text], index) => (text === null ? [] : [{ index, text }]));
  const column = {
    event: Uint8Array.from(valued, ({ index }) => index),
    value: Uint8Array.from(valued, ({ text }) => TEXTS.indexOf(text)),
    values: { length: TEXTS.length, at: (place: number) => TEXTS[place] },
  };
  return { events: { count: events.length }, property: () => column } as unknown as Day;
}
const countsOf = (events: Events) => Uint8Array.from(events, ([, counts]) => counts);

it('puts each event that counts into the row of its value, whether few or most of a day have one', () => {
  fc.assert(
    fc.property(fc.array(anyDay, { minLength: 1, maxLength: 3 }), fc.boolean(), (days, areSome) => {
      const values = new PropertyValues('plan');
      const wanted = areSome ? ['team', '(not set)'].map((text) => values.numberOf(text)) : null;
      const rows = new BreakdownRows(wanted);
      const events = new RowedEvents();
      for (const day of days) {
        events.readRows(dayOf(day), countsOf(day), { values, rows });
        const told = Array.from({ length: events.count }, (_, place) => [
          events.index[place] as number,
          values.text(rows.valueAt(events.row[place] as number)),
        ]);
        const expected = day.flatMap(([text, counts], index) =>
          counts === 1 && (!areSome || meant(text) !== 'solo') ? [[index, meant(text)]] : [],
        );
        expect(told.sort(([one], [other]) => Number(one) - Number(other))).toEqual(expected);
      }
    }),
  );
});

it('leaves the mark of each event that fulfils a filter, whether few or most of a day have a value', () => {
  const anyFilter = fc.record({
    dimension: fc.constant('property:plan' as const),
    operator: fc.constantFrom('is', 'is_not'),
    values: fc.subarray(['(not set)', 'solo', 'team'], { minLength: 1 }),
  });
  fc.assert(
    fc.property(anyDay, anyFilter, (day, filter) => {
      const condition = new Condition({} as DictionaryColumns, filter);
      const marks = countsOf(day);
      condition.narrow(dayOf(day), marks);
      const isLeft = (text: string | null) =>
        filter.values.includes(meant(text)) === (filter.operator === 'is');
      expect([...marks]).toEqual(day.map(([text, counts]) => (isLeft(text) ? counts : 0)));
    }),
  );
});
