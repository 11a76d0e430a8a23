import { expect, it } from 'vitest';
import type { FoundSpend } from '../../../src/read/spend/spend-of-range.ts';
import { valuesByCost } from '../../../src/read/spend/values-by-cost.ts';

/** By campaign, what it was worth on each day; null where no rate says it. */
const WORTHS: Readonly<Record<string, readonly (bigint | null)[]>> = {
  free: [0n],
  'paid back': [5n, -5n],
  refunded: [3n, -4n],
  cheap: [1n],
  dear: [2n, 7n],
  'as dear': [9n],
  unknown: [4n, null],
};

const found = {
  campaigns: Object.entries(WORTHS).map(([campaign, worths]) => ({
    words: { campaign },
    rows: worths.map((worth) => ({ worth, impressions: 0, clicks: 0 })),
  })),
} as unknown as FoundSpend;

it('values that cost something stand at the ends, and all others between them', () => {
  expect(valuesByCost(found, 'campaign', true)).toEqual({
    first: ['as dear', 'dear', 'cheap'],
    last: ['refunded'],
  });
  expect(valuesByCost(found, 'campaign', false)).toEqual({
    first: ['refunded'],
    last: ['cheap', 'as dear', 'dear'],
  });
});

it('no value stands anywhere where spend is told of none', () => {
  expect(valuesByCost(found, 'country', true)).toEqual({ first: [], last: [] });
  expect(valuesByCost(null, 'campaign', true)).toEqual({ first: [], last: [] });
});
