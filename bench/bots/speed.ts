import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import {
  classifyUserAgent,
  createPrefixSet,
  createTrafficClassifier,
  openNetworks,
  parsePrefix,
  shippedNetworks,
  type TrafficSample,
} from '@cvq/collector/bots';
import { minify } from 'terser';
import type { Figure } from './figure.ts';
import { readSet, rowsOf } from './sets.ts';

const ROUNDS = 7;
const PREFIXES = 100_000;
const LOOKUPS = 200_000;

/** What a classification costs: processor time, the best of several rounds, since other programs run as well. */
export async function speed(): Promise<Figure[]> {
  const people = (readSet<[string, number][]>('people-weighted') ?? []).map(([ua]) => ua);
  const userAgents = [...people, ...rowsOf('bots').map(({ ua }) => ua)];
  const networks = openNetworks(shippedNetworks());
  const samples = userAgents.map(sampleOf);
  const common = samples.slice(0, 200);
  const classify = createTrafficClassifier(() => networks, Date.now);
  const warm = perItem(common, (sample) => classify(sample));
  const cold = Math.min(...Array.from({ length: ROUNDS }, () => firstTime(samples)));
  const hostile = Math.max(...HOSTILE.map((ua) => perItem([ua], (text) => classifyUserAgent(text))));
  const signals = await signalBytes();
  return [
    { what: 'a whole decision, warm', found: `${warm.toFixed(2)} µs`, goal: '<= 15 µs', isMet: warm <= 15 },
    {
      what: 'the same of a new user agent, address and visitor',
      found: `${cold.toFixed(1)} µs`,
      goal: '<= 120 µs',
      isMet: cold <= 120,
    },
    {
      what: 'a hostile user agent of 10 kB',
      found: `${hostile.toFixed(0)} µs`,
      goal: '<= 1000 µs',
      isMet: hostile <= 1000,
    },
    lookups(),
    {
      what: 'signals of the SDK, minified',
      found: `${signals} bytes`,
      goal: '<= 900',
      isMet: signals <= 900,
    },
  ];
}

/** An event with everything that may speak for or against its visitor. */
function sampleOf(userAgent: string, index: number): TrafficSample {
  const page = `https://shop.example/${index % 50}`;
  return {
    channel: 'browser',
    project: 'proj_bench',
    userAgent,
    address: `203.0.${index % 256}.${(index * 7) % 256}`,
    hints: { brands: '"Chromium";v="143"', platform: '"Windows"', mobile: '?0' },
    headers: { acceptLanguage: 'de', secFetch: true, signatureAgent: null },
    referrerHost: 'www.google.com',
    action: {
      visitor: `visitor ${index}`,
      source: 'sdk',
      at: Date.now() + index * 1000,
      isPageview: true,
      page,
    },
    isFiltered: true,
  };
}

/** Microseconds of processor time for a sample whose every part is new to the classifier. */
function firstTime(samples: readonly TrafficSample[]): number {
  // Opened anew, since it remembers what it found about an address.
  const networks = openNetworks(shippedNetworks());
  const classify = createTrafficClassifier(() => networks, Date.now);
  const before = process.cpuUsage();
  for (const sample of samples) classify(sample);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / samples.length;
}

const HOSTILE = [
  'a'.repeat(10_240),
  'Mozilla/5.0 '.repeat(853),
  '('.repeat(10_240),
  'bot '.repeat(2560),
  `Mozilla/5.0 (Linux; Android 9; ${'M bot '.repeat(1700)}) AppleWebKit/537.36`,
  'Android 1; '.repeat(930),
  `[FB${'AN/'.repeat(3400)}`,
  `bot ${'; wv) AppleWebKit/ Chrome/1 Safari/537.3'.repeat(260)}`,
  `bot ${'; wv) AppleWebKit/'.repeat(14)}${' Chrome/1'.repeat(1100)}`,
  `bot ${'SMART-TV; Maple '.repeat(640)}`,
  `bot ${'baiduboxapp/ '.repeat(800)}`,
  `bot ${'AlipayDefined('.repeat(740)}`,
  `bot ${'Android 1; ab-cd;'.repeat(600)}`,
  `like ${'with Googlebo '.repeat(740)}`,
];

/** Microseconds of processor time for each item. */
function perItem<Item>(items: readonly Item[], act: (item: Item) => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const repeats = Math.max(1, Math.ceil(2000 / items.length));
    const before = process.cpuUsage();
    for (let repeat = 0; repeat < repeats; repeat += 1) for (const item of items) act(item);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / (repeats * items.length));
  }
  return best;
}

function lookups(): Figure {
  const random = (index: number) => Math.imul(index + 1, 2_654_435_761) >>> 0;
  const address = (value: number) =>
    `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
  const set = createPrefixSet(
    Array.from({ length: PREFIXES }, (_, index) => parsePrefix(`${address(random(index))}/28`)).flatMap(
      (prefix) => ('problem' in prefix ? [] : [prefix]),
    ),
  );
  const asked = Array.from({ length: LOOKUPS }, (_, index) => address(random(index * 31)));
  const perSecond = 1e6 / perItem(asked, (one) => set.has(one));
  return {
    what: `look-ups among ${set.size} networks`,
    found: `${(perSecond / 1e6).toFixed(2)} M/s`,
    goal: '>= 1 M/s',
    isMet: perSecond >= 1e6,
  };
}

/** The part of the SDK that tells a driven browser, without its imports, as the bundler would minify it. */
async function signalBytes(): Promise<number> {
  const file = new URL('../../packages/browser/src/bots.ts', import.meta.url);
  const source = stripTypeScriptTypes(readFileSync(file, 'utf8')).replace(/^import .*$/gm, '');
  const { code = '' } = await minify(source, { module: true, mangle: { toplevel: true } });
  return Buffer.byteLength(code);
}
