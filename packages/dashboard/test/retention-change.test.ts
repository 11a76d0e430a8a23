import { expect, it } from 'vitest';
import { firstKeptDay } from '../src/words/retention-change.ts';

const NOW = Date.UTC(2026, 10, 30, 10);
const between = (from: number | null, to: number | null) => firstKeptDay({ from, to, now: NOW });

it('names the first day that a shorter retention keeps', () => {
  expect(between(null, 90)).toBe('2026-09-01');
  expect(between(400, 30)).toBe('2026-10-31');
});

it('names no day where nothing is deleted, or what was typed is no number of days that can be kept', () => {
  for (const [from, to] of [
    [90, 400],
    [90, 90],
    [90, null],
    [null, null],
    [null, Number.NaN],
    [null, 999_999_999],
    [null, 3651],
    [null, 45.5],
    [null, 5],
    [null, -5],
  ] as const)
    expect(between(from, to), `${from} to ${to}`).toBeNull();
});
