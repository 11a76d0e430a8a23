import { describe, expect, it } from 'vitest';
import { type OverviewFacts, overviewSentence, type SourceCount } from '../src/words/overview-sentence.ts';

const WRITING = { locale: 'en-GB', currency: 'EUR' };

const USUAL: OverviewFacts = {
  period: 'in the last 30 days',
  earlier: 'in the days before',
  visitors: { now: 10_315, before: 7_530 },
  conversions: 1_344,
  ...{ revenue: 46_024.4, otherAmounts: [] },
  sources: [],
  isFiltered: false,
  withBots: false,
};
const told = (facts: Partial<OverviewFacts>) => {
  const { lead, aside } = overviewSentence({ ...USUAL, ...facts }, WRITING);
  return `${lead} ${aside}`.trim().replaceAll('\u202f', ' ');
};
const visitors = (now: number, before: number | null) => ({ visitors: { now, before } });
const quiet = { conversions: 0, revenue: 0 };
const from = (...sources: [source: string, now: number, before: number | null][]) => ({
  sources: sources.map(([source, now, before]): SourceCount => ({ source, now, before })),
});

describe('the sentence of the Overview', () => {
  it.each<[string, Partial<OverviewFacts>, string]>([
    ['more', { ...quiet }, '10,315 people visited in the last 30 days, 37 % more than in the days before.'],
    [
      'sales of a backend alone',
      { conversions: 4, ...visitors(0, null) },
      'Nobody came in the last 30 days. 4 conversions were reported without a visitor.',
    ],
    [
      'bots among them',
      { ...quiet, withBots: true },
      '10,315 people and bots visited in the last 30 days, 37 % more than in the days before.',
    ],
    [
      'fewer',
      { ...quiet, ...visitors(6_000, 8_000) },
      '6,000 people visited in the last 30 days, 25 % fewer than in the days before.',
    ],
    [
      'twice',
      { ...quiet, ...visitors(2_000, 1_000) },
      '2,000 people visited in the last 30 days, twice as many as in the days before.',
    ],
    [
      'half',
      { ...quiet, ...visitors(1_000, 2_000) },
      '1,000 people visited in the last 30 days, half as many as in the days before.',
    ],
    [
      'a quarter more',
      { ...quiet, ...visitors(1_250, 1_000) },
      '1,250 people visited in the last 30 days, a quarter more than in the days before.',
    ],
    [
      'a third more',
      { ...quiet, ...visitors(4_000, 3_000) },
      '4,000 people visited in the last 30 days, a third more than in the days before.',
    ],
    [
      'half as many again',
      { ...quiet, ...visitors(1_500, 1_000) },
      '1,500 people visited in the last 30 days, half as many again as in the days before.',
    ],
    [
      'three times',
      { ...quiet, ...visitors(3_000, 1_000) },
      '3,000 people visited in the last 30 days, three times as many as in the days before.',
    ],
    [
      'many times',
      { ...quiet, ...visitors(14_000, 1_000) },
      '14,000 people visited in the last 30 days, 14 times as many as in the days before.',
    ],
    [
      'beyond chance, and yet next to nothing',
      { ...quiet, ...visitors(1_015_000, 1_000_000) },
      '1,015,000 people visited in the last 30 days, as many as in the days before.',
    ],
    [
      'within chance',
      { ...quiet, ...visitors(104, 96) },
      '104 people visited in the last 30 days, about as many as in the days before.',
    ],
    [
      'within chance, though a third more',
      { ...quiet, ...visitors(8, 6) },
      '8 people visited in the last 30 days, about as many as in the days before.',
    ],
    ['nobody', { ...quiet, ...visitors(0, 40) }, 'Nobody came in the last 30 days.'],
    ['nobody at all', { ...quiet, ...visitors(0, 0) }, 'Nobody came in the last 30 days.'],
    [
      'nobody with a filter',
      { ...quiet, ...visitors(0, 12), isFiltered: true },
      'Nobody who matches the filters came in the last 30 days.',
    ],
    [
      'one person',
      { ...quiet, ...visitors(1, 1) },
      '1 person visited in the last 30 days, about as many as in the days before.',
    ],
    [
      'nobody before',
      { ...quiet, ...visitors(12, 0) },
      '12 people visited in the last 30 days, and nobody in the days before.',
    ],
    [
      'nothing to compare with',
      { ...quiet, ...visitors(12, null), earlier: null },
      '12 people visited in the last 30 days.',
    ],
    [
      'the first days of a project',
      { ...quiet, ...visitors(500, 3), earlier: null },
      '500 people visited in the last 30 days.',
    ],
    [
      'a day that is not over',
      { ...quiet, ...visitors(300, 410), period: 'today', earlier: 'yesterday by this time' },
      '300 people visited today, 27 % fewer than yesterday by this time.',
    ],
    [
      'a year before',
      { ...quiet, ...visitors(900, 700), earlier: 'in the same days a year before' },
      '900 people visited in the last 30 days, 29 % more than in the same days a year before.',
    ],
    [
      'dates',
      { ...quiet, ...visitors(5, null), period: 'from 1 Oct to 31 Oct', earlier: null },
      '5 people visited from 1 Oct to 31 Oct.',
    ],
    ['revenue', { ...visitors(12, null) }, '12 people visited in the last 30 days. They bought for €46,024.'],
    [
      'other currencies, which are told beside it',
      { ...visitors(12, null), otherAmounts: [{ currency: 'CHF', value: 120 }] },
      '12 people visited in the last 30 days. They bought for €46,024 and CHF\u00a0120.00.',
    ],
    [
      'other currencies alone',
      {
        ...{ ...visitors(12, null), revenue: 0 },
        otherAmounts: [
          { currency: 'CHF', value: 1200 },
          { currency: 'USD', value: 30 },
        ],
      },
      '12 people visited in the last 30 days. They bought for CHF\u00a01,200 and US$30.00.',
    ],
    [
      'a little revenue',
      { ...visitors(12, null), revenue: 85.8 },
      '12 people visited in the last 30 days. They bought for €85.80.',
    ],
    [
      'conversions without a value',
      { ...visitors(12, null), revenue: 0, conversions: 3 },
      '12 people visited in the last 30 days. 3 conversions came of it.',
    ],
    [
      'one conversion',
      { ...visitors(12, null), revenue: 0, conversions: 1 },
      '12 people visited in the last 30 days. One conversion came of it.',
    ],
    [
      'a source with more than half',
      { ...quiet, ...visitors(100, null), ...from(['google', 60, null], ['bing', 10, null]) },
      '100 people visited in the last 30 days. Google sent most of them.',
    ],
    [
      'a source with less than half',
      { ...quiet, ...visitors(100, null), ...from(['google', 40, null], ['bing', 10, null]) },
      '100 people visited in the last 30 days. Google sent the most.',
    ],
    [
      'direct visits first, which nobody sent',
      { ...quiet, ...visitors(100, null), ...from(['(direct)', 70, null], ['chatgpt', 10, null]) },
      '100 people visited in the last 30 days. ChatGPT sent the most.',
    ],
    [
      'direct visits only',
      { ...quiet, ...visitors(100, null), ...from(['(direct)', 100, null]) },
      '100 people visited in the last 30 days.',
    ],
    [
      'a newcomer, which may have been there before those days',
      from(['google', 3_487, 2_800], ['kiln-weekly.example', 989, 0]),
      '10,315 people visited in the last 30 days, 37 % more than in the days before. Google sent the most; ' +
        'kiln-weekly.example sent 989, up from none. They bought for €46,024.',
    ],
    [
      'a newcomer that is too small for a word',
      { ...quiet, ...from(['google', 3_487, 3_470], ['tiny.example', 20, 0]) },
      '10,315 people visited in the last 30 days, 37 % more than in the days before. Google sent the most.',
    ],
    [
      'one that grew',
      { ...quiet, ...from(['google', 3_000, 2_990], ['instagram', 1_305, 560]) },
      '10,315 people visited in the last 30 days, 37 % more than in the days before. Google sent the most; ' +
        'Instagram grew most.',
    ],
    [
      'the largest one that grew most',
      { ...quiet, ...from(['google', 6_000, 4_000], ['instagram', 1_305, 1_290]) },
      '10,315 people visited in the last 30 days, 37 % more than in the days before. Google sent most of them; ' +
        'it also grew most.',
    ],
    [
      'a largest one that sent nobody before',
      { ...quiet, ...from(['kiln-weekly.example', 6_000, 0], ['google', 1_305, 1_290]) },
      '10,315 people visited in the last 30 days, 37 % more than in the days before. kiln-weekly.example sent most ' +
        'of them; nobody came from there in the days before.',
    ],
    [
      'growth within chance',
      { ...quiet, ...visitors(100, 98), ...from(['google', 52, 48], ['bing', 9, 7]) },
      '100 people visited in the last 30 days, about as many as in the days before. Google sent most of them.',
    ],
    [
      'a filter by source, after which nothing is said of sources',
      { ...quiet, ...visitors(60, null), sources: null, isFiltered: true },
      '60 people visited in the last 30 days.',
    ],
    [
      'the newsletter in the middle of a sentence',
      { ...quiet, ...from(['google', 3_000, 2_990], ['newsletter', 1_305, 560]) },
      '10,315 people visited in the last 30 days, 37 % more than in the days before. Google sent the most; the ' +
        'newsletter grew most.',
    ],
  ])('says of %s', (_, facts, expected) => {
    expect(told(facts)).toBe(expected);
  });
});
