import { expect, it } from 'vitest';
import { erasedWords } from '../../src/cli/erased-words.ts';
import { totalsOf } from '../../src/erasure/erasure-totals.ts';

const saidOfPlatforms = (adDeliveriesTaken: number, adDeliveriesMaybeTaken: number) =>
  erasedWords({ ...totalsOf(null, 0), adDeliveriesTaken, adDeliveriesMaybeTaken }).filter((line) =>
    line.startsWith('Ad platforms'),
  );

it('an erasure says whom to ask wherever a platform has something of the person, or may have it', () => {
  const ask = 'What they have cannot be called back: ask them to erase it.';
  expect(saidOfPlatforms(0, 0)).toEqual([]);
  expect(saidOfPlatforms(2, 0)).toEqual([`Ad platforms have taken 2 of the deliveries. ${ask}`]);
  expect(saidOfPlatforms(2, 1)).toEqual([
    `Ad platforms have taken 2 of the deliveries, and may have taken 1 more. ${ask}`,
  ]);
  expect(saidOfPlatforms(0, 1_000)).toEqual([`Ad platforms may have taken 1,000 of the deliveries. ${ask}`]);
});
