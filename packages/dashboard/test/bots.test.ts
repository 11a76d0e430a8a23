import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { botWords } from '../src/figures/bot-words.ts';
import { type BotsFacts, botsSentence } from '../src/words/bots-sentence.ts';
import { networksSentence } from '../src/words/networks-sentence.ts';
import { previewSentence, ruleSentence } from '../src/words/rule-sentence.ts';

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
    expect(ruleSentence(given, { days: 7, writing: WRITING })).toBe(sentence);
  });
});

it('a rule that somebody thinks of is told in the same words, as what it would have matched', () => {
  const matched = { requests: 318, people_requests: 20, people: 12, buyers: 2 };
  expect(previewSentence(matched, { days: 7, writing: WRITING })).toBe(
    'Would have matched 318 requests of the last 7 days; 12 people among them count as people so far, 2 of whom converted.',
  );
});

describe('the sentence about networks', () => {
  const calendar = { locale: 'en', timeZone: 'UTC' };
  const owners = [
    { name: 'Bingbot', date: '2026-09-30', networks: 28 },
    { name: 'Googlebot', date: '2026-11-21', networks: 300 },
  ];
  const networks = { owners, outdated_since: null, refreshes_itself: true, refreshed_on: null };

  it.each([
    [
      networks,
      'Networks of 2 operators of crawlers and clouds, fetched by Nov 21. The collector fetches them once a week.',
    ],
    [
      { ...networks, outdated_since: '2026-09-30', refreshes_itself: false },
      'Networks of 2 operators of crawlers and clouds, the oldest are of Sep 30: too old to tell a crawler from who only says to be one. This collector fetches none (CVQ_BOT_NETWORKS is off); whoever runs it can, by cvq bots update.',
    ],
  ])('tells how old they are, and who sees to it (%#)', (given, sentence) => {
    expect(networksSentence(given, calendar)).toBe(sentence);
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
