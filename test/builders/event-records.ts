import {
  type Bot,
  type Client,
  type EventRecord,
  type Money,
  NO_FACTS,
  type Page,
  type Touch,
  type Visitor,
} from '@cvq/storage';

export const NOON = Date.UTC(2026, 10, 21, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

let events = 0;
let projects = 0;

/**
 * An event with defaults: a page view in a browser, at noon or when told, with an id of its own. Ids of one moment
 * stand in the order in which they were made: 'n9' would stand behind 'n10'.
 */
export function anEvent(given: Partial<EventRecord> = {}): EventRecord {
  events += 1;
  const at = given.at ?? given.id?.ms ?? NOON;
  return {
    project: 'proj_shop',
    id: { ms: at, suffix: `n${String(events).padStart(7, '0')}` },
    at,
    receivedAt: at,
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
    client: aClient(),
    touch: aTouch(),
    clickIds: null,
    conversion: null,
    properties: {},
    facts: NO_FACTS,
    extras: {},
    sealedUserData: null,
    idempotency: null,
    ...given,
  };
}

/** A bot that reports leave out, unless told otherwise. */
export function aBot(given: Partial<Bot> = {}): Bot {
  return {
    category: 'search_engine',
    name: 'Googlebot',
    score: 100,
    reasons: ['named'],
    isFiltered: true,
    ...given,
  };
}

/** A client of which nothing is known but what is given. */
export function aClient(given: Partial<Client> = {}): Client {
  return {
    userAgent: null,
    language: null,
    screen: null,
    browser: null,
    browserVersion: null,
    os: null,
    osVersion: null,
    device: null,
    country: null,
    region: null,
    city: null,
    ...given,
  };
}

/** How somebody came: directly, so that there is nothing to credit, unless a source is given. */
export function aTouch(given: Partial<Touch> = {}): Touch {
  return {
    isTouch: given.source !== undefined,
    channel: given.source === undefined ? 'Direct' : 'Referral',
    source: '(direct)',
    medium: '(none)',
    campaign: '(not set)',
    term: '(not set)',
    content: '(not set)',
    adPlatform: '(not set)',
    referrer: '(not set)',
    campaignId: null,
    ...given,
  };
}

export const aPage = (path: string, hostname = 'shop.example'): Page => ({
  url: `https://${hostname}${path}`,
  suffix: '',
  hostname,
  path,
});

/** A project that no other test has: tests share a store and see nothing of each other. */
export function aProject(): string {
  projects += 1;
  return `proj_${projects}`;
}

export const visitor = (id: string, source: Visitor['source'] = 'sdk'): Visitor => ({ id, source });

export const conversion = (minor: number, currency = 'EUR', orderId: string | null = null) => ({
  orderId,
  amount: { minor, currency } satisfies Money,
});

type Some<Count extends number> = Count extends 3 ? [EventRecord, EventRecord, EventRecord] : EventRecord[];

/** Events of one project in the order of their ids, two to a millisecond. */
export function someEvents<Count extends number>(project: string, count: Count): Some<Count> {
  return Array.from({ length: count }, (_, index) => {
    const id = { ms: NOON + Math.floor(index / 2), suffix: index % 2 === 0 ? 'A' : 'a' };
    return anEvent({ project, id });
  }) as Some<Count>;
}

/** An event, and one of the same id that differs in all that it can. */
export function duplicateOf(project: string) {
  const event = anEvent({ project, sessionId: 's', visitor: visitor('ann') });
  const altered = anEvent({
    project,
    id: event.id,
    at: event.at + MINUTE,
    type: 'purchase',
    sessionId: 'another',
    visitor: visitor('bob'),
    userId: 'u-bob',
    page: aPage('/other'),
    client: aClient({ browser: 'Other' }),
    touch: aTouch({ source: 'other' }),
    conversion: conversion(100, 'EUR', 'o1'),
  });
  return { event, altered };
}

/** An event that no store can keep: one of its properties is no JSON. */
export const unstorable = (project: string) => anEvent({ project, properties: { big: 1n } });
