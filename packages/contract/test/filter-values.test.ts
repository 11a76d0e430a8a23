import { joinFilterValues, splitFilterValues } from '@cvq/contract/filter-values';
import { expect, it } from 'vitest';

it.each([
  ['one value', ['DE'], 'DE'],
  ['several', ['DE', 'AT'], 'DE|AT'],
  ['a bar', ['a|b', 'c'], String.raw`a\|b|c`],
  ['backslashes', ['\\', '\\|', '\\\\n'], String.raw`\\|\\\||\\\\n`],
  ['characters of two code units', ['😀', '👍|'], String.raw`😀|👍\|`],
  ['an empty value', ['', 'a', ''], '|a|'],
])('writes the values of a filter as a text, and reads them back: %s', (_, values, text) => {
  expect(joinFilterValues(values)).toBe(text);
  expect(splitFilterValues(text)).toEqual(values);
});

it('keeps a backslash that escapes nothing', () => {
  expect(splitFilterValues(String.raw`C:\temp|b`)).toEqual([String.raw`C:\temp`, 'b']);
});
