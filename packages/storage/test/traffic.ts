import type { Client, EventRecord, Touch, Visitor } from '@cvq/storage';
import fc from 'fast-check';
import { aBot, aClient, anEvent, aPage, aTouch, DAY, HOUR, NOON } from './event-records.ts';

const HALF_AN_HOUR = HOUR / 2;

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
const touches: Touch[] = [
  direct,
  direct,
  aTouch({ source: 'google', medium: 'cpc', channel: 'Paid Search', campaign: 'sale', adPlatform: 'google' }),
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
const user = fc.option(fc.constantFrom('u1', 'u2'), { freq: 2 });

const bot = fc.oneof(
  { arbitrary: fc.constant(null), weight: 12 },
  { arbitrary: fc.constantFrom(aBot(), aBot({ isFiltered: false })), weight: 1 },
);

const arrival = {
  id,
  // A clock that was corrected moves an event in time and leaves its id.
  at: fc.option(instant, { freq: 2 }),
  page: fc.constantFrom(...pages),
  client: fc.constantFrom(...clients),
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
  .map((found) => found.map((event) => anEvent({ ...event, at: event.at ?? event.id.ms })));

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
      bot: fc.oneof(
        { arbitrary: fc.constant(null), weight: 60 },
        { arbitrary: fc.constant(aBot()), weight: 1 },
      ),
    }),
    { minLength: 40, maxLength: 120, size: 'max' },
  )
  .map((steps) => {
    let at = NOON;
    return steps.map(({ pause, orderId, ...step }, index) => {
      // Most pauses are short enough, or no session would ever grow old.
      at += index % 9 === 0 ? pause : Math.min(pause, HALF_AN_HOUR);
      const conversion = orderId === null ? null : { orderId, amount: null };
      return anEvent({ ...step, at, visitor: { id: 'ann', source: 'sdk' }, conversion });
    });
  });

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
