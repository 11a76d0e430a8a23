import { describe, expect, it } from 'vitest';
import { conversionSentence, type LifeFacts } from '../src/words/conversion-sentence.ts';
import { conversionsSentence } from '../src/words/conversions-sentence.ts';
import { duration } from '../src/words/duration.ts';
import { strangersText } from '../src/words/strangers-text.ts';

type Delivery = LifeFacts['deliveries'][number];

const PURCHASE: LifeFacts = {
  ...{ type: 'purchase', value: '€85.80', kind: 'counted', visits: 3 },
  ...{ making: { days: 91 }, deliveries: [] },
};

const to = (platform: Delivery['platform'], of: Partial<Delivery> = {}): Delivery => ({
  ...{ platform, status: 'delivered', state: 'delivered', reason: null, next: null },
  ...of,
});
const again = (platform: Delivery['platform'], next: string | null = 'at 09:11') =>
  to(platform, { status: 'retrying', state: 'throttled', next });
const skipped = (platform: Delivery['platform'], reason: string) =>
  to(platform, { status: 'skipped', state: 'skipped', reason });

const spoken = (facts: Partial<LifeFacts>) => {
  const { lead, aside } = conversionSentence({ ...PURCHASE, ...facts });
  return [lead, aside].filter(Boolean).join(' ');
};

describe('the sentence about a conversion', () => {
  const NOBODY = 'No ad platform is told of it.';
  it.each<[Partial<LifeFacts>, string]>([
    [{}, `A purchase of €85.80, three visits and 91 days in the making. ${NOBODY}`],
    [
      { visits: 2, making: { days: 1 } },
      `A purchase of €85.80, two visits and one day in the making. ${NOBODY}`,
    ],
    [{ visits: 2, making: { days: 0 } }, `A purchase of €85.80, two visits in the making. ${NOBODY}`],
    [{ visits: 1, making: { days: 0 } }, `A purchase of €85.80, on the first visit. ${NOBODY}`],
    [
      { visits: 13, making: { days: 12 } },
      `A purchase of €85.80, 13 visits and twelve days in the making. ${NOBODY}`,
    ],
    [{ visits: 0, making: null }, `A purchase of €85.80. ${NOBODY}`],
    [{ type: 'lead', value: null, visits: 0 }, `A lead. ${NOBODY}`],
    [{ type: 'signup', value: null, visits: 0 }, `A sign-up. ${NOBODY}`],
    [{ type: 'subscription', visits: 0 }, `A subscription of €85.80. ${NOBODY}`],
    [{ type: 'download', value: null, visits: 0 }, `A download. ${NOBODY}`],
    [{ type: 'demo_booked', value: null, visits: 0 }, `A conversion “demo_booked”. ${NOBODY}`],
    [{ type: 'a\u202eb', value: null, visits: 0 }, `A conversion “a\ufffdb”. ${NOBODY}`],
    [{ kind: 'bot' }, 'A purchase of €85.80, by a bot. No report counts it, and no platform is told of it.'],
    [
      { kind: 'duplicate', visits: 0 },
      'A purchase of €85.80. Another report of the same order is the sale, so this one is not counted.',
    ],
    [
      { kind: 'excluded' },
      'A purchase of €85.80, on a page that is none of the project. No report counts it.',
    ],
  ])('says of %j what it was', (facts, sentence) => {
    expect(spoken(facts)).toBe(sentence);
  });

  it.each<[string, Delivery[], string]>([
    ['one that has it', [to('google_ads')], 'Google Ads has it.'],
    ['two that have it', [to('google_ads'), to('meta_ads')], 'Google Ads and Meta have it.'],
    [
      'three that have it',
      [to('google_ads'), to('meta_ads'), to('microsoft_ads')],
      'Google Ads, Meta and Microsoft Ads have it.',
    ],
    ['two accounts of one platform', [to('google_ads'), to('google_ads')], 'Google Ads has it.'],
    [
      'one that is asked again',
      [to('google_ads'), again('meta_ads')],
      'Google Ads has it; Meta will be asked again at 09:11.',
    ],
    ['one without a time', [again('meta_ads', null)], 'Meta will be asked again.'],
    [
      'one that has taken it',
      [to('google_ads', { status: 'pending', state: 'accepted' })],
      'Google Ads has taken it and not yet said more.',
    ],
    [
      'one that is held',
      [to('meta_ads', { status: 'pending', state: 'held', next: 'at 10:00' })],
      'Meta will be told at 10:00.',
    ],
    ['one that waits', [to('meta_ads', { status: 'pending', state: 'waiting' })], 'Meta will be told soon.'],
    ['one that is told', [to('meta_ads', { status: 'pending', state: 'sending' })], 'Meta is being told.'],
    [
      'a pause',
      [to('meta_ads', { status: 'pending', state: 'blocked', reason: 'paused' })],
      'Meta is paused.',
    ],
    [
      'a lost connection',
      [to('meta_ads', { status: 'pending', state: 'blocked', reason: 'reconnect_required' })],
      'Meta has to be connected anew first.',
    ],
    ['a refusal', [to('google_ads', { status: 'failed', state: 'rejected' })], 'Google Ads refused it.'],
    ['one too late', [to('meta_ads', { status: 'failed', state: 'expired' })], 'It came too late for Meta.'],
    ['a failure', [to('meta_ads', { status: 'failed', state: 'failed' })], 'Meta could not be told.'],
    [
      'no consent',
      [skipped('google_ads', 'no_consent'), skipped('meta_ads', 'no_consent')],
      'No ad platform was told of it: the visitor does not allow it.',
    ],
    [
      'several reasons',
      [skipped('google_ads', 'no_consent'), skipped('meta_ads', 'no_mapping')],
      'No ad platform was told of it.',
    ],
    [
      'a dry run',
      [to('meta_ads', { status: 'skipped', state: 'dry_run', reason: null })],
      'No ad platform was told of it: it is a dry run.',
    ],
    [
      'one left out beside one that has it',
      [to('google_ads'), skipped('microsoft_ads', 'no_identifier')],
      'Google Ads has it.',
    ],
  ])('says of %s where it is', (_, deliveries, aside) => {
    expect(conversionSentence({ ...PURCHASE, deliveries }).aside).toBe(aside);
  });
});

describe('the sentence about all conversions', () => {
  const writing = { locale: 'en-GB', currency: 'EUR' };
  const all = {
    period: 'in the last 30 days',
    isFiltered: false,
    conversions: 584,
    ...{ revenue: 46_024, otherAmounts: [] },
    deliveries: null,
  };
  it.each([
    [all, '584 conversions in the last 30 days for €46,024. '],
    [{ ...all, conversions: 1, revenue: 0 }, 'One conversion in the last 30 days. '],
    [{ ...all, conversions: 0 }, 'Nobody converted in the last 30 days. '],
    [
      { ...all, conversions: 0, isFiltered: true },
      'Nobody who matches the filters converted in the last 30 days. ',
    ],
    [
      { ...all, deliveries: { waiting: 31, failed: 8 } },
      '584 conversions in the last 30 days for €46,024. 31 wait for a platform, 8 failed; the rest is where it belongs.',
    ],
    [
      { ...all, deliveries: { waiting: 1, failed: 0 } },
      '584 conversions in the last 30 days for €46,024. 1 waits for a platform; the rest is where it belongs.',
    ],
    [
      { ...all, deliveries: { waiting: 0, failed: 0 } },
      '584 conversions in the last 30 days for €46,024. Nothing waits, and nothing failed.',
    ],
  ])('is of %j', (facts, sentence) => {
    const { lead, aside } = conversionsSentence(facts, writing);
    expect(`${lead} ${aside}`).toBe(sentence);
  });
});

it.each([
  [40, '40 ms'],
  [4000, '4.0 s'],
  [59_400, '59 s'],
  [227_000, '3 min 47 s'],
  [59 * 60_000, '59 min'],
  [5 * 3_600_000, '5 h'],
  [44 * 86_400_000, '44 days'],
  [5.9 * 86_400_000, '5 days'],
])('%d milliseconds are %s', (ms, words) => {
  expect(duration(ms).replaceAll('\u202f', ' ')).toBe(words);
});

it('text of strangers ends after 200 signs, and shows what would turn it', () => {
  expect(strangersText('x'.repeat(10_000))).toBe(`${'x'.repeat(200)}…`);
  expect(strangersText('🫖'.repeat(201))).toBe(`${'🫖'.repeat(200)}…`);
  expect(strangersText('shop\u202egnp.exe')).toBe('shop\ufffdgnp.exe');
});
