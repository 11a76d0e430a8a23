import { expect, it } from 'vitest';
import { codesNamed } from '../src/words/codes-named.ts';
import { type ListFacts, listSentence } from '../src/words/list-sentence.ts';

const writing = { locale: 'en-GB', currency: 'EUR' };
const facts: ListFacts = {
  ...{ dimension: 'source', rows: 28, period: 'in the last 30 days', search: null, isFiltered: false },
};

it.each<[Partial<ListFacts>, string]>([
  [{}, '28 sources in the last 30 days.'],
  [{ rows: 1 }, 'One source in the last 30 days.'],
  [{ rows: 0 }, 'No source in the last 30 days.'],
  [{ dimension: 'country', rows: 12 }, '12 countries in the last 30 days.'],
  [{ dimension: 'country', rows: 0, search: 'xx' }, 'No country with “xx” in the last 30 days.'],
  [{ dimension: 'page', rows: 1204, search: '/shop' }, '1,204 pages with “/shop” in the last 30 days.'],
  [{ dimension: 'event_type', rows: 1 }, 'One type of events in the last 30 days.'],
  [{ dimension: 'seen_page', rows: 14 }, '14 pages in visits in the last 30 days.'],
  [{ dimension: 'property:plan', rows: 3 }, '3 values of plan in the last 30 days.'],
  [{ isFiltered: true }, '28 sources in the last 30 days. Only what the filters keep.'],
])('%o is told as %s', (change, sentence) => {
  const { lead, aside } = listSentence({ ...facts, ...change }, writing);
  expect(`${lead} ${aside}`.trim()).toBe(sentence);
});

it('finds codes of countries and languages by their names', () => {
  expect(codesNamed('country', 'germ', 'en')).toContain('DE');
  expect(codesNamed('country', 'DEUTSCH', 'de')).toContain('DE');
  expect(codesNamed('language', 'swed', 'en')).toEqual(['sv']);
  expect(codesNamed('source', 'germ', 'en')).toEqual([]);
  expect(codesNamed('country', 'a', 'en').length).toBeLessThanOrEqual(100);
});
