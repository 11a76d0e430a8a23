import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from '../src/chart/chart-layout.ts';
import { areaOf, barsOf, pathOf, ticks } from '../src/chart/scale.ts';

describe('the lines of an axis', () => {
  it('reach the highest value, are evenly spaced and few', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), fc.constantFrom(2, 3), (max, wanted) => {
        const lines = ticks(0, max, wanted);
        const step = lines[0] as number;
        expect(lines.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-8));
        expect(lines.length).toBeLessThanOrEqual(2 * wanted);
        for (const [index, line] of lines.entries()) expect(line / step).toBeCloseTo(index + 1, 6);
      }),
    );
  });

  it.each([
    [870, 3, [250, 500, 750, 1000]],
    [3, 3, [1, 2, 3]],
    [0.42, 3, [0.2, 0.4, 0.6]],
    [1, 2, [0.5, 1]],
    [46_024, 3, [20_000, 40_000, 60_000]],
  ])('of %s are round', (max, wanted, lines) => {
    expect(ticks(0, max, wanted)).toEqual(lines);
  });

  it.each([
    [-120, 870, [-250, 250, 500, 750, 1000]],
    [-870, 120, [-1000, -750, -500, -250, 250]],
    [-3, 1e-9, [-3, -2, -1]],
  ])('from %s to %s go below zero', (lowest, highest, lines) => {
    expect(ticks(lowest, highest, 3)).toEqual(lines);
  });
});

describe('paths', () => {
  const points = [
    [0, 10],
    [5.25, 0],
  ] as const;

  it('are straight from point to point', () => expect(pathOf(points)).toBe('M0.0 10.0L5.3 0.0'));
  it('of an area end on the floor', () =>
    expect(areaOf(points, 10)).toBe('M0.0 10L0.0 10.0L5.3 0.0L5.3 10Z'));
  it('of no point are empty', () => expect(areaOf([], 10) + pathOf([]) + barsOf([], 10, 2)).toBe(''));
  it('have a gap, and no fall to the floor, where nothing is known', () => {
    const gapped = [...points, null, [9, 4] as const];
    expect(pathOf(gapped)).toBe('M0.0 10.0L5.3 0.0M9.0 4.0h0');
    expect(areaOf(gapped, 10)).toBe('M0.0 10L0.0 10.0L5.3 0.0L5.3 10ZM9.0 10L9.0 4.0L9.0 10Z');
    expect(barsOf([null, ...points], 10, 2)).toBe('M4.3 10V0.0h2.0V10Z');
    const series = { granularity: 'day', before: null, partial: false } as const;
    expect(layOut({ ...series, now: [1, null, 0] }, 1120).now.map((point) => point !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });
  it('of bars have none for what is zero', () => expect(barsOf(points, 10, 2)).toBe('M4.3 10V0.0h2.0V10Z'));
  it('of bars go down from zero for what is negative', () =>
    expect(barsOf([[5.25, 14]], 10, 2)).toBe('M4.3 10V14.0h2.0V10Z'));
});

it('a chart with a negative value, such as revenue of a day of refunds, has it above its floor and below its line of zero', () => {
  const series = { granularity: 'day', before: null, partial: false } as const;
  const { lines, now, zero, floor } = layOut({ ...series, now: [870, -120, 0] }, 1120);
  expect(lines.map(({ value }) => value)).toEqual([-250, 250, 500, 750, 1000]);
  const [, [, below] = [0, 0], [, none] = [0, 0]] = now.map((point) => point ?? undefined);
  expect(below).toBeGreaterThan(zero);
  expect(below).toBeLessThan(floor);
  expect(none).toBe(zero);
  expect(layOut({ ...series, now: [870, 0] }, 1120)).toMatchObject({ zero: floor });
});

it('an axis of nothing has no lines, which would all be 0', () => {
  const series = { granularity: 'day', before: null, partial: false } as const;
  expect(layOut({ ...series, now: [0, null, 0] }, 1120).lines).toEqual([]);
  expect(layOut({ ...series, now: [0, 7, 0] }, 1120).lines.map(({ value }) => value)).toEqual([2, 4, 6, 8]);
});
