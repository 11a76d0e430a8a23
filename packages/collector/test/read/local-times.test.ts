import { DAY_MS } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { instantWithOffset } from '../../src/read/instant-with-offset.ts';
import { localTimes } from '../../src/read/local-times.ts';
import { zoned } from '../../src/read/zoned.ts';
import { Temporal } from '../../src/temporal.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const zone = fc.constantFrom(...ZONES);
const runs = (whole: number) => ({ numRuns: WHOLE ? whole : whole / 10, seed: 20261130 });

/** Instants near each other and far apart, in any order, from the year 0 to 9999, most of them of our days. */
const instants = fc.array(
  fc
    .oneof(
      {
        weight: 5,
        arbitrary: fc.date({
          min: new Date('1960-01-01Z'),
          max: new Date('2060-01-01Z'),
          noInvalidDate: true,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.date({
          min: new Date('0001-01-01Z'),
          max: new Date('9998-12-31Z'),
          noInvalidDate: true,
        }),
      },
    )
    .map(Number),
  { minLength: 1, maxLength: 30 },
);

describe('local times', () => {
  it('are those of Temporal, in whatever order they are asked for', () => {
    fc.assert(
      fc.property(zone, instants, (timezone, asked) => {
        for (const ms of asked) {
          const there = zoned(ms, timezone);
          const times = localTimes(timezone);
          expect(times.text(ms)).toBe(instantWithOffset(there));
          expect(times.day(ms).toString()).toBe(there.toPlainDate().toString());
          expect(times.offsetAt(ms).ms).toBe(there.offsetNanoseconds / 1e6);
        }
      }),
      runs(2000),
    );
  });

  it('hold one offset from one change of it to the next', () => {
    fc.assert(
      fc.property(zone, instants, (timezone, asked) => {
        for (const ms of asked) {
          const { from, until, ms: offset } = localTimes(timezone).offsetAt(ms);
          expect(from <= ms && ms < until).toBe(true);
          const offsetOf = (at: number) => zoned(at, timezone).offsetNanoseconds / 1e6;
          if (Number.isFinite(from))
            expect([offsetOf(from), offsetOf(from - 1) === offset]).toEqual([offset, false]);
          if (Number.isFinite(until))
            expect([offsetOf(until - 1), offsetOf(until) === offset]).toEqual([offset, false]);
        }
      }),
      runs(1000),
    );
  });

  it('begin a day where Temporal does', () => {
    fc.assert(
      fc.property(zone, instants, (timezone, asked) => {
        for (const ms of asked) {
          const day = Math.floor(ms / DAY_MS);
          const date = Temporal.PlainDate.from('1970-01-01').add({ days: day });
          expect(localTimes(timezone).startOfDay(day)).toBe(date.toZonedDateTime(timezone).epochMilliseconds);
        }
      }),
      runs(2000),
    );
  });
});
