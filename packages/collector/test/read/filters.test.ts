import { DIMENSIONS, type Filter, MULTI_VALUED_DIMENSIONS } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { ApiError } from '../../src/errors/api-error.ts';
import { readArguments } from '../../src/read/arguments/read-arguments.ts';
import { getOverview } from '../../src/read/operations/get-overview.ts';

const dimension = fc.oneof(
  fc.constantFrom(...DIMENSIONS, ...MULTI_VALUED_DIMENSIONS),
  fc
    .string({ minLength: 1 })
    .filter((name) => !/:|\n/.test(name))
    .map((name) => `property:${name}` as const),
);
const operator = fc.constantFrom('is', 'is_not', 'contains', 'contains_not');
const presence = fc.constantFrom('is_set', 'not_set');
const values = fc.array(fc.string({ minLength: 1, unit: anyCharacter }), { minLength: 1, maxLength: 5 });
const escaped = (value: string) => value.replace(/[\\|]/g, (mark) => `\\${mark}`);

/** The filters of a query, as an operation gets them. */
async function readFilters(filter: string | string[]): Promise<readonly Filter[]> {
  const given = { from: 'query', query: { filter }, path: {}, body: async () => undefined } as const;
  const { checked } = await readArguments(getOverview, given);
  return checked().filter as Filter[];
}

async function refusal(parameter: string | string[]): Promise<unknown> {
  try {
    await readFilters(parameter);
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
  return 'none';
}

describe('filters', () => {
  it('say a dimension, an operator and any values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ dimension, operator, values }), { maxLength: 4 }),
        async (filters) => {
          const texts = filters.map((filter) =>
            [filter.dimension, filter.operator, filter.values.map(escaped).join('|')].join(':'),
          );
          expect(await readFilters(texts)).toEqual(filters);
        },
      ),
    );
  });

  it('say a dimension and whether it has a value', async () => {
    await fc.assert(
      fc.asyncProperty(dimension, presence, async (name, how) => {
        const filter = { dimension: name, operator: how, values: [] };
        expect(await readFilters([`${name}:${how}`, `${name}:${how}:`])).toEqual([filter, filter]);
      }),
    );
  });

  it.each([
    ['page:is:/a:b', { dimension: 'page', operator: 'is', values: ['/a:b'] }],
    ['country:is_not:DE|AT', { dimension: 'country', operator: 'is_not', values: ['DE', 'AT'] }],
    ['property:size:eu:is:40', { dimension: 'property:size:eu', operator: 'is', values: ['40'] }],
    [String.raw`page:contains:a\|b`, { dimension: 'page', operator: 'contains', values: ['a|b'] }],
    ['term:is:is:is:', { dimension: 'term', operator: 'is', values: ['is:is:'] }],
    ['term:is:is_set', { dimension: 'term', operator: 'is', values: ['is_set'] }],
    ['page:contains_not:/a', { dimension: 'page', operator: 'contains_not', values: ['/a'] }],
    ['property:size:eu:is_set', { dimension: 'property:size:eu', operator: 'is_set', values: [] }],
    [
      'property:plan:contains:is_set',
      { dimension: 'property:plan', operator: 'contains', values: ['is_set'] },
    ],
    ['property:seats:gt:-1.5', { dimension: 'property:seats', operator: 'gt', values: ['-1.5'] }],
    ['did_event:is:signup|lead', { dimension: 'did_event', operator: 'is', values: ['signup', 'lead'] }],
  ])('read %s', async (text, filter) => {
    expect(await readFilters(text)).toEqual([filter]);
  });

  it.each([
    ['country', 'filter must be dimension:operator:value, such as country:is:DE; it is "country".'],
    ['country:DE', 'filter must be dimension:operator:value, such as country:is:DE; it is "country:DE".'],
    [
      'country:eq:DE',
      'filter operator must be one of is, is_not, contains, contains_not, gt, lt, is_set, not_set.',
    ],
    [
      'country:gt:5',
      'filter operator must be another one: gt compares numbers, which only a property:<name> has.',
    ],
    ['property:seats:gt:many', 'filter values must be one number for gt, such as 49.9.'],
    ['property:seats:lt:1|2', 'filter values must be one number for lt, such as 49.9.'],
    [
      'planet:is:Mars',
      /^filter dimension "planet" is not known: use channel, .*, event_type, seen_page, did_event, or property:<name>\.$/,
    ],
    ['property::is:x', /^filter dimension "property" is not known/],
    ['country:is:', 'filter values must not be empty; what is missing is called (not set).'],
    ['country:is:DE|', 'filter values must not be empty; what is missing is called (not set).'],
    ['country:is_set:DE', 'filter values must be left out with is_set.'],
    [Array(21).fill('country:is:DE'), 'filter must hold at most 20 conditions.'],
    [`country:is:${Array(101).fill('DE').join('|')}`, 'filter values must hold at most 100 elements.'],
  ])('refuse %j, saying what would be right', async (text, message) => {
    expect(await refusal(text)).toEqual({
      code: 'invalid_request',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});
