import { describe, expect, it } from 'vitest';
import { readAddress } from '../src/address/address.ts';
import { wayOut } from '../src/figures/way-out.ts';

const refused = (field: string) => ({
  ...{ code: 'invalid_request', message: `${field} is wrong.` },
  fields: [{ field, message: 'is wrong' }],
});
const ofRange = { code: 'invalid_range', message: 'The range is 1065 days; at most 400.', fields: [] };

describe('the way out of an address that is refused', () => {
  it.each<[string, string, ReturnType<typeof refused>, object]>([
    [
      'takes off the filter of a dimension that does not exist, and leaves the others',
      'filter=nope:is:x&filter=country:is:DE',
      refused('filter'),
      { name: 'Remove this filter', change: { filters: ['country:is:DE'] } },
    ],
    [
      'takes off a filter that compares in a way that does not exist',
      'filter=country:constructor:DE',
      refused('filter'),
      { name: 'Remove this filter', change: { filters: [] } },
    ],
    [
      'takes off all filters where each looks right',
      'filter=country:gt:1&filter=device:is:mobile',
      refused('filter'),
      { name: 'Remove these filters', change: { filters: [] } },
    ],
    [
      'leaves a segment that is not there',
      'segment=seg_gone',
      refused('segment'),
      { name: 'Leave the segment', change: { segment: null } },
    ],
    [
      'leaves a division that the range cannot take, and keeps the range',
      'range=24h&granularity=week',
      { ...ofRange, message: 'range=24h takes granularity=hour only.' },
      { name: 'Divide it as usual', change: { granularity: null } },
    ],
    [
      'offers 90 days for a range that is too long, however it is divided',
      'start=2024-01-01&end=2026-11-30&granularity=hour',
      ofRange,
      {
        words: ofRange.message,
        name: 'Look at the last 90 days',
        change: { range: { preset: '90d' }, granularity: null },
      },
    ],
    [
      'keeps as many filters as a question takes',
      Array.from({ length: 30 }, (_, index) => `filter=page:is:/${index}`).join('&'),
      refused('filter'),
      {
        words: 'The address has 30 filters. A question takes at most 20.',
        name: 'Keep the first 20',
        change: { filters: Array.from({ length: 20 }, (_, index) => `page:is:/${index}`) },
      },
    ],
    [
      'goes back to the newest where a page further down is none',
      'type=purchase&after=garbage',
      refused('cursor'),
      { name: 'Show the newest', change: { list: readAddress('?type=purchase').list } },
    ],
    [
      'goes to the first rows where a list has no place so far down',
      'offset=1000000000&search=x',
      refused('offset'),
      { name: 'Show the first', change: { offset: 0 } },
    ],
    ...['event_type', 'order_id', 'delivery_state', 'delivery_reason', 'state', 'endpoint'].map(
      (field): [string, string, ReturnType<typeof refused>, object] => [
        `shows the whole list, of the same kind, where its ${field} is refused`,
        'kind=bot&state=nope&endpoint=nope&type=x&after=cursor',
        refused(field),
        { name: 'Show the whole list', change: { list: readAddress('?kind=bot').list } },
      ],
    ),
  ])('%s', (_, query, refusal, expected) => {
    expect(wayOut(refusal, 'overview', readAddress(query))).toMatchObject(expected);
  });

  it('shows all bots where the address names a kind that does not exist', () => {
    const way = wayOut(refused('category'), 'bots', readAddress('bot.category=x'));
    expect(way).toMatchObject({ name: 'Show all bots', change: { bot: { category: null } } });
  });

  it('is none where it is not the address that is wrong', () => {
    expect(wayOut(refused('webhook'), 'webhooks', readAddress(''))).toBeNull();
  });
});
