import type { EventRecord, Period, Question, Totals } from '@cvq/storage';
import type { EventStores } from '../event-stores.ts';

/** Opens the store of a place. Two stores of one place share what they hold, as two processes would. */
export type OpenEventStores = (place: string) => EventStores | Promise<EventStores>;

/** What every suite of the contract works on: a store that all tests share, and a way to open others. */
export type Stores = {
  readonly shared: () => EventStores;
  readonly open: OpenEventStores;
  /** Of the histories that properties are tried with, the share that these stores get: less where they take longer. */
  readonly share: number;
};

export const EVER: Period = { from: 0, to: 10_000_000_000_000 };

export const NOTHING: Totals = {
  visitors: 0,
  events: 0,
  pageviews: 0,
  conversions: 0,
  values: [],
  sessions: 0,
  convertedSessions: 0,
  bounces: 0,
  sessionPageviews: 0,
  sessionDurationMs: 0,
};

export const ask = (project: string, bots: Question['bots'] = 'excluded'): Question => ({ project, bots });

export const totalsOf = (store: EventStores, project: string, during = EVER) =>
  store.reports.totals(ask(project), during);

/** Append events and tell what became of each. */
export async function outcomes(store: EventStores, events: readonly EventRecord[]): Promise<string[]> {
  return (await store.ledger.append(events)).map(({ status }) => status);
}

export async function everyEvent(
  store: EventStores,
  project: string,
  pageSize = 100,
): Promise<EventRecord[]> {
  const events: EventRecord[] = [];
  let page = await store.log.events(project, null, pageSize);
  events.push(...page.events.map(({ event }) => event));
  while (page.next) {
    page = await store.log.events(project, page.next, pageSize);
    events.push(...page.events.map(({ event }) => event));
  }
  return events;
}
