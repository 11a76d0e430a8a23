import { expect, it } from 'vitest';
import type { Day } from '../src/sqlite/days/day.ts';
import { PropertyValues } from '../src/sqlite/reports/values/property-values.ts';

/** A day of four events, of which two have a plan; tells how often it was looked up. */
function dayOf(texts: readonly string[]) {
  const looked = { times: 0 };
  const day = {
    events: { count: 4 },
    property(name: string) {
      looked.times += 1;
      if (name !== 'plan') return undefined;
      return { event: Uint8Array.of(1, 3), value: Uint8Array.of(0, 1), values: texts };
    },
  };
  return { day: day as unknown as Day, looked };
}

it('looks up a property of a day once, however many of its events are asked about', () => {
  const [one, other] = [dayOf(['team', 'solo']), dayOf(['solo', 'team'])];
  const values = new PropertyValues('plan');
  const told = (day: Day) => [0, 1, 2, 3].map((index) => values.text(values.ofEvent(day, index)));
  values.ofEvents(one.day);
  const first = told(one.day);
  const second = told(other.day);
  expect(first.filter((_, index) => index % 2 === 1)).toEqual(['team', 'solo']);
  expect(second.filter((_, index) => index % 2 === 1)).toEqual(['solo', 'team']);
  expect(new Set([first[0], first[2], second[0], second[2]]).size).toBe(1);
  expect([one.looked.times, other.looked.times]).toEqual([1, 1]);
});

it('looks up a property that a day does not have once', () => {
  const { day, looked } = dayOf(['team', 'solo']);
  const values = new PropertyValues('size');
  expect([0, 1, 2, 3].map((index) => values.ofEvent(day, index))).toEqual([0, 0, 0, 0]);
  expect(looked.times).toBe(1);
});
