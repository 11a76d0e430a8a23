import { describe, expect, it } from 'vitest';
import { nextRows } from '../src/pages/live/next-rows.ts';
import { eventStateWords } from '../src/words/event-state-words.ts';
import { eventsSentence } from '../src/words/events-sentence.ts';
import { liveSentence } from '../src/words/live-sentence.ts';

const writing = { locale: 'en', currency: 'EUR' };

describe('the sentence about events', () => {
  const said = (...types: [string, number][]) => {
    const named = types.map(([are, events]) => ({ are, events }));
    const { lead, aside } = eventsSentence({ period: 'today', isFiltered: false, types: named }, writing);
    return `${lead} ${aside}`.trim();
  };

  it.each([
    ['Nothing happened today.', []],
    ['One event today.', [['page views', 1]]],
    ['1,200 events today. All are page views.', [['page views', 1200]]],
    [
      '4 events of 2 types today. 75\u202f% are page views.',
      [
        ['page views', 3],
        ['purchase', 1],
      ],
    ],
  ] as [string, [string, number][]][])('%s', (sentence, types) => {
    expect(said(...types)).toBe(sentence);
  });
});

describe('the sentence about now', () => {
  const cart = (visitors: number) => ({ name: '/cart', visitors });
  it.each([
    ['Nobody is on the site now. Nothing came for half an hour.', 0, null, null],
    ['Nobody is on the site now. The last event came at 08:31.', 0, null, '08:31'],
    ['One person is on the site now. They look at /cart.', 1, cart(1), '08:31'],
    ['7 people are on the site now. 3 of them looked at /cart.', 7, cart(3), '08:31'],
    ['7 people are on the site now. All of them looked at /cart.', 7, cart(7), '08:31'],
    ['1,200 people are on the site now.', 1200, null, '08:31'],
  ] as const)('%s', (sentence, visitors, page, lastAt) => {
    const { lead, aside } = liveSentence({ visitors, page, lastAt }, writing);
    expect(`${lead} ${aside}`.trim()).toBe(sentence);
  });
});

describe('what became of an event', () => {
  const counted = { state: 'counted', bot: null, excluded_because: null, conversion: null } as const;
  const sale = { id: 'conv_1', order_id: 'A-1', value: 1, currency: 'EUR' };
  const google = { category: 'search_engine', name: 'Googlebot', reasons: ['named'] } as const;
  it.each([
    ['Counted', counted],
    ['Counted', { ...counted, conversion: { ...sale, state: 'counted' as const } }],
    ['Repeated order', { ...counted, conversion: { ...sale, state: 'repeated' as const } }],
    ['Bot: Googlebot', { ...counted, state: 'bot' as const, bot: { ...google, reasons: ['named'] } }],
    ['Foreign host', { ...counted, state: 'excluded' as const, excluded_because: 'foreign_host' as const }],
    ['Removed', { ...counted, state: 'excluded' as const, excluded_because: 'removed' as const }],
  ])('is told as %s', (words, event) => {
    expect(eventStateWords(event).words).toBe(words);
  });
});

describe('rows that come one by one', () => {
  const row = (second: number) => ({
    event_id: `evt_${second}`,
    timestamp: new Date(second * 1000).toISOString(),
  });
  const rows = (...seconds: number[]) => seconds.map(row);

  it('are the oldest first that is not shown yet, in its place', () => {
    const latest = rows(5, 4, 3, 2, 1);
    const one = nextRows(rows(2, 1), latest);
    expect(one).toEqual(rows(3, 2, 1));
    expect(nextRows(nextRows(one, latest), latest)).toEqual(latest);
    expect(nextRows(rows(5, 4, 1), latest)).toEqual(rows(5, 4, 2, 1));
  });

  it('are the very same where nothing is new, and fifty at most', () => {
    const shown = rows(2, 1);
    expect(nextRows(shown, rows(2, 1))).toBe(shown);
    const many = Array.from({ length: 50 }, (_, index) => row(100 - index));
    expect(nextRows(many, [row(101), ...many])).toHaveLength(50);
    expect(nextRows(many, [...many, row(1)])).toBe(many);
  });
});
