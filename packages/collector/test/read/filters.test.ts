import { DIMENSIONS } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/errors/api-error.ts';
import { readFilters } from '../../src/read/filters.ts';

const dimension = fc.oneof(
  fc.constantFrom(...DIMENSIONS),
  fc
    .string({ minLength: 1 })
    .filter((name) => !/:|\n/.test(name))
    .map((name) => `property:${name}` as const),
);
const operator = fc.constantFrom('is', 'is_not', 'contains');
const values = fc.array(fc.string({ minLength: 1, unit: 'binary' }), { minLength: 1, maxLength: 5 });
const escaped = (value: string) => value.replace(/[\\|]/g, (mark) => `\\${mark}`);

function refusal(parameter: string | string[]): unknown {
  try {
    readFilters(parameter);
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
  return 'none';
}

describe('filters', () => {
  it('say a dimension, an operator and any values', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ dimension, operator, values }), { maxLength: 4 }), (filters) => {
        const texts = filters.map((filter) =>
          [filter.dimension, filter.operator, filter.values.map(escaped).join('|')].join(':'),
        );
        expect(readFilters(texts)).toEqual(filters);
      }),
    );
  });

  it.each([
    ['page:is:/a:b', { dimension: 'page', operator: 'is', values: ['/a:b'] }],
    ['country:is_not:DE|AT', { dimension: 'country', operator: 'is_not', values: ['DE', 'AT'] }],
    ['property:size:eu:is:40', { dimension: 'property:size:eu', operator: 'is', values: ['40'] }],
    [String.raw`page:contains:a\|b`, { dimension: 'page', operator: 'contains', values: ['a|b'] }],
    ['term:is:is:is:', { dimension: 'term', operator: 'is', values: ['is:is:'] }],
  ])('read %s', (text, filter) => {
    expect(readFilters(text)).toEqual([filter]);
  });

  it.each([
    ['country', 'filter must be dimension:operator:value, such as country:is:DE; it is "country".'],
    ['country:DE', 'filter must be dimension:operator:value, such as country:is:DE; it is "country:DE".'],
    ['country:eq:DE', 'filter has no operator "eq"; use is, is_not, contains.'],
    [
      'planet:is:Mars',
      /^filter has no dimension "planet"; use channel, .*, event_type or property:<name>\.$/,
    ],
    ['property::is:x', /^filter has no dimension/],
    ['country:is:', 'filter has an empty value in "country:is:"; what is missing is called (not set).'],
    ['country:is:DE|', 'filter has an empty value in "country:is:DE|"; what is missing is called (not set).'],
    [Array(21).fill('country:is:DE'), 'filter is given 21 times; at most 20.'],
    [`country:is:${Array(101).fill('DE').join('|')}`, 'filter has 101 values; at most 100.'],
  ])('refuse %j, saying what would be right', (text, message) => {
    expect(refusal(text)).toEqual({
      code: 'invalid_request',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});
