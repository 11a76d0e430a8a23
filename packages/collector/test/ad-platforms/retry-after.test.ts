import { expect, it } from 'vitest';
import { retryAfterOf } from '../../src/ad-platforms/exchange/retry-after.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

it.each([
  ['30', 30_000],
  ['0', 0],
  ['Mon, 23 Nov 2026 12:01:00 GMT', 60_000],
  ['Mon, 23 Nov 2026 11:59:00 GMT', 0],
  ['99999999999', 604_800_000],
  ['soon', null],
  [undefined, null],
])('waits for %s as long as %s ms', (text, wait) => {
  expect(retryAfterOf(text === undefined ? {} : { 'retry-after': text }, NOW)).toBe(wait);
});
