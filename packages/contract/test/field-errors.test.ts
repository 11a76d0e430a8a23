import {
  BrowserBatch,
  BrowserEvent,
  fieldErrors,
  fieldErrorsInWords,
  formatPath,
  RangeQuery,
  TrackedEvent,
} from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

/** What a schema refuses of an input, as `field message` lines. */
function complaints(schema: z.ZodType, input: unknown, prefix: readonly PropertyKey[] = []): string[] {
  const { error } = schema.safeParse(input);
  return error ? fieldErrors(error, prefix).map(({ field, message }) => `${field} ${message}`) : [];
}

describe('a path', () => {
  it.each<[path: PropertyKey[], text: string]>([
    [[], 'body'],
    [['event_type'], 'event_type'],
    [['events', 3, 'properties', 'value'], 'events[3].properties.value'],
    [[0, 'id'], '[0].id'],
    [['a', 0, 1, 'b'], 'a[0][1].b'],
    [['a', 'n'.repeat(100_000)], `a.${'n'.repeat(100)}…`],
  ])('%j reads %s', (path, text) => {
    expect(formatPath(path)).toBe(text);
  });
});

it('of many field errors the first 20 are told in words, and how many more there are', () => {
  const errors = Array.from({ length: 23 }, (_, at) => ({ field: `f${at}`, message: 'is wrong' }));
  expect(fieldErrorsInWords(errors.slice(0, 2))).toBe('f0 is wrong; f1 is wrong');
  expect(fieldErrorsInWords(errors)).toMatch(/; f19 is wrong; and 3 more$/);
});

describe('a field error', () => {
  it.each<[what: string, input: unknown, expected: string[]]>([
    ['nothing', {}, ['event_type is required and must be a string']],
    ['no object', 'purchase', ['body must be an object, not a string']],
    ['null', null, ['body must be an object, not null']],
    ['a list', [], ['body must be an object, not an array']],
    ['a wrong type', { event_type: 7 }, ['event_type must be a string, not a number']],
    ['an empty text', { event_type: '' }, ['event_type must not be empty']],
    ['a blank text', { event_type: '  ' }, ['event_type must not be empty']],
    ['a null', { event_type: null }, ['event_type must be a string, not null']],
    [
      'a value that is a text',
      { event_type: 'purchase', properties: { value: '129.9' } },
      ['properties.value must be a number, not a string'],
    ],
    [
      'a value that is no number',
      { event_type: 'purchase', properties: { value: Number.NaN } },
      ['properties.value must be a number, not NaN'],
    ],
    [
      'a currency that is none',
      { event_type: 'purchase', properties: { currency: 'EURO' } },
      ['properties.currency must be an ISO 4217 code of three letters, such as EUR'],
    ],
    [
      'a currency that does not exist',
      { event_type: 'purchase', properties: { currency: 'QQQ' } },
      ['properties.currency must be an ISO 4217 code of three letters, such as EUR'],
    ],
    [
      'an item without its article number',
      { event_type: 'purchase', properties: { items: [{ sku: 'A' }, { name: 'Teapot' }] } },
      ['properties.items[1].sku is required and must be a string'],
    ],
    [
      'an item with a wrong price',
      {
        event_type: 'purchase',
        properties: {
          items: [
            { sku: 'A', price: 1 },
            { sku: 'B', price: '1' },
          ],
        },
      },
      ['properties.items[1].price must be a number, not a string'],
    ],
    [
      'a wrong user',
      { event_type: 'lead', user_data: { email: 1 } },
      ['user_data.email must be a string, not a number'],
    ],
    ['a wrong context', { event_type: 'lead', context: 'web' }, ['context must be an object, not a string']],
    [
      'several at once',
      { session_id: 7, properties: { order_id: 5 } },
      [
        'event_type is required and must be a string',
        'session_id must be a string, not a number',
        'properties.order_id must be a string, not a number',
      ],
    ],
  ])('names the field by its path, and what is wrong: %s', (_, input, expected) => {
    expect(complaints(TrackedEvent, input)).toEqual(expected);
  });

  it('names a field that is too long, and the limit', () => {
    expect(complaints(TrackedEvent, { event_type: 'x'.repeat(129) })).toEqual([
      'event_type must have at most 128 characters',
    ]);
    const dear = { event_type: 'lead', properties: { value: 1e12 } };
    expect(complaints(TrackedEvent, dear)).toEqual(['properties.value must be at most 900000000000']);
    const debt = { event_type: 'lead', properties: { value: -1e12 } };
    expect(complaints(TrackedEvent, debt)).toEqual(['properties.value must be at least -900000000000']);
  });

  it('names every field that is not known', () => {
    expect(complaints(RangeQuery, { from: '1', range: '7d', until: '2' })).toEqual([
      'from is not a known field',
      'until is not a known field',
    ]);
  });

  it('names the values that a field may have', () => {
    expect(complaints(RangeQuery, { bots: 'maybe' })).toEqual(['bots must be one of excluded, included']);
  });

  it('starts at the prefix of what was asked', () => {
    expect(complaints(BrowserEvent, { id: 'a' }, ['events', 2])).toEqual([
      'events[2].event_type is required and must be a string',
    ]);
    expect(complaints(BrowserEvent, 7, ['events', 2])).toEqual(['events[2] must be an object, not a number']);
  });

  it('names the entry of a map by its key', () => {
    const batch = { key: 'proj_a', events: [], click_ids: { gclid: { value: 7 } } };
    expect(complaints(BrowserBatch, batch)).toEqual(['click_ids.gclid.value must be a string, not a number']);
  });
});
