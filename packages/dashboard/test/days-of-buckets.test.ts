import { expect, it } from 'vitest';
import { daysOfBuckets } from '../src/address/days-of-buckets.ts';

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03'];
const WEEKS = ['2026-10-29', '2026-11-02', '2026-11-09'];
const HOURS = ['2026-11-03T22:00', '2026-11-03T23:00', '2026-11-04T00:00', '2026-11-04T01:00'];
const MONTHS = ['2026-01-15', '2026-02-01', '2026-03-01'];

it.each([
  ['a day', DAYS, [1, 1], '2026-11-03', '2026-11-02', '2026-11-02'],
  ['several days', DAYS, [0, 1], '2026-11-03', '2026-11-01', '2026-11-02'],
  ['the last day', DAYS, [2, 2], '2026-11-03', '2026-11-03', '2026-11-03'],
  [
    'a day that has not begun, where an earlier period is longer',
    DAYS,
    [2, 9],
    '2026-11-03',
    '2026-11-03',
    '2026-11-03',
  ],
  ['a week', WEEKS, [1, 1], '2026-11-12', '2026-11-02', '2026-11-08'],
  ['the first week, which begins with the range', WEEKS, [0, 0], '2026-11-12', '2026-10-29', '2026-11-01'],
  ['the last week, which ends with the range', WEEKS, [2, 2], '2026-11-12', '2026-11-09', '2026-11-12'],
  ['an hour', HOURS, [0, 0], '2026-11-04', '2026-11-03', '2026-11-03'],
  ['hours of two days', HOURS, [1, 2], '2026-11-04', '2026-11-03', '2026-11-04'],
  ['February', MONTHS, [1, 1], '2026-03-10', '2026-02-01', '2026-02-28'],
] as const)('%s is opened as its days', (_, labels, places, last, start, end) => {
  expect(daysOfBuckets(labels, places, last)).toEqual({ start, end });
});
