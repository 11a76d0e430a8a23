import type { EventId } from '@cvq/contract';
import { MINUTE_MS } from '@cvq/contract';
import type { TrackRequest } from '../track/track-request.ts';
import { COUNTRIES } from './countries.ts';
import { type DemoEvent, demoEvent, SHOP } from './demo-event.ts';
import { demoRequest } from './demo-request.ts';
import type { Random } from './random.ts';
import { BUYING, CARTS, DEVICES, JOURNEYS, type Journey, type OwnEvent, SEARCHES } from './visit-plans.ts';

/** The part of visits of people who were there before, and how many of the last visitors these are among. */
const RETURNING = 0.3;
const REMEMBERED = 2500;
/** What visitors say to the question whether ad platforms may be told of them, with how often (weights); null: nothing. */
const ANSWERS = [
  { weight: 80, consent: { ad_storage: 'granted', ad_user_data: 'granted' } },
  { weight: 12, consent: { ad_storage: 'denied', ad_user_data: 'denied' } },
  { weight: 8, consent: null },
] as const;
/** The part of buyers who open the page of thanks again, which reports their order once more. */
const REPEATING = 0.07;

/** Somebody who comes again with the same browser from the same place. */
export type ShopVisitor = {
  readonly id: string;
  readonly device: (typeof DEVICES)[number];
  readonly place: (typeof COUNTRIES)[number];
};

/** A visit as a request that a collector would have received. */
export type DemoVisit = {
  readonly request: TrackRequest;
  /** How many events it brings. */
  readonly size: number;
  /** Which of them is a conversion, if one is. */
  readonly conversion: EventId | null;
};

type Arrival = { readonly keen: number; readonly referrer: string; readonly query: string };

type Visiting = {
  readonly project: string;
  readonly start: number;
  /** Who was there before: who is new joins them. */
  readonly known: ShopVisitor[];
  readonly arrival: Arrival;
  /** Any, where it is left out. */
  readonly journey?: Journey;
};

/** The visit of a person, from the first page to the last event. */
export function makeVisit(random: Random, { project, start, known, arrival, journey }: Visiting): DemoVisit {
  const { id, device, place } = visitorOf(random, start, known);
  const { language, address } = place;
  const taken = journey ?? (random.next() < arrival.keen ? random.pick(BUYING) : random.pick(JOURNEYS));
  const setting = { language, screen: device.screen };
  const { events, conversion } = makeEvents(random, { start, arrival, journey: taken, setting });
  const end = events.at(-1)?.at ?? start;
  // Who comes to do something certain has said yes.
  const { consent } = journey === undefined ? random.pick<(typeof ANSWERS)[number]>(ANSWERS) : ANSWERS[0];
  const batch = {
    key: project,
    sent_at: new Date(end).toISOString(),
    visitor_id: id,
    session_id: random.id(start),
    ...(consent && { consent }),
    events: events.map(({ json }) => json),
  };
  const { userAgent } = device;
  const request = demoRequest({ batch, receivedAt: end, address, userAgent, language });
  return { request, size: events.length, conversion };
}

function visitorOf(random: Random, start: number, known: ShopVisitor[]): ShopVisitor {
  const among = Math.min(known.length, REMEMBERED);
  const returning = known[known.length - among + Math.floor(random.next() * among)];
  if (returning !== undefined && random.next() < RETURNING) return returning;
  const visitor = { id: random.id(start), device: random.pick(DEVICES), place: random.pick(COUNTRIES) };
  known.push(visitor);
  return visitor;
}

type Plan = {
  readonly start: number;
  readonly arrival: Arrival;
  readonly journey: Journey;
  readonly setting: { readonly language: string; readonly screen: string };
};

function makeEvents(random: Random, { start, arrival, journey, setting }: Plan) {
  // No click has the id of another.
  const query = arrival.query.replace(/(clid=demo-\w+)$/, `$1-${random.suffix()}`);
  const events: DemoEvent[] = [];
  let at = start;
  let referrer = arrival.referrer;
  for (const [index, page] of journey.pages.entries()) {
    if (index > 0) at += 4000 + Math.floor(random.next() * 70_000);
    const context = { page_url: `${SHOP}${page}${index === 0 ? query : ''}`, referrer, ...setting };
    events.push(demoEvent(random, at, { event_type: 'pageview', context }));
    for (const own of journey.own.filter(({ on }) => on === index)) {
      at += 2500;
      events.push(demoEvent(random, at, { ...ownEvent(random, own), context }));
    }
    referrer = context.page_url;
  }
  if (journey.conversion === null) return { events, conversion: null };
  const context = { page_url: referrer, referrer, ...setting };
  const converted = { event_type: journey.conversion, conversion: true, context };
  const said = { ...converted, ...conversionFields(random, journey.conversion) };
  const conversion = demoEvent(random, at + 900, said);
  events.push(conversion);
  if (journey.conversion === 'purchase' && random.next() < REPEATING) {
    at += Math.floor((1 + 9 * random.next()) * MINUTE_MS);
    events.push(
      demoEvent(random, at, { event_type: 'pageview', context }),
      demoEvent(random, at + 900, said),
    );
  }
  return { events, conversion: conversion.key };
}

function ownEvent(random: Random, { type }: OwnEvent) {
  if (type === 'add_to_cart')
    return {
      event_type: type,
      properties: { quantity: random.next() < 0.8 ? 1 : 2, from: random.next() < 0.7 ? 'page' : 'picture' },
    };
  const { query, results } = random.pick(SEARCHES);
  return { event_type: type, properties: { query, results } };
}

function conversionFields(random: Random, type: NonNullable<Journey['conversion']>) {
  const user_data = { email: `customer-${random.suffix()}@example.com` };
  if (type === 'signup') return { properties: { plan: 'newsletter' }, user_data };
  if (type === 'download')
    return {
      properties: { download_id: 'care-guide', file_name: 'care-guide.pdf', category: 'guides' },
    };
  const { lines } = random.pick<(typeof CARTS)[number]>(CARTS);
  const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0);
  const items = lines.map(({ cents: price, ...line }) => ({ ...line, price: price / 100 }));
  return {
    properties: { order_id: `D-${random.suffix()}`, value: cents / 100, currency: 'EUR', items },
    user_data,
  };
}
