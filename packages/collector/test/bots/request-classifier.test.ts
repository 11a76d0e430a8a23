import { describe, expect, it } from 'vitest';
import { readRules } from '../../src/accounts/read-bot-rules.ts';
import { compileRules } from '../../src/bots/custom-rules.ts';
import type { BotEvidence } from '../../src/bots/evidence.ts';
import { openNetworks } from '../../src/bots/networks/known-networks.ts';
import { createRequestClassifier } from '../../src/bots/traffic-classifier.ts';
import { USER_AGENT } from '../client.ts';

const TODAY = '2026-11-21';
const networks = openNetworks({
  date: TODAY,
  from: 'a test',
  networks: [
    { name: 'Googlebot', kind: 'crawler', category: 'search_engine', prefixes: '192.0.2.0/24' },
    { name: 'Pingdom', kind: 'monitoring', category: 'monitoring', prefixes: '192.0.3.0/24' },
    { name: 'A cloud', kind: 'hosting', prefixes: '198.51.100.0/24' },
    { name: 'A relay', kind: 'people', prefixes: '198.51.100.128/25' },
  ],
});
const classifyRequest = createRequestClassifier(
  () => networks,
  () => Date.parse(TODAY),
);
const classify = (given: Partial<BotEvidence>) =>
  classifyRequest({ channel: 'browser', userAgent: USER_AGENT, address: '203.0.113.7', ...given });

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const WINDOWS = {
  brands: '"Chromium";v="143", "Google Chrome";v="143"',
  platform: '"Windows"',
  mobile: '?0',
};
const browserHeaders = { acceptLanguage: 'de', secFetch: true, signatureAgent: null };

describe('an ordinary visit', () => {
  it('is a person, with all that a browser sends', () => {
    expect(classify({ hints: WINDOWS, headers: browserHeaders, signals: [] })).toMatchObject({
      isBot: false,
      score: 0,
      reasons: [],
    });
  });

  it('is a person on a network of a cloud, whose clients may be a company', () => {
    expect(classify({ address: '198.51.100.7', headers: browserHeaders })).toMatchObject({
      isBot: false,
      reasons: ['hosting_network'],
    });
  });

  it('is a person behind a relay in the midst of a cloud', () => {
    expect(classify({ address: '198.51.100.200' })).toMatchObject({ score: 0 });
  });

  it('is a person behind a proxy that strips headers', () => {
    expect(
      classify({ headers: { acceptLanguage: null, secFetch: null, signatureAgent: null } }),
    ).toMatchObject({
      isBot: false,
    });
  });

  it('is a person in much haste, also behind the address of a cloud', () => {
    const behaviour = ['rapid_requests'] as const;
    expect(classify({ headers: browserHeaders, behaviour, address: '198.51.100.7' })).toMatchObject({
      isBot: false,
      reasons: ['hosting_network', 'rapid_requests'],
    });
  });

  it('is a person in a window without a frame, and where a page was opened in the background', () => {
    expect(
      classify({ headers: browserHeaders, signals: ['screen', 'background'], address: '198.51.100.7' }),
    ).toMatchObject({
      isBot: false,
      reasons: ['hosting_network', 'headless_screen'],
    });
    expect(classify({ headers: browserHeaders, signals: ['background'] })).toMatchObject({ score: 0 });
  });

  it('is a person whose add-on names another system, which headers and script tell as one lie', () => {
    const hints = { ...WINDOWS, platform: '"Linux"' };
    expect(classify({ hints, headers: browserHeaders, signals: ['platform'] })).toMatchObject({
      isBot: false,
      reasons: ['hint_platform_mismatch'],
    });
    expect(classify({ headers: browserHeaders, signals: ['platform'] })).toMatchObject({ isBot: false });
  });

  it('is a person who changed the user agent in one respect', () => {
    expect(classify({ hints: { ...WINDOWS, platform: '"Linux"' }, headers: browserHeaders })).toMatchObject({
      isBot: false,
      reasons: ['hint_platform_mismatch'],
    });
  });
});

describe('a bot', () => {
  it.each<[string, Partial<BotEvidence>, string, string]>([
    ['by its name', { userAgent: GOOGLEBOT, address: '192.0.2.1' }, 'named', 'Googlebot'],
    ['that lies about its name', { userAgent: GOOGLEBOT }, 'spoofed', 'Googlebot (unverified)'],
    ['by the network of a crawler', { address: '192.0.2.1' }, 'crawler_network', 'Googlebot'],
    ['by the network of a monitor', { address: '192.0.3.1' }, 'monitoring_network', 'Pingdom'],
    ['by an empty user agent', { userAgent: ' ' }, 'empty_user_agent', 'Empty user agent'],
    ['by no user agent', { userAgent: null }, 'empty_user_agent', 'Empty user agent'],
    ['by what drives the browser', { signals: ['webdriver'] }, 'webdriver', 'Automated browser'],
    ['by a sign that has no name yet', { signals: ['_phantom'] }, 'webdriver', 'Automated browser'],
    [
      'that hides what drives the browser',
      { signals: ['webdriver_faked'] },
      'webdriver_faked',
      'Automated browser',
    ],
    [
      'that names another system than its own and has no screen',
      { signals: ['platform', 'screen'] },
      'platform_mismatch',
      'Automated browser',
    ],
    [
      'whose browser was altered and has no screen',
      { signals: ['webdriver_hidden', 'screen'] },
      'webdriver_hidden',
      'Automated browser',
    ],
    [
      'that signs',
      { headers: { ...browserHeaders, signatureAgent: '"https://chatgpt.com"' } },
      'signed_agent',
      'Agent of chatgpt.com',
    ],
    [
      'by the referrer that it advertises',
      { referrerHost: 'www.semalt.com' },
      'referrer_spam',
      'Referrer spam',
    ],
    ['by its behaviour', { behaviour: ['constant_interval'] }, 'constant_interval', 'Automated visitor'],
  ])('is found %s', (_, given, reason, name) => {
    const classification = classify(given);
    expect(classification).toMatchObject({ isBot: true, name });
    expect(classification.reasons).toContain(reason);
  });

  it('is found where hints contradict the user agent in both respects', () => {
    const hints = { brands: '"Chromium";v="156"', platform: '"Linux"' };
    expect(classify({ hints })).toMatchObject({ isBot: true, score: 100 });
  });

  it('is no search engine where it only says so, and is what it says where the data is old', () => {
    expect(classify({ userAgent: GOOGLEBOT }).category).toBe('other');
    const later = createRequestClassifier(
      () => networks,
      () => Date.parse(TODAY) + 31 * 86_400_000,
    );
    expect(later({ channel: 'browser', userAgent: GOOGLEBOT, address: '203.0.113.7' })).toMatchObject({
      isBot: true,
      category: 'search_engine',
      name: 'Googlebot',
      reasons: ['named', 'outdated_networks'],
    });
  });

  it('is found by the pixel where one more thing speaks against it, and not by the pixel alone', () => {
    const headers = { ...browserHeaders, acceptLanguage: '*' };
    expect(classify({ channel: 'pixel', headers: browserHeaders })).toMatchObject({
      isBot: false,
      reasons: ['no_javascript'],
    });
    expect(classify({ channel: 'pixel', headers, address: '198.51.100.7' })).toMatchObject({ isBot: true });
  });
});

describe('a backend', () => {
  it('that does not say with what its visitor came reports a person', () => {
    expect(classify({ channel: 'server', userAgent: null, address: null })).toMatchObject({
      isBot: false,
      score: 0,
    });
  });

  it.each(['Mozilla/5.0', 'Mozilla/5.0 ...', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'])(
    'reports a person with no more of the user agent than %s',
    (userAgent) => {
      expect(classify({ channel: 'server', userAgent })).toMatchObject({ isBot: false, score: 0 });
    },
  );

  it('reports a bot where a crawler was cut off, as a browser would', () => {
    const userAgent = 'Mozilla/5.0 (iPhone; Some/YATSH crawler; http://help.example/';
    expect(classify({ channel: 'server', userAgent, address: null })).toMatchObject({ isBot: true });
  });

  it('reports a bot where its visitor came as one', () => {
    expect(classify({ channel: 'server', userAgent: GOOGLEBOT, address: null })).toMatchObject({
      isBot: true,
      name: 'Googlebot',
    });
  });
});

describe("a project's own rules", () => {
  const { rules, refusals } = readRules({
    userAgentContains: ['Windows NT 10.0; WIN64'],
    ipRanges: ['203.0.113.0/28', '2001:db8::1'],
  });
  const own = compileRules(rules);

  it('make bots of whom they match, by the user agent in any case and by the network', () => {
    expect(refusals).toEqual([]);
    const custom = { isBot: true, name: 'Custom rule', category: 'other', reasons: ['custom_rule'] };
    expect(classify({ rules: own, address: null })).toMatchObject(custom);
    expect(
      classify({ rules: own, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }),
    ).toMatchObject(custom);
    expect(
      classify({ rules: own, userAgent: 'Mozilla/5.0 (X11) Firefox/140.0', address: '2001:db8::1' }),
    ).toMatchObject(custom);
    expect(
      classify({ rules: own, userAgent: 'Mozilla/5.0 (X11) Firefox/140.0', address: '203.0.113.16' }).isBot,
    ).toBe(false);
  });

  it('are refused one by one, each with its field, its place and the reason', () => {
    const wrong = readRules({
      userAgentContains: ['ok', 'x', 'y'.repeat(201)],
      ipRanges: ['10.0.0.0/8', '10.0.0.0/33', 'shop'],
    });
    expect(wrong.rules).toHaveLength(2);
    const told = wrong.refusals.map(({ field, entry, message }) => `${field} ${entry}: ${message}`);
    expect(told).toEqual([
      'user_agent_contains 2: A part of a user agent of 1 characters. Use 2 to 200 characters.',
      'user_agent_contains 3: A part of a user agent of 201 characters. Use 2 to 200 characters.',
      expect.stringMatching(/^ip_range 2: .*10\.0\.0\.0\/33/),
      expect.stringMatching(/^ip_range 3: .*shop/),
    ]);
  });
});
