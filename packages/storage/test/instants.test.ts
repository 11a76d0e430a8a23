import { describe, expect, it } from 'vitest';
import { Instants } from '../src/sqlite/reports/funnel/instants.ts';

const WORD = 2 ** 32;

describe('instants of many', () => {
  it.each([1, WORD, WORD + 1, 256 * WORD, 256 * WORD + 1, 2 ** 45])(
    'are told again to the millisecond where they span %i milliseconds',
    (spanMs) => {
      const all = new Instants(4, spanMs);
      const given = [0, Math.floor(spanMs / 2), spanMs - 1];
      for (const [place, ms] of given.entries()) all.set(place, ms);
      expect(given.map((_, place) => all.at(place))).toEqual(given);
      expect(all.at(3)).toBe(0);
    },
  );

  it('take the place of former ones, with the higher part', () => {
    const all = new Instants(1, 3 * WORD);
    all.set(0, 2 * WORD + 7);
    all.set(0, 5);
    expect(all.at(0)).toBe(5);
  });
});
