import type { Client, EventRecord, Touch, Visitor } from '@cvq/storage';

/** A session by the rules: started and stretched by its browser events alone, converted by any event. */
export type Session = {
  /** All that belongs to it, of any origin. */
  readonly events: readonly EventRecord[];
  /** Its earliest browser event; null while it has none, and then it has not started. */
  readonly first: EventRecord | null;
  readonly durationMs: number;
  readonly visitor: Visitor | null;
  /** The user of the earliest event that names one: of any that says so, counted or not, where the client named the session. */
  readonly user: string | null;
  readonly client: Client | null;
  readonly touch: Touch | null;
  readonly entryPath: string | null;
  readonly exitPath: string | null;
  readonly pageviews: number;
  readonly bounced: boolean;
  /** The worst of the classifications of its browser events: a server's event is judged alone. */
  readonly botness: Botness;
};

/** 0 a person, 1 a bot that the site wants counted, 2 a bot that reports leave out. */
export type Botness = 0 | 1 | 2;

export function botnessOf({ bot }: EventRecord): Botness {
  if (bot === null) return 0;
  return bot.isFiltered ? 2 : 1;
}

const HALF_AN_HOUR = 1_800_000;
const A_DAY = 86_400_000;

/**
 * The sessions of one project's events. An excluded event belongs to none. A client's word for a session is
 * trusted; where a browser names none, the session is found by visitor and time. A backend's event belongs only
 * to a session that it names.
 */
export function sessionsOf(records: readonly EventRecord[]): Session[] {
  const events = records.filter((event) => event.exclusion === null);
  const named = Map.groupBy(
    events.filter((event) => event.sessionId !== null),
    (event) => event.sessionId,
  );
  const unnamed = Map.groupBy(
    events.filter(
      (event) => event.sessionId === null && event.origin === 'browser' && event.visitor !== null,
    ),
    (event) => nameOfVisitor(event.visitor as Visitor),
  );
  const naming = Map.groupBy(records.filter(namesUser), (event) => event.sessionId);
  return [
    ...Array.from(named, ([id, own]) => sessionOf(own, naming.get(id))),
    ...[...unnamed.values()].flatMap(visitsOf).map((own) => sessionOf(own)),
  ];
}

/** Half an hour without an event or an age of a day ends a visit; exactly as long continues it. */
function visitsOf(ofOneVisitor: readonly EventRecord[]): EventRecord[][] {
  const visits: EventRecord[][] = [];
  for (const event of ofOneVisitor.toSorted(byTime)) {
    const visit = visits.at(-1) ?? [];
    const idleSince = visit.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    const begunAt = visit[0]?.at ?? Number.NEGATIVE_INFINITY;
    if (event.at - idleSince > HALF_AN_HOUR || event.at - begunAt > A_DAY) visits.push([event]);
    else visit.push(event);
  }
  return visits;
}

function sessionOf(events: readonly EventRecord[], naming = events.filter(namesUser)): Session {
  const seen = events.filter((event) => event.origin === 'browser').toSorted(byTime);
  const pageviews = seen.filter((event) => event.type === 'pageview');
  const first = seen[0] ?? null;
  return {
    events,
    first,
    durationMs: first === null ? 0 : (seen.at(-1) as EventRecord).at - first.at,
    visitor: seen.find((event) => event.visitor !== null)?.visitor ?? null,
    user: naming.toSorted(byTime)[0]?.userId ?? null,
    client: first?.client ?? null,
    touch: first?.touch ?? null,
    entryPath: pageviews[0]?.page?.path ?? null,
    exitPath: pageviews.at(-1)?.page?.path ?? null,
    pageviews: pageviews.length,
    bounced: pageviews.length === 1 && events.length === 1,
    botness: Math.max(0, ...seen.map(botnessOf)) as Botness,
  };
}

export const nameOfVisitor = ({ source, id }: Visitor): string => JSON.stringify([source, id]);

/** By when they happened; events of one instant by their ids. */
export function byTime(a: EventRecord, b: EventRecord): number {
  return a.at - b.at || a.id.ms - b.id.ms || (a.id.suffix < b.id.suffix ? -1 : 1);
}

/** Whether an event tells, to be believed, which user acts. */
export function namesUser({ origin, exclusion, userId }: EventRecord): boolean {
  return userId !== null && origin !== 'pixel' && exclusion !== 'foreign_host' && exclusion !== 'local_page';
}
