import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addIdentification,
  createPersons,
  visitorsAsPersons,
} from '../src/sqlite/reports/persons/persons.ts';

const VISITORS = 6;
const USERS = 4;

const identifications = fc.array(
  fc.record({
    visitor: fc.integer({ min: 1, max: VISITORS - 1 }),
    user: fc.integer({ min: 1, max: USERS - 1 }),
  }),
);
const events = fc.array(fc.record({ visitor: fc.nat(VISITORS - 1), user: fc.nat(USERS - 1) }));

function identified(all: readonly { visitor: number; user: number }[]) {
  const users = new Uint32Array(VISITORS);
  for (const { visitor, user } of all) addIdentification(users, visitor, user);
  return createPersons(users, { visitors: VISITORS, users: USERS });
}

describe('the numbers of persons', () => {
  it('tell apart whom the rule tells apart, in whatever order visitors were identified', () => {
    fc.assert(
      fc.property(identifications, events, (all, acting) => {
        const nameOf = ({ visitor, user }: { visitor: number; user: number }) => {
          const known = [...new Set(all.filter((one) => one.visitor === visitor).map((one) => one.user))];
          const behind = user || (known.length === 1 ? known[0] : 0);
          if (behind) return `user ${behind}`;
          return visitor === 0 ? null : `visitor ${visitor}`;
        };
        const [persons, reversed] = [identified(all), identified(all.toReversed())];
        const names = new Map<number, string | null>([[0, null]]);
        for (const event of acting) {
          const number = persons.numberOf(event.visitor, event.user);
          expect(number).toBe(reversed.numberOf(event.visitor, event.user));
          expect(number).toBeLessThan(persons.room);
          names.set(number, names.get(number) ?? nameOf(event));
          expect(names.get(number)).toBe(nameOf(event));
        }
        expect(new Set(names.values()).size).toBe(names.size);
      }),
    );
  });

  it('are those of visitors where no user is known, or where visitors are asked for', () => {
    const unknown = createPersons(null, { visitors: VISITORS, users: USERS });
    expect([3, 0, 5].map((visitor) => unknown.numberOf(visitor, 0))).toEqual([3, 0, 5]);
    expect([3, 0, 5].map((visitor) => visitorsAsPersons(VISITORS).numberOf(visitor, 1))).toEqual([3, 0, 5]);
  });
});
