import { BROWSER_CLAIM_MS, type Dimension, SESSION_IDLE_MS, SESSION_MAX_MS } from '@cvq/contract';
import { creditOf, type Visit } from '@cvq/storage';
import type { ExportedEvent } from '../durability/program.ts';
import type { Told } from './shop-traffic.ts';

/**
 * The reports computed the slow way, from what was sent and from the rules of design.md §4. Only the words that
 * enrichment found (touch, browser, country, the hash of a visitor) are read from the stored event.
 */
export type Known = Told & {
  readonly id: { readonly ms: number; readonly suffix: string };
  readonly receivedAt: number;
  /** Source and id of whoever acted, or null. */
  readonly who: string | null;
  readonly touch: Readonly<Record<string, string>> & { readonly isTouch: boolean };
  readonly client: Readonly<Record<string, string | null>>;
};

export function know(told: Told, stored: ExportedEvent): Known {
  const [, ms, suffix] = /^evt_(\d+)_(.+)$/.exec(stored.event_id) as unknown as [string, string, string];
  const { is_touch, ...words } = stored.touch as Record<string, string> & { is_touch: boolean };
  const { visitor } = told;
  const id = visitor && (visitor.source === 'hash' ? stored.visitor_id : visitor.id);
  return {
    ...told,
    id: { ms: Number(ms), suffix },
    receivedAt: Date.parse(stored.received_at),
    who: visitor && `${visitor.source} ${id}`,
    touch: { ...words, isTouch: is_touch } as Known['touch'],
    client: { ...(stored.client as object), language: stored.context.language as string | null },
  };
}

type Session = {
  readonly events: readonly Known[];
  /** Those of a browser, in their order; a session without one counts for conversions only. */
  readonly seen: readonly Known[];
  readonly first: Known | null;
  readonly who: string | null;
  /** The user of the earliest event that names one. */
  readonly userId: string | null;
};

export type Shop = {
  readonly events: readonly Known[];
  readonly sessions: readonly Session[];
  readonly sessionOf: ReadonlyMap<Known, Session>;
  /** The sessions with a conversion that counts. */
  readonly converted: ReadonlySet<Session>;
  /** Marks of the events that are conversions and no repeat of one. */
  readonly counted: ReadonlySet<string>;
  /** By visitor, every user that it was ever identified as. */
  readonly users: ReadonlyMap<string, ReadonlySet<string>>;
  /** The sessions of each person with their first events, the latest first. */
  readonly visits: ReadonlyMap<string, readonly FoundVisit[]>;
};
type FoundVisit = Visit & { readonly first: Known };

function inOrder(a: Known, b: Known): number {
  return a.at - b.at || a.id.ms - b.id.ms || (a.id.suffix < b.id.suffix ? -1 : 1);
}

export function openShop(all: readonly Known[]): Shop {
  const events = all.filter((event) => !event.isExcluded).toSorted(inOrder);
  const named = Map.groupBy(
    events.filter((event) => event.sessionId !== null),
    (event) => event.sessionId as string,
  );
  const unnamed = Map.groupBy(
    events.filter((event) => event.sessionId === null && event.origin === 'browser' && event.who !== null),
    (event) => event.who as string,
  );
  const naming = Map.groupBy(all.filter(namesUser).toSorted(inOrder), ({ sessionId }) => sessionId);
  const sessions = [
    ...Array.from(named, ([id, own]) => toSession(own, naming.get(id) ?? [])),
    ...[...unnamed.values()].flatMap(cut).map((own) => toSession(own, own.filter(namesUser))),
  ];
  const users = new Map<string, Set<string>>();
  for (const { origin, sessionId, userId, who } of all.filter(namesUser)) {
    const ofServer = () => sessions.find(({ events: [first] }) => first?.sessionId === sessionId)?.who;
    const identified = origin === 'browser' ? who : sessionId && ofServer();
    if (identified) users.set(identified, (users.get(identified) ?? new Set()).add(userId as string));
  }
  const sessionOf = new Map(
    sessions.flatMap((session) => session.events.map((event) => [event, session] as const)),
  );
  const { sales, visitOf } = salesAmong(events, (event) => sessionOf.has(event));
  for (const [sale, visit] of visitOf) sessionOf.set(sale, sessionOf.get(visit) as Session);
  return {
    events,
    sessions,
    sessionOf,
    converted: new Set([...sales].flatMap((sale) => sessionOf.get(sale) ?? [])),
    counted: new Set([...sales].map(({ mark }) => mark)),
    users,
    visits: visitsOf(sessions, users),
  };
}

const namesUser = ({ userId, identifies }: Known) => userId !== null && identifies;

/** The user that is named, else the one that the visitor was identified as, else the visitor. */
function personBehind(who: string | null, userId: string | null, users: Shop['users']): string | null {
  const known = [...(users.get(who ?? '') ?? [])];
  const user = userId ?? (known.length === 1 ? known[0] : undefined);
  return user === undefined ? who : `person ${user}`;
}

function visitsOf(sessions: readonly Session[], users: Shop['users']): Shop['visits'] {
  const visits = sessions.flatMap((session) => {
    const person = personBehind(session.who, session.userId, users);
    const visit = visitOf(session);
    return visit === null || person === null ? [] : [{ ...visit, person }];
  });
  return Map.groupBy(
    visits.toSorted((a, b) => inOrder(b.first, a.first)),
    ({ person }) => person,
  );
}

function visitOf({ first }: Session): FoundVisit | null {
  return first && { first, startedAt: first.at, isTouch: first.touch.isTouch, isBots: false };
}

/** Thirty minutes without an event, or a day, end a session; exactly so much continues it. */
function cut(events: readonly Known[]): Known[][] {
  const sessions: Known[][] = [];
  for (const event of events) {
    const open = sessions.at(-1);
    const continues =
      open !== undefined &&
      event.at - (open.at(-1) as Known).at <= SESSION_IDLE_MS &&
      event.at - (open[0] as Known).at <= SESSION_MAX_MS;
    if (continues) open.push(event);
    else sessions.push([event]);
  }
  return sessions;
}

function toSession(events: readonly Known[], naming: readonly Known[]): Session {
  const seen = events.filter(({ origin }) => origin === 'browser');
  const who = seen.find((event) => event.who !== null)?.who ?? null;
  return { events, seen, first: seen[0] ?? null, who, userId: naming[0]?.userId ?? null };
}

/**
 * Of the events of one type that tell of one order the earliest of a server is the sale, else the earliest of a
 * browser. A server's sale without a session gets that of the earliest browser that tells of the order in one.
 */
function salesAmong(events: readonly Known[], hasSession: (event: Known) => boolean) {
  const sales = new Set<Known>();
  const visitOf = new Map<Known, Known>();
  const reports = events.filter(({ sale }) => sale !== null);
  for (const [order, told] of Map.groupBy(
    reports,
    ({ sale, type }) => sale?.orderId && `${type} ${sale.orderId}`,
  )) {
    if (!order) {
      for (const event of told) sales.add(event);
      continue;
    }
    const browsers = told.filter(({ origin }) => origin === 'browser').toSorted(byClaim);
    const sale = told.find(({ origin }) => origin === 'server') ?? (browsers[0] as Known);
    sales.add(sale);
    const visit = browsers.find(hasSession);
    if (visit && sale.origin === 'server' && sale.sessionId === null) visitOf.set(sale, visit);
  }
  return { sales, visitOf };
}

/** A browser claims an order for the time of its event, from seven days before its receipt up to that. */
function byClaim(one: Known, other: Known): number {
  const claimed = (event: Known) => {
    const { at, receivedAt } = event;
    const isOld = at < receivedAt - BROWSER_CLAIM_MS;
    return { ...event, at: isOld ? receivedAt + 1 : Math.min(at, receivedAt) };
  };
  return inOrder(claimed(one), claimed(other));
}

const whoActed = (shop: Shop, event: Known) =>
  personBehind(shop.sessionOf.get(event)?.who ?? event.who, event.userId, shop.users);
const round = (number: number, digits: number) => Math.round(number * 10 ** digits) / 10 ** digits;
const ratio = (part: number, whole: number, digits: number) =>
  whole === 0 ? null : round(part / whole, digits);
const distinct = (names: readonly (string | null)[]) => new Set(names.filter((name) => name !== null)).size;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function isConverted(shop: Shop, session: Session): boolean {
  return shop.converted.has(session);
}

/** One page view and nothing else, of whatever origin. */
function isBounce({ events }: Session): boolean {
  return events.length === 1 && events[0]?.type === 'pageview' && events[0].origin === 'browser';
}

function revenueOf(sales: readonly Known[], currency: string) {
  const own = sales.filter(({ sale }) => sale?.minor != null && sale.currency === currency);
  const cents = sum(own.map(({ sale }) => sale?.minor ?? 0));
  return { revenue: cents / 100, average: own.length === 0 ? null : Math.round(cents / own.length) / 100 };
}

/** Is an instant of the period that is asked about? */
export type Within = (at: number) => boolean;

export function naiveMeasures(shop: Shop, within: Within) {
  const events = shop.events.filter(({ at }) => within(at));
  const sales = events.filter(({ mark }) => shop.counted.has(mark));
  const sessions = shop.sessions.filter(({ first }) => first !== null && within(first.at));
  const pageviews = sum(sessions.map(({ seen }) => seen.filter(({ type }) => type === 'pageview').length));
  const converted = sessions.filter((session) => isConverted(shop, session)).length;
  const seconds = sum(sessions.map(({ seen }) => (seen.at(-1) as Known).at - (seen[0] as Known).at)) / 1000;
  const money = revenueOf(sales, 'EUR');
  return {
    visitors: distinct(events.map((event) => whoActed(shop, event))),
    sessions: sessions.length,
    pageviews: events.filter(({ type }) => type === 'pageview').length,
    events: events.length,
    conversions: sales.length,
    converted_sessions: converted,
    conversion_rate: ratio(converted, sessions.length, 4),
    revenue: money.revenue,
    average_order_value: money.average,
    bounce_rate: ratio(sessions.filter(isBounce).length, sessions.length, 4),
    average_session_duration_seconds: ratio(seconds, sessions.length, 1),
    pages_per_session: ratio(pageviews, sessions.length, 2),
  };
}

/** Sums in other currencies, which revenue leaves out. */
export function naiveWarnings(shop: Shop, within: Within) {
  const sales = shop.events.filter(({ at, mark }) => within(at) && shop.counted.has(mark));
  const foreign = sales.filter(({ sale }) => sale?.minor != null && sale.currency !== 'EUR');
  return [...Map.groupBy(foreign, ({ sale }) => sale?.currency as string)]
    .map(([currency, own]) => ({
      currency,
      conversions: own.length,
      value: sum(own.map(({ sale }) => sale?.minor ?? 0)) / (currency === 'JPY' ? 1 : 100),
    }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

const ACQUISITION = new Set<Dimension>([
  'channel',
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'referrer',
  'ad_platform',
]);
const OF_EVENTS = new Set<Dimension>(['page', 'hostname', 'event_type']);
const NOT_SET = '(not set)';

/** The value of a dimension for an event: its session's where it has one, its own where not. */
function valueOfEvent(shop: Shop, event: Known, dimension: Dimension): string {
  const session = shop.sessionOf.get(event);
  if (dimension === 'page') return event.path ?? NOT_SET;
  if (dimension === 'hostname') return event.hostname ?? NOT_SET;
  if (dimension === 'event_type') return event.type;
  if (dimension === 'entry_page' || dimension === 'exit_page') {
    return session === undefined ? NOT_SET : valueOfSession(session, dimension);
  }
  return ownValue(session?.first ?? event, dimension);
}

function ownValue(event: Known, dimension: Dimension): string {
  return (ACQUISITION.has(dimension) ? event.touch[dimension] : event.client[dimension]) ?? NOT_SET;
}

function valueOfSession({ seen, first }: Session, dimension: Dimension): string {
  const pageviews = seen.filter(({ type }) => type === 'pageview');
  if (dimension === 'entry_page') return pageviews[0]?.path ?? NOT_SET;
  if (dimension === 'exit_page') return pageviews.at(-1)?.path ?? NOT_SET;
  return first === null ? NOT_SET : ownValue(first, dimension);
}

/** The touch that is credited with a sale, by the rule of the store over what was found the slow way. */
function credited(shop: Shop, sale: Known): Known['touch'] {
  const session = shop.sessionOf.get(sale) ?? null;
  const credit = creditOf<string, FoundVisit>(
    {
      at: sale.at,
      fromServer: sale.origin === 'server',
      isTouch: sale.touch.isTouch,
      person: whoActed(shop, sale),
      session: session && visitOf(session),
    },
    {
      of: (person) => shop.visits.get(person) ?? [],
      isLater: (one, other) => inOrder(one.first, other.first) > 0,
    },
  );
  return (credit === 'event' ? sale : credit.first).touch;
}

export function naiveBreakdown(shop: Shop, within: Within, dimension: Dimension) {
  const events = shop.events.filter(({ at }) => within(at));
  const everyone = distinct(events.map((event) => whoActed(shop, event)));
  const byValue = Map.groupBy(events, (event) => valueOfEvent(shop, event, dimension));
  const started = shop.sessions.filter(({ first }) => first !== null && within(first.at));
  const sessionsByValue = OF_EVENTS.has(dimension)
    ? null
    : Map.groupBy(started, (session) => valueOfSession(session, dimension));
  const sales = Map.groupBy(
    events.filter(({ mark }) => shop.counted.has(mark)),
    (sale) =>
      ACQUISITION.has(dimension)
        ? (credited(shop, sale)[dimension] as string)
        : valueOfEvent(shop, sale, dimension),
  );
  const values = new Set([...byValue.keys(), ...(sessionsByValue?.keys() ?? []), ...sales.keys()]);
  return new Map(
    [...values].map((value) => {
      const own = byValue.get(value) ?? [];
      const sessions = sessionsByValue?.get(value) ?? [];
      const visitors = distinct(own.map((event) => whoActed(shop, event)));
      const isOfSession = sessionsByValue !== null;
      const touched = new Set(
        own
          .map((event) => shop.sessionOf.get(event))
          .filter((session) => session?.first && within(session.first.at)),
      );
      const converted = sessions.filter((session) => isConverted(shop, session)).length;
      const row = {
        value,
        visitors,
        visitors_share: ratio(visitors, everyone, 4),
        sessions: isOfSession ? sessions.length : touched.size,
        pageviews: own.filter(({ type }) => type === 'pageview').length,
        events: own.length,
        conversions: sales.get(value)?.length ?? 0,
        conversion_rate: isOfSession ? ratio(converted, sessions.length, 4) : null,
        revenue: revenueOf(sales.get(value) ?? [], 'EUR').revenue,
        bounce_rate: isOfSession ? ratio(sessions.filter(isBounce).length, sessions.length, 4) : null,
      };
      return [value, row] as const;
    }),
  );
}
