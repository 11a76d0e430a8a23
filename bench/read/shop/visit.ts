import { type EventRecord, NO_FACTS, type Page, type Touch } from '@cvq/storage';
import { aClient, aTouch, MINUTE } from '../../../test/builders/event-records.ts';
import type { Random } from '../../../test/builders/seeded-random.ts';
import { frequentFirst } from './frequent-first.ts';
import { shopVisitor } from './visitors.ts';
import { CAMPAIGNS, COUPONS, HOSTS, PAGES, PLANS, SOURCES, TERMS } from './words.ts';

const DIRECT = aTouch();
/** A backend knows nothing of the browser. */
const UNKNOWN_CLIENT = aClient();
const BROWSER_FACTS = { ...NO_FACTS, sdk: '1.0.0' };
const SECOND = 1000;

type Landing = Pick<EventRecord, 'touch' | 'clickIds' | 'referrer'> & { readonly suffix: string };
type Given = Partial<EventRecord> & { readonly at: number };

/** Where and when somebody comes; `visitors` is how many different ones the project has. */
export type Arrival = {
  readonly project: string;
  readonly visitors: number;
  /** Makes the visitors of one project others than those of the next. */
  readonly salt: number;
  readonly at: number;
  /** No two visits of a project have the same. */
  readonly number: string;
};

/**
 * The events of one visit to a shop, all of one session, in their order: four or five at the mean. One visitor in eight
 * has signed in before or does so; four visits in a hundred end in a sale, which the backend tells of in some of them,
 * at times naming the user alone.
 */
export function visit(random: Random, { project, visitors, salt, at, number }: Arrival): EventRecord[] {
  const { visitor, client, users } = shopVisitor(random.below(visitors), salt);
  const user = users.length > 1 && random.chance(0.4) ? users[1] : users[0];
  const signsIn = user !== undefined && random.chance(0.6);
  const sessionId = `${at}_${random.below(2 ** 32)}${random.below(2 ** 32)}`;
  const shared = { project, visitor, client, sessionId, touch: DIRECT, facts: BROWSER_FACTS };
  const host = frequentFirst(random, HOSTS);
  const views = 1 + (random.chance(0.42) ? 0 : random.rank(12) + 1);
  const events: EventRecord[] = [];
  let userId: string | null = null;
  let time = at;
  const add = (given: Partial<EventRecord>) => {
    events.push(eventOf(random, { ...shared, userId, page: pageOf(random, host), ...given, at: time }));
    time += SECOND + random.below(2 * MINUTE);
  };
  for (let index = 0; index < views; index += 1) {
    add(index === 0 ? firstView(random, host) : aView(random, host));
    if (signsIn && userId === null) {
      userId = user;
      add({ type: 'login' });
    }
    if (random.chance(0.06)) add({ type: 'search', properties: search(random) });
    if (random.chance(0.12)) add({ type: 'add_to_cart', properties: product(random) });
  }
  if (random.chance(0.04)) add(sale(random, { user: user ?? null, number }));
  return events;
}

function firstView(random: Random, host: string): Partial<EventRecord> {
  const { suffix, ...landing } = landingOf(random);
  const page = { ...pageOf(random, host), suffix };
  return { ...aView(random, host), ...landing, page, title: titleOf(page) };
}

function aView(random: Random, host: string): Partial<EventRecord> {
  const page = pageOf(random, host);
  const properties = random.chance(0.2) ? { plan: random.pick(PLANS), variant: random.chance(0.5) } : {};
  return { page, title: titleOf(page), properties };
}

const titleOf = ({ path }: Page) => `${path} · Lowfield Pottery`;

const search = (random: Random) => ({ term: `term ${random.rank(TERMS)}`, results: random.below(50) });

const product = (random: Random) => ({
  sku: `SKU-${random.rank(PAGES)}`,
  price: 5 + random.below(200),
  quantity: 1 + random.rank(4),
});

function sale(
  random: Random,
  { user, number }: { user: string | null; number: string },
): Partial<EventRecord> {
  const currency = random.chance(0.97) ? 'EUR' : 'USD';
  const minor = 500 + random.below(20_000);
  const items = Array.from({ length: 1 + random.rank(4) }, () => product(random));
  const coupon = random.chance(0.1) ? { coupon: random.pick(COUPONS) } : {};
  const isPurchase = random.chance(0.7);
  const sold = {
    type: isPurchase ? 'purchase' : 'lead',
    conversion: { orderId: isPurchase ? `A-${number}` : null, amount: { minor, currency } },
    properties: isPurchase
      ? { order_id: `A-${number}`, value: minor / 100, currency, items, ...coupon }
      : { value: minor / 100, currency, form: 'contact', plan: random.pick(PLANS) },
  };
  if (!random.chance(0.4)) return sold;
  const byServer = { ...sold, origin: 'server' as const, client: UNKNOWN_CLIENT, facts: NO_FACTS };
  if (user === null) return { ...byServer, visitor: null };
  const named = { ...byServer, userId: user, visitor: { id: user, source: 'user' as const } };
  return random.chance(0.5) ? { ...named, sessionId: null } : named;
}

/** A visit that something outside led to, or a direct one. */
function landingOf(random: Random): Landing {
  const found = random.chance(0.45) ? undefined : frequentFirst(random, SOURCES);
  if (found === undefined) return { touch: DIRECT, clickIds: null, referrer: null, suffix: '' };
  const { source, medium, channel, platform, clickId } = found;
  const host = source.includes('.') ? source : `${source}.com`;
  const isTagged = medium === 'cpc' || medium === 'email';
  if (!isTagged) {
    const touch = touchOf({ source, medium, channel, adPlatform: platform ?? '(not set)', referrer: host });
    return { touch, clickIds: null, referrer: `https://${host}/`, suffix: '' };
  }
  const campaign = `campaign-${random.rank(CAMPAIGNS)}`;
  const term = medium === 'cpc' && random.chance(0.5) ? `keyword ${random.rank(TERMS)}` : '(not set)';
  const content = random.chance(0.3) ? `banner-${random.rank(20)}` : '(not set)';
  const value = `${random.below(2 ** 32).toString(36)}${random.below(2 ** 32).toString(36)}_Cj0KCQiA2b6uBhDxARIsAF2m`;
  return {
    touch: touchOf({ source, medium, channel, campaign, term, content, adPlatform: platform ?? '(not set)' }),
    clickIds: clickId === undefined ? null : { [clickId]: value },
    referrer: null,
    suffix: `?utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}${clickId === undefined ? '' : `&${clickId}=${value}`}`,
  };
}

const touchOf = (given: Partial<Touch>): Touch => ({ ...aTouch(), isTouch: true, ...given });

function pageOf(random: Random, host: string): Page {
  const rank = random.rank(PAGES);
  const path = rank === 0 ? '/' : `/products/${rank}`;
  return { url: `https://${host}${path}`, suffix: '', hostname: host, path };
}

/** An event with an id as long as the SDK's: its millisecond and 64 bits of chance. */
export function eventOf(random: Random, given: Given): EventRecord {
  const at = Math.floor(given.at);
  return {
    project: '',
    id: { ms: at, suffix: `${random.below(2 ** 32)}${random.below(2 ** 32)}` },
    receivedAt: at + SECOND,
    origin: 'browser',
    exclusion: null,
    bot: null,
    type: 'pageview',
    sessionId: null,
    visitor: null,
    userId: null,
    page: null,
    title: null,
    referrer: null,
    client: UNKNOWN_CLIENT,
    touch: null,
    clickIds: null,
    conversion: null,
    properties: {},
    facts: NO_FACTS,
    extras: {},
    sealedUserData: null,
    idempotency: null,
    ...given,
    at,
  };
}
