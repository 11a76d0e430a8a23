import { expect, it } from 'vitest';
import { mergedMap } from '../src/figures/merged-map.ts';

const from = { purchase: '1', lead: '2', signup: '3' };

it.each([
  [
    'keeps what others added',
    { ...from, purchase: '9' },
    { ...from, download: '4' },
    { ...from, purchase: '9', download: '4' },
  ],
  [
    'keeps out what others took out',
    { ...from, purchase: '9' },
    { purchase: '1', lead: '2' },
    { purchase: '9', lead: '2' },
  ],
  [
    'takes out what somebody took out',
    { purchase: '1', signup: '3' },
    { ...from, lead: '2' },
    { purchase: '1', signup: '3' },
  ],
  [
    'has the last word where both changed the same',
    { ...from, lead: '8' },
    { ...from, lead: '7' },
    { ...from, lead: '8' },
  ],
  [
    'adds what every object has as any other type',
    { ...from, constructor: '5' },
    from,
    { ...from, constructor: '5' },
  ],
])('a mapping that was changed %s', (_, mine, now, expected) => {
  expect(mergedMap(mine as Record<string, string>, { from, now: now as Record<string, string> })).toEqual(
    expected,
  );
});
