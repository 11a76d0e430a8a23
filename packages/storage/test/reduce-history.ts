import {
  type CurrencyTotal,
  type EventRecord,
  isPartOfSession,
  type Period,
  type Question,
} from '@cvq/storage';
import { type RemovedConversion, salesAmong } from './reduce-orders.ts';
import { type UsersOfVisitors, usersOfVisitors, whoCounts } from './reduce-persons.ts';
import { type Botness, botnessOf, type Session, sessionsOf } from './reduce-sessions.ts';

/** An event with what follows from all others. */
export type Deed = {
  readonly event: EventRecord;
  readonly session: Session | null;
  readonly botness: Botness;
  /** True for a sale that counts: not for a repeat of its order, and never for a bot's. */
  readonly converts: boolean;
  /** Taken out by its owner: in no report, whoever asks. */
  readonly removed: boolean;
};

/** All that happened in one project, in the light of the rules. */
export type History = {
  readonly deeds: readonly Deed[];
  /** The sessions that have started. */
  readonly sessions: readonly Session[];
  readonly users: UsersOfVisitors;
};

export function historyOf(
  project: string,
  records: readonly EventRecord[],
  removed: readonly RemovedConversion[] = [],
): History {
  const events = firstOfEachId(records.filter((event) => event.project === project));
  const sessions = sessionsOf(events);
  const sessionOf = new Map(sessions.flatMap((session) => session.events.map((event) => [event, session])));
  const isOfBots = (event: EventRecord) => (sessionOf.get(event)?.botness ?? 0) > 0;
  const orders = salesAmong(events, removed, isOfBots);
  return {
    deeds: events.map((event) => {
      const visit = orders.visitOf.get(event) ?? event;
      const found = sessionOf.get(visit) ?? null;
      const isOfSession = found !== null && isPartOfSession(event.origin === 'server', found.botness > 0);
      const session = isOfSession ? found : null;
      const botness = Math.max(botnessOf(event), session?.botness ?? 0) as Botness;
      const isRemoved = orders.removed.has(event);
      const converts = orders.sales.has(event) && botness === 0 && !isRemoved;
      return { event, session, botness, converts, removed: isRemoved };
    }),
    sessions: sessions.filter((session) => session.first !== null),
    users: usersOfVisitors(events, (id) => sessions.find((session) => session.events[0]?.sessionId === id)),
  };
}

/** An id counts once in a project: what came first is the event. */
function firstOfEachId(records: readonly EventRecord[]): EventRecord[] {
  const seen = new Set<string>();
  return records.filter(({ id }) => {
    const name = JSON.stringify([id.ms, id.suffix]);
    return !seen.has(name) && seen.add(name);
  });
}

/** The deeds that a question counts in a period: bots on request, a foreign host or an update of user data never. */
export function deedsIn(history: History, period: Period, { bots }: Pick<Question, 'bots'>): Deed[] {
  return history.deeds.filter(({ event: { at, exclusion }, botness, removed }) => {
    if (removed) return false;
    const isPerson = exclusion === null && botness < 2;
    const isBot = exclusion === null || exclusion === 'no_javascript';
    return (isPerson || (bots === 'included' && isBot)) && contains(period, at);
  });
}

/** A session belongs to the period of its first event. */
export function sessionsIn(history: History, period: Period, { bots }: Pick<Question, 'bots'>): Session[] {
  return history.sessions.filter(
    ({ first, botness }) =>
      first !== null && contains(period, first.at) && (bots === 'included' || botness < 2),
  );
}

/** A session converts when one of its events does, whenever that was. */
export function convertedIn(history: History): (session: Session) => boolean {
  const converted = new Set(history.deeds.filter(({ converts }) => converts).map(({ session }) => session));
  return (session) => converted.has(session);
}

export function countVisitors(
  deeds: readonly Deed[],
  { users }: History,
  question: Pick<Question, 'persons'>,
): number {
  return new Set(deeds.map(whoCounts(users, question)).filter((who) => who !== null)).size;
}

/** What the sales among deeds are worth. */
export function valuesOf(deeds: readonly Deed[]): CurrencyTotal[] {
  const sales = deeds.filter(({ converts }) => converts);
  return addUpValues(
    sales.flatMap(({ event: { conversion } }) =>
      conversion?.amount ? [{ ...conversion.amount, conversions: 1 }] : [],
    ),
  );
}

/** A sum per currency, in the order of their codes: two currencies never become one number. */
export function addUpValues(values: readonly CurrencyTotal[]): CurrencyTotal[] {
  return [...Map.groupBy(values, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      minor: sum(own.map(({ minor }) => minor)),
      conversions: sum(own.map(({ conversions }) => conversions)),
    }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

const contains = ({ from, to }: Period, at: number) => from <= at && at < to;
export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
