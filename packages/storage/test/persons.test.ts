import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addIdentification, createPersons, visitorsAsPersons } from '../src/sqlite/reports/persons.ts';

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
        const columns = { count: acting.length, user: Uint32Array.from(acting, ({ user }) => user) };
        const numbers = persons.ofEvents(
          columns,
          Uint32Array.from(acting, ({ visitor }) => visitor),
        );
        const names = new Map<number, string | null>([[0, null]]);
        for (const [index, event] of acting.entries()) {
          const number = numbers[index] as number;
          expect(number).toBe(persons.numberOf(event.visitor, event.user));
          expect(number).toBe(reversed.numberOf(event.visitor, event.user));
          expect(number).toBeLessThan(persons.room);
          names.set(number, names.get(number) ?? nameOf(event));
          expect(names.get(number)).toBe(nameOf(event));
        }
        expect(new Set(names.values()).size).toBe(names.size);
      }),
    );
  });

  it('are those of visitors, at no cost, where no user is known', () => {
    const visitors = Uint32Array.of(3, 0, 5);
    const without = { count: 3, user: new Uint32Array(3) };
    expect(createPersons(null, { visitors: VISITORS, users: USERS }).ofEvents(without, visitors)).toBe(
      visitors,
    );
    const named = { count: 3, user: Uint32Array.of(1, 1, 0) };
    expect(visitorsAsPersons(VISITORS).ofEvents(named, visitors)).toBe(visitors);
  });
});
