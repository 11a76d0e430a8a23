import type { EventRecord } from '@cvq/storage';
import type { Dictionaries } from './dictionaries.ts';

type Row = Record<string, number>;
type Words = Readonly<Record<string, string | null | undefined>>;

export type Numbering = {
  readonly dictionaries: Dictionaries;
  readonly dayOf: (at: number) => number;
  /** The number of the visit. */
  readonly session: number;
};

/** The rows of a visit. */
export type VisitRows = {
  /** With what is known of their session. */
  readonly events: readonly Row[];
  /** Null for a bot's and for what no browser began. */
  readonly session: Row | null;
  readonly identifies: readonly { readonly visitor: number; readonly user: number }[];
};

/** The events of one visit as the engines get them. All that name a session name the same one. */
export function rowsOfVisit(visit: readonly EventRecord[], numbering: Numbering): VisitRows {
  const { dictionaries, dayOf, session } = numbering;
  const browsers = visit.filter(({ origin }) => origin === 'browser');
  const first = browsers[0];
  if (first === undefined)
    return { events: visit.map((event) => ownRow(event, numbering)), session: null, identifies: [] };
  const inSession = visit.filter(({ sessionId }) => sessionId !== null);
  const views = browsers.filter(({ type }) => type === 'pageview');
  const pages = { entry_page: views[0]?.page?.path, exit_page: views.at(-1)?.page?.path };
  const ofSession = { ...visitWords(first, dictionaries), ...numbersOf(pages, dictionaries) };
  const visitor = visitorNumber(first, dictionaries);
  const events = visit.map((event) => {
    const own = ownRow(event, numbering);
    if (event.sessionId === null) return own;
    return { ...own, ...ofSession, session, began: first.at, visitor };
  });
  const identifies = inSession
    .filter(({ userId }) => userId !== null)
    .map(({ userId }) => ({ visitor, user: dictionaries.number('user', userId) }));
  if (visit.some((event) => !counts(event))) return { events, session: null, identifies };
  const sums = {
    began: first.at,
    day: dayOf(first.at),
    duration: (browsers.at(-1) as EventRecord).at - first.at,
    pageviews: views.length,
    events: inSession.length,
    conversions: inSession.filter(({ conversion }) => conversion !== null).length,
  };
  return { events, session: { ...ofSession, ...sums }, identifies };
}

/** What an event says by itself, as if it had no session. */
function ownRow(event: EventRecord, { dictionaries, dayOf }: Numbering): Row {
  const { at, page, type, properties, conversion, userId } = event;
  const words = {
    page: page?.path,
    hostname: page?.hostname,
    event_type: type,
    currency: conversion?.amount?.currency,
    plan: properties.plan as string | undefined,
    user: userId,
  };
  return {
    ...visitWords(event, dictionaries),
    ...numbersOf(words, dictionaries),
    ...{ entry_page: 0, exit_page: 0, session: 0, began: 0 },
    at,
    day: dayOf(at),
    visitor: visitorNumber(event, dictionaries),
    counts: counts(event) ? 1 : 0,
    conversion: conversion === null ? 0 : 1,
    minor: conversion?.amount?.minor ?? 0,
  };
}

const counts = ({ bot, exclusion }: EventRecord) => bot === null && exclusion === null;

function visitorNumber({ visitor }: EventRecord, dictionaries: Dictionaries): number {
  return visitor === null ? 0 : dictionaries.number('visitor', `${visitor.source} ${visitor.id}`);
}

/** With what and how somebody came: of a session, what its first event says. */
function visitWords({ client, touch }: EventRecord, dictionaries: Dictionaries): Row {
  const { country, region, city, language, device, browser, os } = client;
  const { channel, source, medium, campaign, term, content, referrer, adPlatform } = touch ?? {};
  const ofClient = { country, region, city, language, device, browser, os };
  const ofTouch = { channel, source, medium, campaign, term, content, referrer, ad_platform: adPlatform };
  return numbersOf({ ...ofClient, ...ofTouch }, dictionaries);
}

function numbersOf(words: Words, dictionaries: Dictionaries): Row {
  const row: Row = {};
  for (const column in words) row[column] = dictionaries.number(column, words[column]);
  return row;
}
