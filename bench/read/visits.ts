import type { Client, EventRecord, Touch, Visitor } from '@cvq/storage';
import { aClient, anEvent, aPage, aTouch, MINUTE } from '../../test/builders/event-records.ts';
import type { Random } from '../../test/builders/seeded-random.ts';

const PAGES = 3_000;
const CAMPAIGNS = 300;

const DIRECT = aTouch();
const UNKNOWN_CLIENT = aClient();
const SOURCES: readonly (readonly [source: string, medium: string, channel: string, platform: string])[] = [
  ['google', 'organic', 'Organic Search', '(not set)'],
  ['google', 'cpc', 'Paid Search', 'google'],
  ['facebook', 'social', 'Organic Social', 'meta'],
  ['newsletter', 'email', 'Email', '(not set)'],
  ['bing', 'cpc', 'Paid Search', 'microsoft'],
  ['chatgpt', 'referral', 'AI Assistants', '(not set)'],
  ['partner.example', 'referral', 'Referral', '(not set)'],
];
const COUNTRIES = ['DE', 'US', 'FR', 'GB', 'AT', 'CH', 'NL', 'PL', 'IT', 'ES', 'SE', 'JP'];
const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet'];
const SYSTEMS = ['Windows', 'iOS', 'Android', 'macOS', 'Linux'];
const DEVICES = ['desktop', 'mobile', 'tablet'];
const PLANS = ['free', 'team', 'business'];

type Visit = {
  readonly project: string;
  readonly visitors: number;
  readonly at: number;
  readonly number: number;
};

/** The events of one visit to a shop: three or four at the mean, of which three in a hundred are sales. */
export function visit(random: Random, { project, visitors, at, number }: Visit): EventRecord[] {
  const visitor: Visitor = { id: `v${random.below(visitors)}-${project}`, source: 'sdk' };
  const client = clientOf(random);
  const touch = touchOf(random);
  const shared = { project, visitor, client, sessionId: `s${number}`, touch };
  const events: EventRecord[] = [];
  let time = at;
  const views = 1 + (random.chance(0.42) ? 0 : random.rank(12) + 1);
  for (let index = 0; index < views; index += 1) {
    events.push(event(random, { ...shared, at: time, touch: index === 0 ? touch : DIRECT }));
    time += Math.floor(random.next() * 2 * MINUTE) + 1000;
    if (random.chance(0.15)) events.push(event(random, { ...shared, at: time, type: 'add_to_cart' }));
  }
  if (random.chance(0.1)) events.push(sale(random, { ...shared, at: time + 1 }));
  return events;
}

/** A request of a client that runs no JavaScript. */
export function botRequest(random: Random, project: string, at: number): EventRecord {
  const client = clientOf(random);
  return event(random, { project, at, client, touch: null, origin: 'pixel', exclusion: 'no_javascript' });
}

function sale(random: Random, given: Partial<EventRecord> & { at: number }): EventRecord {
  const byServer = random.chance(0.4);
  return event(random, {
    ...given,
    type: random.chance(0.7) ? 'purchase' : 'lead',
    origin: byServer ? 'server' : 'browser',
    touch: DIRECT,
    userId: `u${random.below(50_000)}`,
    conversion: {
      orderId: `o${random.below(1_000_000_000)}`,
      amount: { minor: 500 + random.below(20_000), currency: random.chance(0.97) ? 'EUR' : 'USD' },
    },
    properties: { plan: PLANS[random.below(PLANS.length)], items: random.below(5) },
  });
}

function event(random: Random, given: Partial<EventRecord> & { at: number }): EventRecord {
  const ms = Math.floor(given.at);
  const isView = given.type === undefined;
  return anEvent({
    project: '',
    id: { ms, suffix: random.next().toString(36).slice(2, 12) },
    receivedAt: ms + 1000,
    page: pageOf(random.rank(PAGES)),
    title: isView ? 'A page of the shop' : null,
    client: UNKNOWN_CLIENT,
    touch: null,
    properties: isView && random.chance(0.2) ? { plan: PLANS[random.below(PLANS.length)] } : {},
    ...given,
    at: ms,
  });
}

const pageOf = (rank: number) => aPage(rank === 0 ? '/' : `/products/${rank}`);

function touchOf(random: Random): Touch {
  const found = random.chance(0.45) ? undefined : SOURCES[random.rank(SOURCES.length)];
  if (found === undefined) return DIRECT;
  const [source, medium, channel, adPlatform] = found;
  const campaign =
    medium === 'cpc' || medium === 'email' ? `campaign-${random.rank(CAMPAIGNS)}` : '(not set)';
  const referrer = medium === 'organic' || medium === 'referral' ? `${source}.com` : '(not set)';
  return aTouch({ source, medium, channel, adPlatform, campaign, referrer });
}

function clientOf(random: Random): Client {
  const browser = BROWSERS[random.rank(BROWSERS.length)] ?? null;
  const browserVersion = String(140 + random.rank(6));
  const country = COUNTRIES[random.rank(COUNTRIES.length)] ?? null;
  return aClient({
    userAgent: `${browser}/${browserVersion}`,
    browser,
    browserVersion,
    os: SYSTEMS[random.rank(SYSTEMS.length)] ?? null,
    device: DEVICES[random.rank(DEVICES.length)] ?? null,
    language: country === 'DE' ? 'de-DE' : 'en-GB',
    country,
    region: `${country} ${random.rank(8)}`,
    city: `${country} ${random.rank(40)}`,
  });
}
