import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { type LandingPage, resolveTouch } from '../../src/attribution/resolve-touch.ts';
import { CLICK_ID_ROWS } from '../../src/attribution/tables/click-ids.ts';
import { CHANNELS } from '../../src/attribution/traffic-source.ts';

const OWN_HOSTS = ['shop.example'];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const HOSTILE: readonly [name: string, query: string, referrer: string][] = [
  ['a query of 10 kB', `?x=${'a'.repeat(10_000)}&utm_source=google`, ''],
  ['thousands of parameters', `?${'a=1&'.repeat(5000)}utm_source=google`, ''],
  ['thousands of separators', `?${'&'.repeat(20_000)}utm_source=google`, ''],
  ['thousands of names without values', `?${'utm_medium&'.repeat(5000)}utm_source=google`, ''],
  ['a word that is all broken', `?utm_source=google&utm_term=${'%E4%'.repeat(5000)}`, ''],
  ['escapes without end', `?utm_source=google&utm_term=${'%25'.repeat(5000)}`, ''],
  ['lone surrogates', '?utm_source=google&utm_term=\ud800x\udc00', ''],
  ['combining marks without end', `?utm_source=google&utm_term=a${'\u0301'.repeat(9000)}`, ''],
  ['a host of many labels', '?utm_source=google', `https://${'a.'.repeat(5000)}com/`],
  ['a referrer of dots', '?utm_source=google', `https://${'.'.repeat(10_000)}/`],
  ['a referrer of signs', '?utm_source=google', `https://${'@:'.repeat(10_000)}/`],
  ['a bare referrer that is almost a host', '?utm_source=google', `${'a.'.repeat(5000)}@`],
  ['a referrer without host', '?utm_source=google', 'https://?#'],
  ['names of every object', '?utm_source=google&__proto__=1&constructor=2&toString=3', ''],
];

describe('hostile input', () => {
  it.each(HOSTILE)('%s does not hide the source, nor take long', (_name, query, referrer) => {
    const started = process.threadCpuUsage();
    for (let round = 0; round < 20; round++) {
      expect(resolveTouch({ query, referrer, ownHosts: OWN_HOSTS }).source).toBe('google');
    }
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1000 / 20, 'milliseconds').toBeLessThan(25);
  });

  it('leaves nothing behind in memory', () => {
    const filling = 'x'.repeat(70_000);
    const before = usedHeap();
    for (let i = 0; i < 3000; i++) {
      const query = `?a=${filling}${i}&utm_source=stranger-number-${i}`;
      const referrer = `https://stranger-number-${i}.example/${filling}`;
      resolveTouch({ query, referrer, ownHosts: OWN_HOSTS });
      resolveTouch({ query: '', referrer, ownHosts: OWN_HOSTS });
    }
    // A text cut out of an address can keep the whole address in memory: here 140 MB.
    expect(usedHeap() - before).toBeLessThan(10 * 1024 * 1024);
  });
});

function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const word = fc.oneof(
  fc.constantFrom(
    'google',
    'facebook',
    'cpc',
    'email',
    'display',
    'social',
    '(direct)',
    '',
    '%',
    '%E4',
    'a.b',
    'fb-ads',
  ),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
);
const name = fc.oneof(
  fc.constantFrom('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'source', 'ref'),
  fc.constantFrom(...CLICK_ID_ROWS.map((row) => row.name)),
  fc.string({ maxLength: 8 }),
);
const query = fc
  .array(fc.tuple(name, word), { maxLength: 8 })
  .map((pairs) => `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`);
const referrer = fc.oneof(
  fc.constantFrom(
    '',
    'https://www.google.com/',
    'https://shop.example/',
    'https://www.paypal.com/',
    'android-app://x/',
  ),
  fc.webUrl(),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
);
const landingPage: fc.Arbitrary<LandingPage> = fc.record({
  query: fc.oneof(query, fc.string({ unit: anyCharacter, maxLength: 200 })),
  referrer,
  clickIds: fc.oneof(fc.constant({}), fc.dictionary(name, fc.oneof(word, fc.constant(null), fc.integer()))),
  ownHosts: fc.constantFrom<readonly string[]>(OWN_HOSTS, []),
});

describe('any landing page', () => {
  it('has words, and one of the channels', () => {
    fc.assert(
      fc.property(landingPage, (from) => {
        const touch = resolveTouch(from);
        const { source, medium, campaign, term, content, adPlatform, referrerHost } = touch;
        for (const text of [source, medium, campaign, term, content, adPlatform, referrerHost]) {
          expect(typeof text).toBe('string');
          expect(text.trim()).not.toBe('');
          expect(text.length).toBeLessThanOrEqual(255);
          expect(text.isWellFormed()).toBe(true);
        }
        expect(CHANNELS).toContain(touch.channel);
        expect(touch.isTouch).toBe(source !== '(direct)');
        expect(touch.isTouch).toBe(touch.channel !== 'Direct');
      }),
      { numRuns: 2000 },
    );
  });

  it('is what it is, in whatever order pages come', () => {
    fc.assert(
      fc.property(fc.array(landingPage, { minLength: 2, maxLength: 6 }), (pages) => {
        const forward = pages.map(resolveTouch);
        expect(pages.toReversed().map(resolveTouch).toReversed()).toEqual(forward);
      }),
    );
  });

  it('with a source in its link has that source, whatever click ids and referrer say', () => {
    const plainName = fc.stringMatching(/^[a-z][a-z0-9_-]{0,30}$/);
    fc.assert(
      fc.property(plainName, landingPage, (utmSource, { query: rest, ...from }) => {
        const tagged = `?utm_source=${utmSource.toUpperCase()}&${rest.replace(/^\?/, '')}`;
        expect(resolveTouch({ ...from, query: tagged }).source).toBe(utmSource);
      }),
    );
  });
});
