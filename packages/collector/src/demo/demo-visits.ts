import { DAY_MS, formatEventId, HOUR_MS } from '@cvq/contract';
import type { TrackRequest } from '../track/track-request.ts';
import { createRandom, type Random } from './random.ts';
import { ARRIVALS, CARTS, DEVICES, HOURS, JOURNEYS, LANGUAGES, VISITS_A_DAY } from './visit-plans.ts';

const RETURNING = 0.3;

/** Where the collector itself shows the shop, so that history and live visits are of the same pages. */
const SHOP = 'http://localhost/demo/';

type Span = { readonly project: string; readonly days: number; readonly now: number };

/** A day of visits, as the requests that a collector would have received. */
export type DemoDay = { readonly requests: TrackRequest[]; readonly size: number };

/** Believable visits to the demo shop over the days before now, the same for the same moment. */
export function* demoVisits({ project, days, now }: Span): Generator<DemoDay> {
  const random = createRandom(now);
  const known: string[] = [];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let day = today - (days - 1) * DAY_MS; day <= today && days > 0; day += DAY_MS) {
    const weekend = [0, 6].includes(new Date(day).getUTCDay());
    const count = Math.round(VISITS_A_DAY * (weekend ? 0.7 : 1) * (0.85 + 0.3 * random.next()));
    const visits = Array.from({ length: count }, () => makeVisit(random, { project, day, known }));
    const past = visits.filter(({ request }) => request.receivedAt < now);
    yield {
      requests: past.map(({ request }) => request),
      size: past.reduce((sum, { size }) => sum + size, 0),
    };
  }
}

type Where = { readonly project: string; readonly day: number; readonly known: string[] };

function makeVisit(random: Random, { project, day, known }: Where): { request: TrackRequest; size: number } {
  const hour = random.pick(HOURS.map((weight, index) => ({ weight, index }))).index;
  const start = day + hour * HOUR_MS + Math.floor(random.next() * HOUR_MS);
  const device = random.pick(DEVICES);
  const { language } = random.pick(LANGUAGES);
  const events = makeEvents(random, start, { language, screen: device.screen });
  const end = events.at(-1)?.at ?? start;
  const batch = {
    key: project,
    sent_at: new Date(end).toISOString(),
    visitor_id: pickVisitor(random, start, known),
    session_id: random.id(start),
    events: events.map(({ at: _, ...event }) => event),
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
  return { request, size: events.length };
}

type Setting = { readonly language: string; readonly screen: string };

function makeEvents(random: Random, start: number, setting: Setting) {
  const arrival = random.pick(ARRIVALS);
  const journey = random.pick(JOURNEYS);
  let at = start;
  let referrer: string = arrival.referrer;
  const views = journey.pages.map((page, index) => {
    if (index > 0) at += 4000 + Math.floor(random.next() * 70_000);
    const page_url = `${SHOP}${page}${index === 0 ? arrival.query : ''}`;
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
    context: { page_url: referrer, referrer, ...setting },
  };
  return [...views, makeEvent(random, at + 900, conversion)];
}

function makeEvent<Event extends object>(random: Random, at: number, event: Event) {
  const id = formatEventId({ ms: at, suffix: random.suffix() });
  return { id, timestamp: new Date(at).toISOString(), at, ...event };
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
