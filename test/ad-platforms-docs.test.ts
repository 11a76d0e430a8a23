import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type AdPlatform, RETRY_WINDOWS, SKIP_REASONS, STATUS_OF_DELIVERY_STATE } from '@cvq/contract';
import type { AdClaim, AdNext } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import type { AnswerClass, PlatformConversion } from '../packages/collector/src/ad-platforms/adapter.ts';
import { platformAnswer } from '../packages/collector/src/ad-platforms/exchange/platform-answer.ts';
import {
  PLATFORM_API_ADDRESSES,
  PLATFORM_API_VERSIONS,
} from '../packages/collector/src/ad-platforms/exchange/platform-apis.ts';
import { RETRY_DELAYS_MS, settle } from '../packages/collector/src/ad-platforms/forwarding/settle.ts';
import { openAdapters } from '../packages/collector/src/ad-platforms/open-adapters.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/ad-platforms.md'), 'utf8');

/** The rows of the first table below a heading, without its headings; code without its marks. */
function tableBelow(title: string): string[][] {
  const [, section = ''] = page.split(new RegExp(`^#+ ${title}$`, 'm'));
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section.split(/^#/m)[0] ?? '') ?? [];
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) => row.slice(2, -2).replaceAll('`', '').split(' | '));
}

const firstCells = (title: string) => tableBelow(title).map(([cell = '']) => cell);

/** Everything that a platform may be told: of a web page, of a person that all is known of. */
const FULL: PlatformConversion = {
  eventId: 'evt_1795255200000_a1',
  orderId: 'A-1001',
  at: 1_795_255_200_000,
  value: 129.9,
  currency: 'EUR',
  items: [{ id: 'TEAPOT-1', quantity: 1, price: 129.9 }],
  click: null,
  hashes: Object.fromEntries(
    ['email', 'phone', 'first_name', 'last_name', 'city', 'state', 'postal_code', 'country'].map((field) => [
      field,
      ['0'.repeat(64)],
    ]),
  ),
  externalId: '0'.repeat(64),
  pageUrl: 'https://shop.example/thanks',
  userAgent: 'Mozilla/5.0',
  consent: { adUserData: 'granted', adPersonalization: 'denied' },
};

/** The places of all values in a request, such as `data[].user_data.em`. */
function placesIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== 'object')) return [at];
    return value.flatMap((each) => placesIn(each, `${at}[]`));
  }
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, inner]) =>
    placesIn(inner, at === '' ? name : `${at}.${name}`),
  );
}

const ANSWERS = Object.keys({
  ...{ accepted: 1, processing: 1, delivered: 1, duplicate: 1, unmatched: 1, transient: 1, throttled: 1 },
  ...{ same_click: 1, too_early: 1, auth: 1, config: 1, invalid: 1, expired: 1, send_again: 1, unknown: 1 },
} satisfies Record<AnswerClass, 1>) as AnswerClass[];

/** What follows every kind of answer without a code, to every kind of attempt. */
function everySettlement(): readonly AdNext[] {
  const HOUR = 3_600_000;
  const claim: Omit<AdClaim, 'step' | 'tries' | 'unknownAnswers' | 'reference' | 'acceptedAt'> = {
    ...{ project: 'proj_1', event: { ms: 0, suffix: 'a' }, integration: 'int_1', destination: 'int_1' },
    platform: 'microsoft_ads',
    ...{ attempt: 1, claimedAt: 0, key: null, leftOut: [], unknownSince: null, mayHaveArrived: false },
    throttledFor: null,
  };
  const ways = ANSWERS.flatMap((answer) =>
    [0, 2, 6].flatMap((tries) =>
      [true, false].flatMap((isOutcomeKnown) =>
        [1, 1000 * HOUR].map((leftMs) => ({ answer, tries, isOutcomeKnown, leftMs })),
      ),
    ),
  );
  return ways.flatMap(({ answer, tries, isOutcomeKnown, leftMs }) => {
    const at = 100 * HOUR;
    const told = platformAnswer(null, { class: answer, isOutcomeKnown, reference: 'r' });
    const ended = { answer: told, startedAt: at, endedAt: at, chance: 0.5, canVerify: true };
    const sent = { click: null, retryUntil: at + leftMs };
    return [
      settle({
        ...ended,
        sent,
        claim: { ...claim, step: 'send', tries, unknownAnswers: tries, reference: null, acceptedAt: null },
      }),
      settle({
        ...ended,
        sent: null,
        claim: { ...claim, step: 'verify', tries, unknownAnswers: tries, reference: 'r', acceptedAt: HOUR },
      }),
    ];
  });
}

describe('docs/ad-platforms.md', () => {
  it('has exactly the states of a delivery, each with its status', () => {
    const documented = tableBelow('The life of a delivery').map(([state, status]) => [state, status]);
    expect(documented).toEqual(Object.entries(STATUS_OF_DELIVERY_STATE));
  });

  it('has exactly the reasons for which nothing is sent', () => {
    expect(firstCells('Who is never sent').toSorted()).toEqual([...SKIP_REASONS].toSorted());
  });

  it('has exactly the other reasons that an answer leads to, with their states', () => {
    const found = everySettlement().flatMap(({ state, reason }) =>
      reason === null ? [] : [`${reason} ${state}`],
    );
    // What stops an integration is told of its deliveries, and a repair may leave nothing to send.
    const others = ['paused blocked', 'reconnect_required blocked', 'nothing_to_match_by rejected'];
    const documented = tableBelow('Reasons').map(([reason, state]) => `${reason} ${state}`);
    expect([...new Set([...found, ...others])].toSorted()).toEqual(documented.toSorted());
  });

  it('has the windows of all platforms', () => {
    const windows = Object.entries(RETRY_WINDOWS).map(([name, { days, after }]) => [
      name,
      `${days}`,
      `the ${after}`,
    ]);
    expect(tableBelow('Windows').toSorted()).toEqual(windows.toSorted());
  });

  it('has the pauses between attempts', () => {
    const words = RETRY_DELAYS_MS.map((ms) =>
      ms < 60_000
        ? `${ms / 1000} seconds`
        : ms < 3_600_000
          ? `${ms / 60_000} minutes`
          : `${ms / 3_600_000} hour`,
    );
    const text = page.replace(/\s+/g, ' ');
    let from = 0;
    for (const word of words) {
      const at = text.indexOf(word, from);
      expect(at, word).toBeGreaterThan(from);
      from = at;
    }
  });

  const adapters = openAdapters(
    { addresses: PLATFORM_API_ADDRESSES, versions: PLATFORM_API_VERSIONS },
    Date.now,
  );
  const clicks = { google_ads: 'gclid', meta_ads: 'fbclid', microsoft_ads: 'msclkid' } as const;
  it.each<[AdPlatform, string]>([
    ['google_ads', 'Fields sent to Google Ads'],
    ['meta_ads', 'Fields sent to Meta'],
    ['microsoft_ads', 'Fields sent to Microsoft Advertising'],
  ])('has exactly the fields that %s is sent', (platform, title) => {
    const click = { name: clicks[platform], value: 'abc123', at: FULL.at - 1000 };
    const target = { account: '1', loginAccount: '2', action: '3' };
    const { body } = adapters[platform].build({ ...FULL, click }, target);
    expect(firstCells(title).toSorted()).toEqual([...new Set(placesIn(body))].toSorted());
  });
});
