import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Day } from '../src/sqlite/days/day.ts';
import { PersonNumbers } from '../src/sqlite/reports/persons/person-numbers.ts';
import { visitorsAsPersons } from '../src/sqlite/reports/persons/persons.ts';

const MOST = 40;

it('numbers persons as one for one, wherever there are so many more that the few are numbered anew', () => {
  const anyDays = fc.array(fc.array(fc.nat(MOST), { maxLength: 12 }), { maxLength: 4 });
  fc.assert(
    fc.property(anyDays, fc.constantFrom(MOST + 1, 500, 50_000), (visitorsOfDays, room) => {
      const days = visitorsOfDays.map(
        (visitors) =>
          ({
            stored: null,
            identities: {
              visitor: Uint32Array.from(visitors),
              user: new Uint32Array(visitors.length),
              count: visitors.length,
            },
          }) as unknown as Day,
      );
      const numbers = new PersonNumbers(days, visitorsAsPersons(room));
      for (const own of [numbers, numbers.numberedForMore()]) {
        const told = new Map<number, number>();
        for (const [place, day] of days.entries()) {
          const [nobody, ...found] = own.of(day);
          expect(nobody).toBe(0);
          for (const [index, number] of found.entries()) {
            const visitor = visitorsOfDays[place]?.[index] as number;
            expect(number).toBe(told.get(visitor) ?? number);
            expect(number === 0).toBe(visitor === 0);
            expect(number).toBeLessThan(own.room);
            told.set(visitor, number);
          }
        }
        expect(new Set(told.values()).size).toBe(told.size);
      }
    }),
  );
});
