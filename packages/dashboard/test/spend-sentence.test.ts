import { expect, it } from 'vitest';
import { type SpendFacts, spendSentence, unmatchedSentence } from '../src/words/spend-sentence.ts';
import { spendWarning } from '../src/words/spend-warning.ts';

const writing = { locale: 'en-GB', currency: 'EUR' };
const facts: SpendFacts = {
  period: 'in the last 30 days',
  earlier: 'in the days before',
  spend: { now: 4210, before: 3760 },
  revenue: 18_400,
  platforms: ['Google Ads', 'Meta'],
  incomplete: [],
};

const said = (change: Partial<SpendFacts>) => {
  const { lead, aside } = spendSentence({ ...facts, ...change }, writing);
  return `${lead} ${aside}`.trim().replaceAll('\u202f', ' ');
};

it.each<[string, Partial<SpendFacts>, string]>([
  [
    'more',
    {},
    'Ads cost €4,210 in the last 30 days, 12 % more than in the days before. All revenue was €18,400, 4.4 times as much. Google Ads cost the most.',
  ],
  [
    'less',
    { spend: { now: 1880, before: 3760 } },
    'Ads cost €1,880 in the last 30 days, 50 % less than in the days before. All revenue was €18,400, 9.8 times as much. Google Ads cost the most.',
  ],
  [
    'about as much',
    { spend: { now: 3790, before: 3760 } },
    'Ads cost €3,790 in the last 30 days, about as much as in the days before. All revenue was €18,400, 4.9 times as much. Google Ads cost the most.',
  ],
  [
    'many times',
    { spend: { now: 4000, before: 200 } },
    'Ads cost €4,000 in the last 30 days, 20 times as much as in the days before. All revenue was €18,400, 4.6 times as much. Google Ads cost the most.',
  ],
  [
    'nothing before',
    { spend: { now: 90, before: 0 }, revenue: 0, platforms: ['Meta'] },
    'Ads cost €90.00 in the last 30 days, and nothing in the days before. No revenue came in.',
  ],
  [
    'nothing compared',
    { earlier: null, platforms: [] },
    'Ads cost €4,210 in the last 30 days. All revenue was €18,400, 4.4 times as much.',
  ],
  [
    'not known before',
    { spend: { now: 4210, before: null } },
    'Ads cost €4,210 in the last 30 days. All revenue was €18,400, 4.4 times as much. Google Ads cost the most.',
  ],
  ['nothing spent', { spend: { now: 0, before: 10 } }, 'Nothing was spent on ads in the last 30 days.'],
  [
    'a rate missing',
    { spend: { now: null, before: 10 } },
    'What ads cost in the last 30 days cannot be added up. An exchange rate is missing; below is what was paid in each currency.',
  ],
  [
    'less than nothing',
    { spend: { now: -20, before: null }, platforms: ['Meta'] },
    'Platforms paid back €20.00 in the last 30 days, more than ads cost.',
  ],
  [
    'days missing',
    { platforms: ['Meta'], incomplete: ['Meta'], earlier: null },
    'Ads cost €4,210 in the last 30 days. All revenue was €18,400, 4.4 times as much. Days of Meta are missing.',
  ],
  [
    'days of several missing',
    { spend: { now: 0, before: 0 }, incomplete: ['Meta', 'Google Ads', 'podcast'] },
    'Nothing was spent on ads in the last 30 days. Days of Meta, Google Ads and Podcast are missing.',
  ],
])('spend: %s', (_name, change, sentence) => {
  expect(said(change)).toBe(sentence);
});

it.each<[number, number | null, string]>([
  [0, 0, ''],
  [1, 120, 'One campaign, for €120.00, met no visit. Put the id of the campaign into its links, as utm_id.'],
  [3, 1200, '3 campaigns, for €1,200, met no visit. Put the id of the campaign into its links, as utm_id.'],
  [2, null, '2 campaigns met no visit. Put the id of the campaign into its links, as utm_id.'],
])('%d campaigns without visits, for %d', (campaigns, cost, sentence) => {
  expect(unmatchedSentence(campaigns, cost, writing)).toBe(sentence);
});

it.each([
  [
    'Files of google_ads have no line of 27 days of 2026-11-01 to 2026-11-27.',
    'Files of Google Ads have no line of 27 days of 1 Nov to 27 Nov.',
  ],
  [
    'google_ads 123 was read last at 2025-12-31T23:30:00.000Z, and what 2025-12-31 cost since is missing.',
    'Google Ads 123 was read last at 31 Dec, 23:30, and what 31 Dec 2025 cost since is missing.',
  ],
])('a warning of spend has names and days as people read them: %s', (message, words) => {
  const calendar = { locale: 'en-GB', timeZone: 'UTC', today: '2026-11-30' };
  expect(spendWarning({ message, platform: 'google_ads' }, () => 'Google Ads', calendar)).toBe(words);
});
