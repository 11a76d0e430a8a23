import { expect, it } from 'vitest';
import { placeNotes } from '../src/chart/place-notes.ts';

const at = (x: number, letters = 20) => ({ x, text: 'n'.repeat(letters) });

it('words stand to the right of their line, and to the left where the chart ends', () => {
  expect(placeNotes([at(10), at(900)], 1000)).toEqual(['right', 'left']);
});

it('words that would run into those of a later day are left out, and only these', () => {
  expect(placeNotes([at(100), at(150), at(400)], 1000)).toEqual([null, 'right', 'right']);
  expect(placeNotes([at(100), at(930), at(960)], 1000)).toEqual(['right', null, 'left']);
  expect(placeNotes([at(100), at(100)], 1000)).toEqual([null, 'right']);
});

it('there may be none', () => {
  expect(placeNotes([], 1000)).toEqual([]);
});
