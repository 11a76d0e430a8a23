import type { Filter } from '@cvq/contract';
import type { Client, EventRecord, Funnel, Touch, Visitor } from '@cvq/storage';
import fc from 'fast-check';
import {
  aBot,
  aClient,
  anEvent,
  aPage,
  aTouch,
  DAY,
  HOUR,
  NOON,
} from '../../../test/builders/event-records.ts';

const HALF_AN_HOUR = HOUR / 2;
const NOON_HOURS = 12 * HOUR;

/**
 * Instants where something can change by a millisecond: half an hour after another, a day after, ninety days
 * after. They are few, so that events meet at one.
 */
const instant = fc
  .record({
    day: fc.constantFrom(0, 0, 0, 0, 1, 2, 90, 91),
    halfHour: fc.integer({ min: 0, max: 5 }),
    quarter: fc.constantFrom(0, 0, HALF_AN_HOUR / 2),
    ms: fc.constantFrom(0, 0, 0, 1, 2),
  })
  .map(({ day, halfHour, quarter, ms }) => NOON + day * DAY + halfHour * HALF_AN_HOUR + quarter + ms);

/** A period over the traffic: whole, a part, or empty. */
export const period = fc
  .tuple(instant, instant)
  .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }));

/** Ascending edges of neighbouring buckets over the traffic. */
export const edges = fc
  .uniqueArray(instant, { minLength: 2, maxLength: 6 })
  .map((found) => found.toSorted((a, b) => a - b));

const id = fc.record({ ms: instant, suffix: fc.constantFrom('a', 'B', 'c1', 'z', '0', 'aa') });

const clients: Client[] = [
  aClient(),
  aClient({ browser: 'Firefox', os: 'Linux', device: 'desktop', country: 'DE', language: 'de' }),
  aClient({ browser: 'Safari', os: 'iOS', device: 'mobile', country: 'FR', region: 'FR-75C', city: 'Paris' }),
];

const direct = aTouch();
const paid = aTouch({
  source: 'google',
  medium: 'cpc',
  channel: 'Paid Search',
  campaign: 'sale',
  adPlatform: 'google',
});
const touches: Touch[] = [
  direct,
  direct,
  direct,
  paid,
  { ...paid, campaignId: '20030909980' },
  aTouch({ source: 'letter', medium: 'email', channel: 'Email', term: 'shoes', content: 'top' }),
  aTouch({ source: 'blog.example', medium: 'referral', referrer: 'blog.example' }),
];

const pages = [null, aPage('/'), aPage('/shoes'), aPage('/', 'www.shop.example')];

const amount = fc.option(
  fc.record({ minor: fc.integer({ min: -500, max: 20_000 }), currency: fc.constantFrom('EUR', 'JPY') }),
);
const sale = fc.record({ orderId: fc.option(fc.constantFrom('o1', 'o2'), { freq: 3 }), amount });

const sdkVisitor = fc.constantFrom<Visitor>({ id: 'ann', source: 'sdk' }, { id: 'bob', source: 'sdk' });
const userVisitor = fc.constantFrom<Visitor>({ id: 'u1', source: 'user' }, { id: 'u2', source: 'user' });
const hashVisitor = fc.constantFrom<Visitor>({ id: 'h1', source: 'hash' }, { id: 'ann', source: 'hash' });
/** Few users and few visitors: some visitors are one user, some several, and some users have several visitors. */
const user = fc.option(fc.constantFrom('u1', 'u1', 'u1', 'u2'), { freq: 2 });

const anotherBot = aBot({
  category: 'other',
  name: 'Automated visitor',
  reasons: ['webdriver', 'rapid_requests'],
});
const bot = fc.oneof(
  { arbitrary: fc.constant(null), weight: 12 },
  { arbitrary: fc.constantFrom(aBot(), aBot({ isFiltered: false }), anotherBot), weight: 1 },
);

/** How long an event was on its way: a browser's claim on an order reaches back seven days. A clock may be fast. */
const delay = fc.constantFrom(0, 0, 0, 0, 7 * DAY, 7 * DAY + 1, 8 * DAY, -HOUR);

const arrival = {
  id,
  delay,
  // A clock that was corrected moves an event in time and leaves its id.
  at: fc.option(instant, { freq: 2 }),
  page: fc.constantFrom(...pages),
  client: fc.constantFrom(...clients),
  properties: fc.constantFrom(
    {},
    {},
    { plan: 'pro' },
    { plan: 'Free', seats: 3, tags: ['a'] },
    { plan: '', seats: '' },
  ),
};

const fromBrowser = fc.record({
  ...arrival,
  origin: fc.constant('browser' as const),
  exclusion: fc.constantFrom<EventRecord['exclusion'][]>(
    null,
    null,
    null,
    null,
    null,
    'foreign_host',
    'local_page',
    'user_update',
  ),
  bot,
  type: fc.constantFrom('pageview', 'pageview', 'pageview', 'click', 'purchase', 'lead'),
  sessionId: fc.option(fc.constantFrom('s1', 's2'), { freq: 1 }),
  visitor: fc.option(fc.oneof(sdkVisitor, sdkVisitor, userVisitor, hashVisitor), { freq: 8 }),
  userId: user,
  touch: fc.option(fc.constantFrom(...touches), { freq: 12 }),
  conversion: fc.option(sale, { freq: 1 }),
});

const fromServer = fc.record({
  ...arrival,
  origin: fc.constant('server' as const),
  bot,
  type: fc.constantFrom('purchase', 'purchase', 'lead', 'renewal'),
  sessionId: fc.option(fc.constantFrom('s1', 's2', 'never seen'), { freq: 1 }),
  visitor: fc.option(fc.oneof(userVisitor, hashVisitor), { freq: 2 }),
  userId: user,
  touch: fc.constantFrom(...touches),
  conversion: fc.option(sale, { freq: 4 }),
});

/** What the pixel leaves: evidence of a request without a session or a visitor. */
const fromPixel = fc.record({
  ...arrival,
  at: fc.constant(null),
  origin: fc.constant('pixel' as const),
  exclusion: fc.constant('no_javascript' as const),
  touch: fc.constant(null),
});

/** A bot that runs scripts: it names sessions and orders as anybody does. */
const fromBot = fc.record({
  ...arrival,
  exclusion: fc.constant('no_javascript' as const),
  sessionId: fc.option(fc.constantFrom('s1', 's2')),
  visitor: fc.option(sdkVisitor),
  userId: user,
  touch: fc.constantFrom(...touches),
  conversion: fc.option(sale),
});

/**
 * Mixed traffic of one project that meets: in instants, sessions, visitors, users, orders and currencies.
 * The ids are unique.
 */
export const mixedTraffic = fc
  .uniqueArray(
    fc.oneof(
      { arbitrary: fromBrowser, weight: 12 },
      { arbitrary: fromServer, weight: 4 },
      { arbitrary: fromPixel, weight: 1 },
      { arbitrary: fromBot, weight: 1 },
    ),
    { maxLength: 24, size: 'max', selector: (event) => `${event.id.ms}_${event.id.suffix}` },
  )
  .map((found) =>
    found.map(({ delay, ...event }) => {
      const at = event.at ?? event.id.ms;
      return anEvent({ ...event, at, receivedAt: at + delay });
    }),
  );

/** Hours of four days, of which reports may know what they come to before it is asked. */
const hour = fc.integer({ min: 0, max: 4 * 24 - 1 }).map((hours) => NOON - NOON_HOURS + hours * HOUR);

/** A period of whole hours, of a day of some time zone among them. */
export const hours = fc
  .tuple(hour, fc.oneof(fc.constantFrom(24, 48, 72), fc.integer({ min: 1, max: 96 })))
  .map(([from, length]) => ({ from, to: from + length * HOUR }));

/** Ascending edges of days, of which roll-ups may tell: of each by itself, or of several together. */
export const dayEdges = fc
  .tuple(
    fc.integer({ min: -1, max: 2 }),
    fc.array(fc.constantFrom(1, 1, 1, 2), { minLength: 1, maxLength: 4 }),
  )
  .map(([first, lengths]) => {
    const days = [first];
    for (const length of lengths) days.push((days.at(-1) as number) + length);
    return days.map((day) => NOON - NOON_HOURS + day * DAY);
  });

/**
 * Sessions that have events on several days, some of them the first they were known by. Servers name them later; or
 * before they begin.
 */
export const longSessions = fc
  .uniqueArray(
    fc.record({
      at: hour,
      suffix: fc.constantFrom('a', 'b', 'c', 'd'),
      isServers: fc.oneof(
        { arbitrary: fc.constant(false), weight: 4 },
        { arbitrary: fc.constant(true), weight: 1 },
      ),
      type: fc.constantFrom('pageview', 'pageview', 'click', 'purchase'),
      sessionId: fc.constantFrom('s1', 's2', 's3'),
      visitor: fc.option(sdkVisitor, { freq: 4 }),
      touch: fc.constantFrom(...touches),
      page: fc.constantFrom(...pages),
      bot: fc.oneof({ arbitrary: fc.constant(null), weight: 30 }, { arbitrary: bot, weight: 1 }),
      conversion: fc.option(sale, { freq: 3 }),
    }),
    { minLength: 2, maxLength: 24, size: 'max', selector: ({ at, suffix }) => `${at} ${suffix}` },
  )
  .map((found) => [
    ...found.map(({ at, suffix, isServers, ...event }) =>
      anEvent({ ...event, id: { ms: at, suffix }, at, origin: isServers ? 'server' : 'browser' }),
    ),
    // All four days are at rest.
    anEvent({ at: NOON + 6 * DAY, page: pages[1] ?? null }),
  ]);

/**
 * Days of one visitor whose client names no session, with pauses around half an hour: long chains, which only
 * their age of a day cuts, and which an event that comes late joins.
 */
export const restlessVisitor = fc
  .array(
    fc.record({
      pause: fc.constantFrom(
        0,
        1,
        HALF_AN_HOUR / 3,
        HALF_AN_HOUR - 1,
        HALF_AN_HOUR,
        HALF_AN_HOUR,
        HALF_AN_HOUR + 1,
      ),
      type: fc.constantFrom('pageview', 'click'),
      touch: fc.constantFrom(...touches),
      page: fc.constantFrom(...pages),
      orderId: fc.option(fc.constantFrom('o1', 'o2'), { freq: 1 }),
      userId: fc.oneof(
        { arbitrary: fc.constant(null), weight: 30 },
        { arbitrary: fc.constantFrom('u1', 'u2'), weight: 1 },
      ),
      isServers: fc.oneof(
        { arbitrary: fc.constant(false), weight: 20 },
        { arbitrary: fc.constant(true), weight: 1 },
      ),
      bot: fc.oneof(
        { arbitrary: fc.constant(null), weight: 60 },
        { arbitrary: fc.constant(aBot()), weight: 1 },
      ),
    }),
    { minLength: 40, maxLength: 120, size: 'max' },
  )
  .map((steps) => {
    let at = NOON;
    return steps.map(({ pause, orderId, isServers, ...step }, index) => {
      // Most pauses are short enough, or no session would ever grow old.
      at += index % 9 === 0 ? pause : Math.min(pause, HALF_AN_HOUR);
      const conversion = orderId === null ? null : { orderId, amount: null };
      if (isServers) return anEvent({ ...step, at, origin: 'server', touch: aTouch(), conversion });
      return anEvent({ ...step, at, visitor: { id: 'ann', source: 'sdk' }, conversion });
    });
  });

const vocabulary: Partial<Record<Filter['dimension'], string[]>> = {
  channel: ['Paid Search', 'Direct'],
  source: ['google', '(direct)', 'LETTER'],
  medium: ['cpc', '(none)'],
  page: ['/', '/shoes'],
  entry_page: ['/', '/shoes'],
  exit_page: ['/shoes', '(not set)'],
  hostname: ['shop.example', 'www'],
  country: ['DE', 'fr'],
  city: ['Paris', '(not set)'],
  device: ['mobile', 'desktop'],
  event_type: ['pageview', 'purchase', 'click'],
  seen_page: ['/', '/shoes', '(not set)'],
  did_event: ['click', 'lead', 'purchase'],
  'property:plan': ['pro', 'Free', 'free', '(not set)'],
  'property:seats': ['3', '(not set)'],
  'property:tags': ['a', '(not set)'],
};

/** Filters that some of the traffic fulfils and some does not. */
export const filters = fc.array(
  fc
    .constantFrom(...(Object.entries(vocabulary) as [Filter['dimension'], string[]][]))
    .chain(([dimension, words]) =>
      fc.record<Filter>({
        dimension: fc.constant(dimension),
        operator: fc.constantFrom(
          'is',
          'is_not',
          'contains',
          'contains_not',
          'gt',
          'lt',
          'is_set',
          'not_set',
        ),
        values: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }),
      }),
    )
    .chain(({ values, ...filter }) => {
      if (filter.operator.endsWith('_set')) return fc.constant({ ...filter, values: [] });
      const isOfNumbers = filter.operator === 'gt' || filter.operator === 'lt';
      const bounds = fc.constantFrom('2', '3', '3.5').map((bound) => [bound]);
      return isOfNumbers
        ? bounds.map((bound) => ({ ...filter, values: bound }))
        : fc.constant({ ...filter, values });
    }),
  { minLength: 1, maxLength: 3 },
);

/** Funnels over the types of the traffic. */
export const funnels = fc.record<Funnel>({
  eventTypes: fc.uniqueArray(fc.constantFrom('pageview', 'click', 'lead', 'purchase', 'unheard_of'), {
    minLength: 2,
    maxLength: 4,
  }),
  windowMs: fc.constantFrom(1, HALF_AN_HOUR, HOUR, DAY, 90 * DAY),
  scope: fc.constantFrom('visitor', 'session'),
});

/** Events to be removed, conversions or not, each after a call; those that come later after the last. */
export type Removals = readonly { readonly id: EventRecord['id']; readonly after: number }[];

export function removals(records: readonly EventRecord[]): fc.Arbitrary<Removals> {
  const conversions = records.filter(({ conversion }) => conversion !== null);
  const some = fc.subarray(conversions, { maxLength: Math.min(2, conversions.length) });
  return fc
    .tuple(fc.option(some, { nil: [] }), fc.nat({ max: 5 }))
    .map(([chosen, after]) => chosen.map(({ id }) => ({ id, after })));
}

/** Events on their way: in any order, some of them more than once, in calls of any size. */
export function arrivals(records: readonly EventRecord[]): fc.Arbitrary<EventRecord[][]> {
  const shuffled = fc.shuffledSubarray([...records], { minLength: records.length });
  const repeated = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 });
  const callSizes = fc.array(fc.integer({ min: 1, max: 6 }), {
    minLength: records.length + 4,
    maxLength: records.length + 4,
  });
  return fc.tuple(shuffled, repeated, callSizes).map(([order, repeats, sizes]) => {
    const sent = [...order];
    for (const [which, where] of repeats) {
      const again = order[which % Math.max(order.length, 1)];
      if (again) sent.splice(where % (sent.length + 1), 0, again);
    }
    return sizes.map((size) => sent.splice(0, size)).filter((call) => call.length > 0);
  });
}
