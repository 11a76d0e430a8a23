import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../examples/mock-ad-platforms/fault.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../examples/mock-ad-platforms/mock-request.ts';
import type { CredentialName } from '../../examples/mock-ad-platforms/open-platforms.ts';
import {
  type MockAdPlatforms,
  startMockAdPlatforms,
} from '../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import type {
  Credentials,
  PlatformAnswer,
  PlatformConversion,
  Target,
} from '../../packages/collector/src/ad-platforms/adapter.ts';
import {
  PLATFORM_API_ADDRESSES,
  PLATFORM_API_VERSIONS,
} from '../../packages/collector/src/ad-platforms/exchange/platform-apis.ts';
import { openAdapters } from '../../packages/collector/src/ad-platforms/open-adapters.ts';
import {
  CLICKS,
  CONVERSION,
  conversionsFor,
} from '../../packages/collector/test/ad-platforms/conversions.ts';
import { NOW } from './documented-requests.ts';

const never = new AbortController().signal;

/** What the mock has: accounts, and what conversions are called there. */
const TARGETS: Readonly<Record<PlatformName, Target & { readonly credentials: CredentialName }>> = {
  google_ads: {
    account: '1234567890',
    loginAccount: '9876543210',
    action: '7001',
    credentials: 'google-service-account',
  },
  meta_ads: { account: '1029384756102938', loginAccount: null, action: 'Purchase', credentials: 'meta' },
  microsoft_ads: {
    account: '150000001',
    loginAccount: '250000001',
    action: 'Purchase',
    credentials: 'microsoft',
  },
};

let mock: MockAdPlatforms;
let adapters: ReturnType<typeof openAdapters>;

beforeAll(async () => {
  mock = await startMockAdPlatforms({ now: () => NOW, processingMs: 0 });
  adapters = adaptersFor(mock);
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

function adaptersFor({ address }: MockAdPlatforms): ReturnType<typeof openAdapters> {
  const names = Object.keys(PLATFORM_API_ADDRESSES) as (keyof typeof PLATFORM_API_ADDRESSES)[];
  const addresses = Object.fromEntries(names.map((name) => [name, address])) as Record<
    (typeof names)[number],
    string
  >;
  return openAdapters({ addresses, versions: PLATFORM_API_VERSIONS }, () => NOW);
}

function connect(name: PlatformName, { account, credentials } = TARGETS[name]) {
  const given = mock.credentials(credentials) as Credentials;
  return adapters[name].connect({ ...TARGETS[name], account }, given, async () => true);
}

/** Sends a conversion, and asks what became of it where the platform says that later. */
async function send(
  name: PlatformName,
  conversion: PlatformConversion,
  { connection = connect(name), signal = never } = {},
): Promise<PlatformAnswer> {
  const adapter = adapters[name];
  const answer = await adapter.send(adapter.build(conversion, TARGETS[name]), connection, signal);
  if (answer.class !== 'accepted' || answer.reference === null) return answer;
  return (await adapter.verify?.(answer.reference, connection, signal)) ?? answer;
}

/** Of a site that may write what it likes, matched by a click, a hash or both. */
function anyConversion(click: NonNullable<PlatformConversion['click']>): fc.Arbitrary<PlatformConversion> {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
  const hash = fc.stringMatching(/^[0-9a-f]{64}$/);
  const amount = fc.integer({ min: 0, max: 10 ** 9 });
  const consent = fc.constantFrom('granted', 'unspecified' as const);
  return fc
    .record<PlatformConversion>({
      eventId: fc.stringMatching(/^evt_17951\d{8}_[a-z0-9]{6}$/),
      orderId: fc.option(text),
      at: fc.integer({ min: NOW - 6 * 86_400_000, max: NOW - 1_000 }),
      value: amount.map((cents) => cents / 100),
      currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
      items: fc.array(
        fc.record({
          id: text,
          quantity: fc.double({ min: 0.01, max: 1_000, noNaN: true }),
          price: fc.option(amount.map((cents) => cents / 100)),
        }),
        { maxLength: 3 },
      ),
      click: fc.option(fc.constant(click)),
      hashes: fc.record({ email: fc.tuple(hash), phone: fc.tuple(hash) }, { requiredKeys: [] }),
      externalId: fc.option(hash),
      pageUrl: fc.option(fc.oneof(text, fc.webUrl())),
      userAgent: fc.option(fc.oneof(text, fc.constant(''))),
      consent: fc.record({
        adUserData: consent,
        adPersonalization: fc.oneof(consent, fc.constant('denied')),
      }),
    })
    .filter(({ click: own, hashes }) => own !== null || Object.keys(hashes).length > 0);
}

const usual = (name: PlatformName): PlatformConversion => ({ ...CONVERSION, click: CLICKS[name] });

describe.each(PLATFORM_NAMES)('%s', (name) => {
  it.each(conversionsFor(name))('counts %s', async (variant, conversion) => {
    const answer = await send(name, conversion);
    if (name === 'meta_ads' && variant.startsWith('no value')) {
      // A purchase has a value there: a project that has none maps it to another event.
      expect(answer).toMatchObject({ class: 'invalid', leaveOut: null });
      return;
    }
    expect(answer).toMatchObject({ class: 'delivered', isOutcomeKnown: true });
    const [held] = mock.state()[name].conversions;
    expect(held).toMatchObject({ value: conversion.value, currency: conversion.currency });
  });

  it('counts any conversion, whatever the site has called its orders, pages and goods', async () => {
    await fc.assert(
      fc.asyncProperty(anyConversion(CLICKS[name]), async (conversion) => {
        mock.reset();
        expect(await send(name, conversion)).toMatchObject({ class: 'delivered' });
        expect(mock.state()[name].conversions).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });

  it('takes a repeat for what it is', async () => {
    await send(name, usual(name));
    await send(name, usual(name));
    expect(mock.state()[name].conversions).toHaveLength(1);
  });

  it('is understood in each of its documented errors', async () => {
    const faults = Object.entries(mock.faults()[name] ?? {}).filter(
      ([, { connection, purpose }]) => connection !== 'hang' && purpose !== 'spend',
    );
    expect(faults.length).toBeGreaterThan(15);
    for (const [fault, documented] of faults) {
      mock.reset();
      mock.fail({ platform: name, fault });
      const answer = await send(name, usual(name));
      expect([fault, answer.class]).toEqual([fault, expectedClass(name, fault, documented)]);
      expect([fault, answer.isOutcomeKnown]).toEqual([fault, isOutcomeKnown(name, fault, documented)]);
      for (const secret of mock.secrets()) expect(JSON.stringify(answer)).not.toContain(secret);
    }
  });

  it.each(['hang', 'hang_after_taking'])('that does not answer (%s) may have taken it', async (fault) => {
    mock.fail({ platform: name, fault });
    const stop = new AbortController();
    const answer = send(name, usual(name), { signal: stop.signal });
    await expect.poll(() => mock.state()[name].requests.send).toBe(1);
    stop.abort();
    expect(await answer).toMatchObject({ class: 'transient', isOutcomeKnown: false });
  });

  it('passes a test of the integration, and counts nothing by it', async () => {
    const actions = [TARGETS[name].action];
    const { ok, checks } = await adapters[name].test(connect(name), { actions }, never);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
    expect(mock.state()[name].taken).toBe(0);
  });

  it('fails a test of an account that cannot be reached', async () => {
    const connection = connect(name, { ...TARGETS[name], account: '1' });
    const { ok, checks } = await adapters[name].test(connection, { actions: [TARGETS[name].action] }, never);
    expect(ok).toBe(false);
    expect(checks[0]?.problem).toMatch(/account|dataset/i);
  });
});

it('Google is reached with the refresh token of a person as well', async () => {
  const connection = connect('google_ads', { ...TARGETS.google_ads, credentials: 'google-client' });
  expect(await send('google_ads', usual('google_ads'), { connection })).toMatchObject({ class: 'delivered' });
});

it('Microsoft counts a second order of a click and second, told to be a second later', async () => {
  const adapter = adapters.microsoft_ads;
  const connection = connect('microsoft_ads');
  const conversion = usual('microsoft_ads');
  const first = adapter.build(conversion, TARGETS.microsoft_ads);
  const second = adapter.build(conversion, TARGETS.microsoft_ads, { secondsLater: 1 });
  await adapter.send(first, connection, never);
  await adapter.send(second, connection, never);
  expect(mock.state().microsoft_ads.conversions).toHaveLength(2);
});

it.each(PLATFORM_NAMES)('%s takes a conversion that was repaired', async (name) => {
  const fault = { google_ads: 'invalid_email', meta_ads: 'invalid_fbc', microsoft_ads: 'invalid_click' }[
    name
  ];
  mock.fail({ platform: name, fault });
  const adapter = adapters[name];
  const connection = connect(name);
  const refused = await adapter.send(adapter.build(usual(name), TARGETS[name]), connection, never);
  expect(refused.leaveOut).not.toBeNull();
  const repaired = adapter.build(usual(name), TARGETS[name], { leftOut: [refused.leaveOut ?? ''] });
  expect((await adapter.send(repaired, connection, never)).class).toMatch(/^(accepted|delivered)$/);
});

it('Microsoft needs another consent once a refresh token was lost on its way', async () => {
  const strict = await startMockAdPlatforms({ now: () => NOW, revokesUsedRefreshTokens: true });
  try {
    const target = TARGETS.microsoft_ads;
    const adapter = adaptersFor(strict).microsoft_ads;
    const credentials = strict.credentials('microsoft') as Credentials;
    const connection = adapter.connect(target, credentials, async () => true);
    const built = adapter.build(usual('microsoft_ads'), target);
    strict.fail({ platform: 'microsoft_ads', fault: 'token_lost' });
    const answers = [
      await adapter.send(built, connection, never),
      await adapter.send(built, connection, never),
    ];
    expect(answers).toMatchObject([{ class: 'transient' }, { class: 'auth', code: 'invalid_grant' }]);
  } finally {
    await strict.close();
  }
});

/** As documented, but that a refused token is replaced where there is another one, and then taken. */
function expectedClass(name: PlatformName, fault: string, { means }: Fault): string {
  if (name !== 'meta_ads' && ['expired_token', 'invalid_credentials'].includes(fault)) return 'delivered';
  // Whatever the reason, Google does not count it.
  return fault === 'unknown_after_taking' ? 'invalid' : means;
}

/** What is cut off, or answered by somebody else, may have been taken. What the token server says is of no conversion. */
function isOutcomeKnown(name: PlatformName, fault: string, { connection, purpose }: Fault): boolean {
  if (purpose !== 'send') return true;
  // An error that Google or Microsoft cannot explain, and a time that Google has overrun.
  const unexplained = {
    google_ads: ['internal', 'deadline_exceeded'],
    meta_ads: [],
    microsoft_ads: ['internal'],
  }[name];
  return connection === undefined && ![...unexplained, 'bad_gateway'].includes(fault);
}
