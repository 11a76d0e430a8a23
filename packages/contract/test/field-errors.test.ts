import { BrowserBatch, BrowserEvent, fieldErrors, formatPath, RangeQuery, TrackedEvent } from '@cvq/contract';
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
  ])('%j reads %s', (path, text) => {
    expect(formatPath(path)).toBe(text);
  });
});

describe('a field error', () => {
  it.each<[what: string, input: unknown, expected: string[]]>([
    ['nothing', {}, ['event_type is required (string)']],
    ['no object', 'purchase', ['body expected object, received string']],
    ['null', null, ['body expected object, received null']],
    ['a list', [], ['body expected object, received array']],
    ['a wrong type', { event_type: 7 }, ['event_type expected string, received number']],
    ['an empty text', { event_type: '' }, ['event_type must not be empty']],
    ['a blank text', { event_type: '  ' }, ['event_type must not be empty']],
    ['a null', { event_type: null }, ['event_type expected string, received null']],
    [
      'a value that is a text',
      { event_type: 'purchase', properties: { value: '129.9' } },
      ['properties.value expected number, received string'],
    ],
    [
      'a value that is no number',
      { event_type: 'purchase', properties: { value: Number.NaN } },
      ['properties.value expected number, received NaN'],
    ],
    [
      'a currency that is none',
      { event_type: 'purchase', properties: { currency: 'EURO' } },
      ['properties.currency must be an ISO 4217 code of three letters, such as EUR'],
    ],
    [
      'an item with a wrong price',
      { event_type: 'purchase', properties: { items: [{ price: 1 }, { price: '1' }] } },
      ['properties.items[1].price expected number, received string'],
    ],
    [
      'a wrong user',
      { event_type: 'lead', user_data: { email: 1 } },
      ['user_data.email expected string, received number'],
    ],
    ['a wrong context', { event_type: 'lead', context: 'web' }, ['context expected object, received string']],
    [
      'several at once',
      { session_id: '', properties: { order_id: 5 } },
      [
        'event_type is required (string)',
        'session_id must not be empty',
        'properties.order_id expected string, received number',
      ],
    ],
  ])('names the field by its path, and what is wrong: %s', (_, input, expected) => {
    expect(complaints(TrackedEvent, input)).toEqual(expected);
  });

  it('names a field that is too long, and the limit', () => {
    expect(complaints(TrackedEvent, { event_type: 'x'.repeat(129) })[0]).toMatch(/^event_type .*128/);
    const deep = { event_type: 'lead', context: { page_url: 'x'.repeat(8193) } };
    expect(complaints(TrackedEvent, deep)[0]).toMatch(/^context\.page_url .*8192/);
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
      'events[2].event_type is required (string)',
    ]);
    expect(complaints(BrowserEvent, 7, ['events', 2])).toEqual([
      'events[2] expected object, received number',
    ]);
  });

  it('names the entry of a map by its key', () => {
    const batch = { key: 'proj_a', events: [], click_ids: { gclid: { value: 7 } } };
    expect(complaints(BrowserBatch, batch)).toEqual([
      'click_ids.gclid.value expected string, received number',
    ]);
  });
});
