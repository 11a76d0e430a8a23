import { DAY_MS, type EventId, formatEventId, HOUR_MS, MINUTE_MS } from '@cvq/contract';
import type { TrackRequest } from '../track/track-request.ts';
import { createRandom, type Random } from './random.ts';
import {
  ARRIVALS,
  CARTS,
  DEVICES,
  HOURS,
  JOURNEYS,
  LANGUAGES,
  LAST_ORDERS_MINUTES,
  RETURN_TO_PAY,
  VISITS_A_DAY,
} from './visit-plans.ts';

const RETURNING = 0.3;
/** The part of visitors who want to be told of to no ad platform. */
const DENYING = 0.08;

/** Where the collector itself shows the shop, so that history and live visits are of the same pages. */
const SHOP = 'http://localhost/demo/';

type Span = { readonly project: string; readonly days: number; readonly now: number };

/** A day of visits, as the requests that a collector would have received. */
export type DemoDay = {
  readonly requests: TrackRequest[];
  /** How many events they bring, and which of these are conversions. */
  readonly size: number;
  readonly conversions: readonly EventId[];
};

/** Believable visits to the demo shop over the days before now, the same for the same moment. */
export function* demoVisits({ project, days, now }: Span): Generator<DemoDay> {
  const random = createRandom(now);
  const known: string[] = [];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let day = today - (days - 1) * DAY_MS; day <= today && days > 0; day += DAY_MS) {
    const weekend = [0, 6].includes(new Date(day).getUTCDay());
    const count = Math.round(VISITS_A_DAY * (weekend ? 0.7 : 1) * (0.85 + 0.3 * random.next()));
    const visits = Array.from({ length: count }, () => {
      const hour = random.pick(HOURS.map((weight, index) => ({ weight, index }))).index;
      const start = day + hour * HOUR_MS + Math.floor(random.next() * HOUR_MS);
      return makeVisit(random, { project, start, known });
    });
    yield dayOf(visits.filter(({ request }) => request.receivedAt < now));
  }
  if (days === 0) return;
  yield dayOf(
    LAST_ORDERS_MINUTES.map((minutes) => {
      const start = now - minutes * MINUTE_MS;
      return makeVisit(random, { project, start, known, journey: RETURN_TO_PAY });
    }),
  );
}

type DemoVisit = {
  readonly request: TrackRequest;
  readonly size: number;
  readonly conversion: EventId | null;
};

function dayOf(visits: readonly DemoVisit[]): DemoDay {
  return {
    requests: visits.map(({ request }) => request),
    size: visits.reduce((sum, { size }) => sum + size, 0),
    conversions: visits.flatMap(({ conversion }) => conversion ?? []),
  };
}

type Journey = Pick<(typeof JOURNEYS)[number], 'pages' | 'conversion'> | typeof RETURN_TO_PAY;
type Where = {
  readonly project: string;
  readonly start: number;
  readonly known: string[];
  /** Any, where it is left out. */
  readonly journey?: Journey;
};

function makeVisit(random: Random, { project, start, known, journey }: Where): DemoVisit {
  const device = random.pick(DEVICES);
  const { language } = random.pick(LANGUAGES);
  const events = makeEvents(random, start, { language, screen: device.screen, journey });
  const last = events.at(-1);
  const end = last?.at ?? start;
  const batch = {
    key: project,
    sent_at: new Date(end).toISOString(),
    visitor_id: pickVisitor(random, start, known),
    session_id: random.id(start),
    ...(journey === undefined &&
      random.next() < DENYING && { consent: { ad_storage: 'denied', ad_user_data: 'denied' } }),
    events: events.map(({ at: _, key: __, ...event }) => event),
  };
  const request: TrackRequest = {
    kind: 'browser',
    body: new TextEncoder().encode(JSON.stringify(batch)),
    receivedAt: end,
    address: null,
    userAgent: device.userAgent,
    language,
    hints: undefined,
    headers: undefined,
    visit: undefined,
  };
  const isConversion = last !== undefined && 'conversion' in last;
  return { request, size: events.length, conversion: isConversion ? last.key : null };
}

type Setting = {
  readonly language: string;
  readonly screen: string;
  readonly journey: Journey | undefined;
};

function makeEvents(random: Random, start: number, { journey: wanted, ...setting }: Setting) {
  const arrival = random.pick(ARRIVALS);
  const journey = wanted ?? random.pick<(typeof JOURNEYS)[number]>(JOURNEYS);
  const query = arrival.query.replace(/(clid=demo-\w+)$/, `$1-${random.suffix()}`);
  let at = start;
  let referrer: string = arrival.referrer;
  const views = journey.pages.map((page, index) => {
    if (index > 0) at += 4000 + Math.floor(random.next() * 70_000);
    const page_url = `${SHOP}${page}${index === 0 ? query : ''}`;
    const event = makeEvent(random, at, {
      event_type: 'pageview',
      context: { page_url, referrer, ...setting },
    });
    referrer = page_url;
    return event;
  });
  if (journey.conversion === null) return views;
  const conversion = {
    event_type: journey.conversion,
    conversion: true,
    properties: conversionProperties(random, journey.conversion),
    ...(journey.conversion !== 'download' && {
      user_data: { email: `customer-${random.suffix()}@example.com` },
    }),
    context: { page_url: referrer, referrer, ...setting },
  };
  return [...views, makeEvent(random, at + 900, conversion)];
}

function makeEvent<Event extends object>(random: Random, at: number, event: Event) {
  const key = { ms: at, suffix: random.suffix() };
  return { key, id: formatEventId(key), timestamp: new Date(at).toISOString(), at, ...event };
}

function conversionProperties(random: Random, type: 'purchase' | 'signup' | 'download') {
  if (type === 'signup') return { plan: 'newsletter' };
  if (type === 'download')
    return { download_id: 'care-guide', file_name: 'care-guide.pdf', category: 'guides' };
  const { lines } = random.pick<(typeof CARTS)[number]>(CARTS);
  const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0);
  const items = lines.map(({ cents: price, ...line }) => ({ ...line, price: price / 100 }));
  return { order_id: `D-${random.suffix()}`, value: cents / 100, currency: 'EUR', items };
}

function pickVisitor(random: Random, start: number, known: string[]): string {
  const returning = known[Math.floor(random.next() * known.length)];
  if (returning !== undefined && random.next() < RETURNING) return returning;
  const id = random.id(start);
  known.push(id);
  return id;
}
