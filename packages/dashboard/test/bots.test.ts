import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { botWords } from '../src/figures/bot-words.ts';
import { type BotsFacts, botsSentence } from '../src/words/bots-sentence.ts';
import { ruleSentence } from '../src/words/rule-sentence.ts';

const WRITING = { locale: 'en-GB', currency: 'EUR' };
const plain = (text: string) => text.trim().replaceAll('\u202f', ' ');
const USUAL: BotsFacts = {
  period: 'in the last 30 days',
  bots: 608,
  people: 5_550,
  category: { name: 'Search engines', requests: 343 },
  bot: { name: 'Googlebot', requests: 174 },
  isNarrowed: false,
};
const told = (facts: Partial<BotsFacts>) => {
  const { lead, aside } = botsSentence({ ...USUAL, ...facts }, WRITING);
  return plain(`${lead} ${aside}`);
};

describe('the sentence of bots', () => {
  it.each<[string, Partial<BotsFacts>, string]>([
    [
      'bots beside people',
      {},
      'Bots made 608 of 6,158 requests (9.9 %) in the last 30 days. Most were of search engines; Googlebot alone made 174.',
    ],
    [
      'no majority',
      { category: { name: 'AI crawlers', requests: 200 } },
      'Bots made 608 of 6,158 requests (9.9 %) in the last 30 days. The largest part were of AI crawlers; Googlebot alone made 174.',
    ],
    ['no bot', { bots: 0, category: null, bot: null }, 'No bot came in the last 30 days.'],
    [
      'none of a kind',
      { bots: 0, category: null, bot: null, isNarrowed: true },
      'No bot of this kind came in the last 30 days.',
    ],
    [
      'bots alone',
      { people: 0 },
      'Bots made 608 of 608 requests (100.0 %) in the last 30 days. Most were of search engines; Googlebot alone made 174.',
    ],
    [
      'one bot',
      {
        bots: 1,
        people: 9,
        category: { name: 'Monitoring', requests: 1 },
        bot: { name: 'UptimeRobot', requests: 1 },
      },
      'Bots made 1 of 10 requests (10.0 %) in the last 30 days. All were of UptimeRobot.',
    ],
    [
      'some bots',
      { isNarrowed: true, bot: { name: 'Googlebot', requests: 608 } },
      'Bots of this kind made 608 of 6,158 requests (9.9 %) in the last 30 days. All were of Googlebot.',
    ],
  ])('tells of %s', (_, facts, sentence) => {
    expect(told(facts)).toBe(sentence);
  });
});

describe('the words of a rule', () => {
  const matched = (requests: number, people = 0, buyers = 0) => ({
    ...{ requests, people_requests: people, people, buyers },
  });
  it.each([
    [null, 'Addresses are not stored, so what it matches cannot be counted.'],
    [matched(0), 'Matches no request of the last 7 days.'],
    [matched(1), 'Matches 1 request of the last 7 days.'],
    [matched(318), 'Matches 318 requests of the last 7 days.'],
    [
      matched(318, 12),
      'Matches 318 requests of the last 7 days; 12 people among them count as people so far.',
    ],
    [
      matched(318, 12, 2),
      'Matches 318 requests of the last 7 days; 12 people among them count as people so far, 2 of whom converted.',
    ],
    [
      matched(3, 1, 1),
      'Matches 3 requests of the last 7 days; 1 person among them counts as a person so far, and converted.',
    ],
  ])('tell of %j', (given, sentence) => {
    expect(ruleSentence(given, 7, WRITING)).toBe(sentence);
  });
});

it('every piece of evidence that the documentation lists has words of its own', () => {
  const page = readFileSync(new URL('../../../docs/bots.md', import.meta.url), 'utf8');
  const reasons = [...page.matchAll(/^\| `(\w+)` \| \d+ \|/gm)].map(([, reason = '']) => reason);
  expect(reasons.length).toBeGreaterThan(20);
  const words = reasons.map((reason) => botWords('reason', reason));
  expect(words.filter((text) => text.includes('_'))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});
