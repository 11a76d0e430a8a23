import { describe, expect, it } from 'vitest';
import { stepsOf } from '../src/figures/funnel-steps.ts';
import { type FunnelFacts, funnelSentence } from '../src/words/funnel-sentence.ts';

const WRITING = { locale: 'en-GB', currency: 'EUR' };
const stepsTo = (...counts: number[]) => {
  const names = ['a page view', '“search”', '“add to cart”', 'a purchase'];
  const last = counts.length - 1;
  return counts.map((count, index) => ({
    name: (index === last ? names.at(-1) : names[index]) as string,
    count,
  }));
};
const USUAL: FunnelFacts = {
  period: 'in the last 30 days',
  earlier: null,
  scope: 'visitor',
  steps: stepsTo(10_315, 412),
  before: null,
  isFiltered: false,
};
const told = (facts: Partial<FunnelFacts>) => {
  const { lead, aside } = funnelSentence({ ...USUAL, ...facts }, WRITING);
  return `${lead} ${aside}`.trim().replaceAll('\u202f', ' ');
};
const compared = (first: number, last: number) => ({
  earlier: 'in the days before',
  before: { first, last },
});

const BEGIN = 'Of 10,315 people with a page view in the last 30 days, 412 (4.0 %) got to a purchase.';

describe('the sentence of a funnel', () => {
  it.each<[string, Partial<FunnelFacts>, string]>([
    ['two steps', {}, BEGIN],
    [
      'one who began',
      { steps: stepsTo(1, 1) },
      'Of 1 person with a page view in the last 30 days, 1 (100.0 %) got to a purchase.',
    ],
    [
      'visits',
      { scope: 'session', steps: stepsTo(2, 1) },
      'Of 2 visits with a page view in the last 30 days, 1 (50.0 %) got to a purchase.',
    ],
    [
      'nobody at the end',
      { steps: stepsTo(20, 0) },
      'Of 20 people with a page view in the last 30 days, none got to a purchase.',
    ],
    ['nobody at all', { steps: stepsTo(0, 0) }, 'No person got to a page view in the last 30 days.'],
    [
      'nobody whom the filters leave',
      { steps: stepsTo(0, 0), isFiltered: true },
      'No person that matches the filters got to a page view in the last 30 days.',
    ],
    [
      'the worst loss',
      { steps: stepsTo(10_315, 9_000, 500, 412) },
      `${BEGIN} Most were lost before “add to cart”.`,
    ],
    [
      'no loss',
      { steps: stepsTo(7, 7, 7) },
      'Of 7 people with a page view in the last 30 days, 7 (100.0 %) got to a purchase. Nobody was lost on the way.',
    ],
    ['more than before', compared(10_000, 300), `${BEGIN} That is more than the 3.0 % in the days before.`],
    ['less than before', compared(10_000, 500), `${BEGIN} That is less than the 5.0 % in the days before.`],
    [
      'as before, except for chance',
      compared(9_000, 365),
      `${BEGIN} About the same share as in the days before.`,
    ],
    ['nobody before', compared(0, 0), `${BEGIN} Nobody began in the days before.`],
  ])('tells of %s', (_, facts, sentence) => {
    expect(told(facts)).toBe(sentence);
  });

  it('asks for steps where there are not two', () => {
    expect(funnelSentence(null, WRITING).lead).toBe('Pick at least two steps that people are to take.');
  });
});

describe('the steps of a funnel', () => {
  const type = (value: string, events: number, [conversions, revenue] = [0, 0]) => ({
    ...{ value, events, conversions, revenue },
  });
  const types = [
    type('scroll', 900),
    type('pageview', 500),
    type('lead', 9, [9, 0]),
    type('signup', 12, [10, 0]),
  ];

  it('are those of the address', () => {
    expect(stepsOf(['lead', 'purchase'], types)).toEqual(['lead', 'purchase']);
  });

  it('are a page view and what converts most often, unless others are chosen', () => {
    expect(stepsOf([], types)).toEqual(['pageview', 'signup']);
  });

  it('lead to what brings in most, however often others convert', () => {
    const sales = [type('purchase', 4, [4, 200]), type('renewal', 2, [2, 900])];
    expect(stepsOf([], [...types, ...sales])).toEqual(['pageview', 'renewal']);
  });

  it('are the most frequent two where nobody views pages and nothing converts', () => {
    expect(stepsOf([], [type('open', 8), type('close', 7), type('crash', 1)])).toEqual(['open', 'close']);
  });

  it('are never of a type that the question cannot name', () => {
    expect(stepsOf([], [type('a,b', 90), type('pageview', 8), type('x,y', 3, [3, 0])])).toEqual(['pageview']);
  });

  it('are none until it is known what there is', () => {
    expect(stepsOf([], undefined)).toEqual([]);
  });
});
