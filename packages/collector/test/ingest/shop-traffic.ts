import type { Random } from '../../../../test/builders/seeded-random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What the test knows of an event because it made it; what enrichment adds is not here. */
export type Told = {
  /** Marks the event in what is stored. */
  readonly mark: string;
  readonly origin: 'browser' | 'server';
  readonly at: number;
  readonly type: string;
  readonly sessionId: string | null;
  /** Who acted, by the best evidence that was sent; the id of a hash is for the collector to make. */
  readonly visitor:
    | { readonly source: 'sdk' | 'user'; readonly id: string }
    | { readonly source: 'hash' }
    | null;
  readonly userId: string | null;
  readonly path: string | null;
  readonly hostname: string | null;
  readonly sale: {
    readonly orderId: string | null;
    readonly minor: number | null;
    readonly currency: string;
  } | null;
  /** Kept, and in no report. */
  readonly isExcluded: boolean;
  /** Says that whoever acted is the user that it names. */
  readonly identifies: boolean;
};

type ShopRequest = {
  readonly path: '/v1/track' | '/v1/track/batch' | '/v1/events';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export type ShopTraffic = { readonly told: readonly Told[]; readonly requests: readonly ShopRequest[] };

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];
/** Networks of several countries, as the registries have given them away. */
const NETWORKS = ['81.2.69', '89.160.20', '216.160.83', '175.16.199', '202.196.224', '203.0.113'];
const LANGUAGES = ['de-DE', 'en-US', 'fr-FR', null];
const ARRIVALS = [
  { query: '', referrer: null },
  { query: '', referrer: null },
  { query: '', referrer: 'https://www.google.com/' },
  { query: '?utm_source=news&utm_medium=email&utm_campaign=spring', referrer: null },
  {
    query: '?utm_source=google&utm_medium=cpc&utm_campaign=brand&utm_term=teapot&utm_content=a',
    referrer: null,
  },
  { query: '?gclid=Cj0KCQ', referrer: 'https://www.google.com/' },
  { query: '?fbclid=IwAR0', referrer: 'https://l.facebook.com/' },
  { query: '', referrer: 'https://blog.example/teapots' },
  { query: '', referrer: 'https://www.paypal.com/checkout' },
] as const;
const PAGES = ['/', '/teapots', '/teapots/dawn', '/cart', '/thank-you', '/lesezeichen?x=1'];
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'USD', 'JPY'];

type Person = {
  readonly number: number;
  readonly userAgent: string;
  readonly address: string;
  readonly language: string | null;
  readonly userId: string | null;
  /** Which ids the person's browser sends. */
  readonly ids: 'both' | 'visitor' | 'session' | 'user' | 'none';
};

/** Who a browser says that acts: the same in a whole visit. */
type Identity = Pick<Told, 'sessionId' | 'userId'> & { readonly visitor: NonNullable<Told['visitor']> };

/** The SDK's id where there is one, else the user's, else what the collector makes of the request. */
function visitorOf(of: { number: number; userId: string | null; isNamed: boolean }): Identity['visitor'] {
  if (of.isNamed) return { source: 'sdk', id: `visitor-${of.number}` };
  return of.userId === null ? { source: 'hash' } : { source: 'user', id: of.userId };
}

/** A conversion by its name alone. */
const NO_AMOUNT = { orderId: null, minor: null, currency: 'EUR' } as const;

type Options = {
  readonly count: number;
  readonly end: number;
  readonly days: number;
  readonly project: string;
  readonly serverKeys: readonly string[];
  readonly host: string;
  readonly foreignHost: string;
};

/** A month of a shop, as its visitors' browsers and its own servers tell of it. */
export function shopTraffic(random: Random, options: Options): ShopTraffic {
  const { count, end, days, project, serverKeys, host, foreignHost } = options;
  const told: Told[] = [];
  const requests: ShopRequest[] = [];
  let orders = 0;

  const maybe = <Thing>(probability: number, thing: Thing) => (random.chance(probability) ? thing : null);
  const newMark = () => `e${told.length + 1}`;
  const iso = (ms: number) => new Date(ms).toISOString();

  function amount(): { sale: NonNullable<Told['sale']>; properties: Record<string, unknown> } {
    const currency = random.pick(CURRENCIES);
    const minor = random.whole(100, 50_000);
    const value = currency === 'JPY' ? minor : minor / 100;
    const orderId = random.chance(0.9) ? `order-${orders}` : null;
    orders += random.chance(0.6) ? 1 : 0;
    return {
      sale: { orderId, minor, currency },
      properties: { value, currency, ...(orderId && { order_id: orderId }) },
    };
  }

  /** A visit of a few pages: one or more batches of one browser. */
  function visit(person: Person, from: number): void {
    const identity = identityOf(person, from);
    /** How far the browser's clock is off, by more than the network could explain. */
    const clockError = random.chance(0.1) ? random.pick([-5, 7, 90]) * MINUTE_MS : 0;
    const arrival = random.pick(ARRIVALS);
    const steps = random.whole(1, 7);
    let at = from;
    let batch: unknown[] = [];
    for (let step = 0; step < steps; step += 1) {
      const came = step === 0 ? arrival : ARRIVALS[0];
      batch.push(stepOf({ identity, at, clockError, came, language: person.language }));
      if (batch.length === 4 || step === steps - 1 || random.chance(0.4)) {
        requests.push(browserRequest(person, { identity, clockError, batch }));
        batch = [];
      }
      at += pause();
    }
    if (random.chance(0.3)) tellFromServer(person, { at, sessionId: identity.sessionId });
  }

  function identityOf(person: Person, from: number): Identity {
    const { ids, number } = person;
    const hasSession = ids === 'both' || ids === 'session';
    const own = `session-${number}-${from}`;
    const shared = `session-${random.whole(1, 20)}`;
    const userId = ids === 'user' || random.chance(0.3) ? person.userId : null;
    return {
      sessionId: hasSession ? (random.chance(0.03) ? shared : own) : null,
      visitor: visitorOf({ number, userId, isNamed: ids === 'both' || ids === 'visitor' }),
      userId,
    };
  }

  function browserRequest(
    person: Person,
    { identity, clockError, batch }: { identity: Identity; clockError: number; batch: readonly unknown[] },
  ): ShopRequest {
    const { visitor, sessionId, userId } = identity;
    return {
      path: '/v1/events',
      headers: {
        'Content-Type': 'text/plain',
        'User-Agent': person.userAgent,
        'X-Forwarded-For': person.address,
      },
      body: {
        key: project,
        ...(clockError !== 0 && { sent_at: iso(end - clockError) }),
        ...(visitor.source === 'sdk' && { visitor_id: visitor.id }),
        ...(sessionId && { session_id: sessionId }),
        ...(userId && { user_id: userId }),
        events: batch,
      },
    };
  }

  type Step = {
    readonly identity: Identity;
    readonly at: number;
    readonly clockError: number;
    readonly came: (typeof ARRIVALS)[number];
    readonly language: string | null;
  };

  function stepOf({ identity, at, clockError, came, language }: Step): unknown {
    const mark = newMark();
    const { type, sale, declared, properties } = whatHappens();
    const page = random.chance(0.95) ? random.pick(PAGES) : null;
    const hostname = random.chance(0.02) ? foreignHost : host;
    const url = page === null ? null : new URL(`https://${hostname}${page}${came.query}`);
    const isForeign = url !== null && hostname === foreignHost;
    told.push({
      ...identity,
      mark,
      origin: 'browser',
      at,
      type,
      path: url?.pathname ?? null,
      hostname: url && hostname,
      sale,
      isExcluded: type === 'identify' || isForeign,
      identifies: identity.userId !== null && !isForeign,
    });
    return {
      id: `evt_${at - clockError}_${mark}`,
      event_type: type,
      timestamp: iso(at - clockError),
      ...(declared && { conversion: true }),
      properties: { ...properties, mark },
      context: {
        ...(url && { page_url: String(url) }),
        ...(came.referrer && { referrer: came.referrer }),
        ...(language && { language }),
      },
    };
  }

  function whatHappens() {
    if (random.chance(0.03)) return { type: 'identify', sale: null, declared: false, properties: {} };
    if (random.chance(0.12)) {
      const declared = random.chance(0.3);
      return { type: declared ? 'booking' : 'purchase', declared, ...amount() };
    }
    const type = random.pick(['pageview', 'pageview', 'pageview', 'search', 'lead']);
    return { type, sale: type === 'lead' ? NO_AMOUNT : null, declared: false, properties: {} };
  }

  /** Within a session, at its very limit, or long past it. Times of a second, so that some events meet. */
  function pause(): number {
    if (random.chance(0.05)) return 30 * MINUTE_MS;
    if (random.chance(0.05)) return 30 * MINUTE_MS + 1;
    if (random.chance(0.05)) return random.whole(1, 30) * HOUR_MS;
    return random.whole(0, 600) * 1000;
  }

  /** What the shop's own servers tell of a visit: alone or in a batch, at once or days later. */
  function tellFromServer(person: Person, visited: { at: number; sessionId: string | null }): void {
    const events = Array.from({ length: random.whole(1, 3) }, () => serverEvent(person, visited));
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${random.pick(serverKeys)}`,
    };
    // An event without an id of its own is told apart from its repeat by the key of its request.
    const idempotent = (name: string) => ({ ...headers, 'Idempotency-Key': `request-${name}` });
    if (random.chance(0.5)) {
      const name = events.map(({ properties }) => properties.mark).join('.');
      requests.push({ path: '/v1/track/batch', headers: idempotent(name), body: { events } });
      return;
    }
    for (const event of events) {
      const own = event.event_id === undefined ? idempotent(event.properties.mark) : headers;
      requests.push({ path: '/v1/track', headers: own, body: event });
    }
  }

  function serverEvent(person: Person, visited: { at: number; sessionId: string | null }) {
    const mark = newMark();
    const late = (maybe(0.2, random.whole(1, 5)) ?? 0) * DAY_MS + random.whole(1, 3600) * 1000;
    const at = Math.min(visited.at + late, end);
    const { type, sale, properties } = random.chance(0.8)
      ? { type: random.pick(['purchase', 'refund']), ...amount() }
      : { type: random.pick(['pageview', 'renewal', 'signup']), sale: null, properties: {} };
    const [sessionId, userId, address, page] = [
      maybe(0.5, visited.sessionId),
      maybe(0.6, person.userId),
      maybe(0.5, { ip: person.address, user_agent: person.userAgent }),
      maybe(0.3, '/api/checkout'),
    ];
    const known = userId === null ? null : ({ source: 'user', id: userId } as const);
    told.push({
      mark,
      origin: 'server',
      at,
      type,
      sessionId,
      visitor: known ?? (address && { source: 'hash' }),
      userId,
      path: page,
      hostname: page && host,
      sale: type === 'signup' ? NO_AMOUNT : sale,
      isExcluded: false,
      identifies: userId !== null,
    });
    return {
      event_type: type,
      timestamp: iso(at),
      ...(random.chance(0.5) && { event_id: `evt_${at}_${mark}` }),
      ...(sessionId && { session_id: sessionId }),
      ...(userId && { user_id: userId }),
      properties: { ...properties, mark },
      context: {
        ...address,
        ...(page && { page_url: `https://${host}${page}` }),
        ...(random.chance(0.15) && { gclid: 'Cj0Server' }),
      },
    };
  }

  for (let number = 1; told.length < count; number += 1) {
    const person: Person = {
      number,
      userAgent: random.pick(BROWSERS),
      address: `${random.pick(NETWORKS)}.${random.whole(1, 254)}`,
      language: random.pick(LANGUAGES),
      userId: random.chance(0.4) ? `user-${number}` : null,
      ids: random.pick(['both', 'both', 'both', 'visitor', 'session', 'user', 'none']),
    };
    for (let visits = random.whole(1, 5); visits > 0 && told.length < count; visits -= 1) {
      visit(person, end - 2 * DAY_MS - random.whole(0, (days - 3) * 86_400) * 1000);
    }
  }
  return { told, requests };
}
