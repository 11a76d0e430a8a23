import { Filters } from '@cvq/contract';
import { expect, it } from 'vitest';
import { filterOf, partsOf } from '../src/figures/filter-text.ts';

it.each([
  ['country', 'is', ['DE', 'AT']],
  ['page', 'contains_not', ['/a|b\\']],
  ['property:plan', 'is_not', ['pro: is it?']],
  ['property:shop:size', 'is', ['XL']],
  ['property:link', 'contains', ['https://shop.example']],
  ['property:results', 'gt', ['2.5']],
  ['campaign', 'is_set', []],
  ['property:shop:size', 'not_set', []],
] as const)('a filter by %s is taken apart as the read API does: %s %j', (dimension, operator, values) => {
  const filter = filterOf(dimension, operator, values);
  expect(partsOf(filter)).toEqual({ dimension, operator, values });
  expect(Filters.parse([filter])).toEqual([{ dimension, operator, values }]);
});

it.each(['', 'country', 'country:DE', 'country:was:DE', 'property::is:x', ':is:x'])(
  '"%s" is no filter',
  (filter) => {
    expect(partsOf(filter)).toBeNull();
    expect(Filters.safeParse([filter]).success).toBe(false);
  },
);
