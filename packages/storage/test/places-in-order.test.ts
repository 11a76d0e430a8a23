import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placesInOrder } from '../src/sqlite/reports/numbers/places-in-order.ts';

it('any part of an order is that of all places sorted by key and text', () => {
  const place = fc.record({ key: fc.integer({ min: -2, max: 2 }), text: fc.string() });
  const places = fc.uniqueArray(place, { selector: ({ text }) => text, maxLength: 60 });
  fc.assert(
    fc.property(places, fc.nat({ max: 70 }), fc.nat({ max: 70 }), (all, offset, limit) => {
      const sorted = [...all.keys()].sort((one, other) => {
        const [a, b] = [all[one], all[other]] as [(typeof all)[number], (typeof all)[number]];
        return a.key - b.key || (a.text < b.text ? -1 : 1);
      });
      const keys = Float64Array.from(all, ({ key }) => key);
      const found = placesInOrder({ keys, textOf: (at) => all[at]?.text ?? '' }, { offset, limit });
      expect(found).toEqual(sorted.slice(offset, offset + limit));
    }),
  );
});
