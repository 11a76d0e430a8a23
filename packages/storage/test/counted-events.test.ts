import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY } from '../../../test/builders/event-records.ts';
import type { Day } from '../src/sqlite/days/day.ts';
import { LEFT_OUT, markCounted } from '../src/sqlite/reports/filters/counted-events.ts';

/** A day at rest that keeps nothing of what is worked out, or one that may still change. */
function dayOf(flags: readonly number[], isStored: boolean): Day {
  const stored = { kept: () => undefined, keep: (_: number, value: object) => value };
  const events = {
    count: flags.length,
    flags: Uint8Array.from(flags),
    botLevel: new Uint8Array(flags.length),
  };
  return { start: 0, stored: isStored ? stored : null, events } as unknown as Day;
}

it('marks the events of a day at rest that count as those of any day, however many they are', () => {
  const flags = fc.array(fc.constantFrom(0, 0, 1, 2, 4), { maxLength: 200 });
  fc.assert(
    fc.property(flags, fc.constantFrom('excluded', 'included'), (all, bots) => {
      const counting = { period: { from: 0, to: DAY }, leftOut: LEFT_OUT[bots] };
      const [stored, open] = [true, false].map((isStored) => {
        // More room than there are events, and full of what was there before.
        const marks = new Uint8Array(8 * (Math.ceil(all.length / 8) + 1)).fill(7);
        markCounted(counting, dayOf(all, isStored), marks);
        return marks.subarray(0, all.length);
      });
      expect(stored).toEqual(open);
      expect(stored).toEqual(
        Uint8Array.from(all, (flag) => Number((flag & (bots === 'excluded' ? 3 : 1)) === 0)),
      );
    }),
  );
});
