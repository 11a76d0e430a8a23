import { PAGEVIEW } from '@cvq/contract/constants';
import { BESIDES, type EventId } from '@cvq/contract/event-id';
import type { Subscriptions } from '../../delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome } from '../../ingest-ledger.ts';
import type { Connection } from '../open-database.ts';
import { createOutbox } from '../outbox/enqueue.ts';
import { BOT, botCode, CONVERSION, type ConversionCode, originCode } from '../row-codes.ts';
import { createDictionaries } from './dictionaries.ts';
import { EventInsert } from './event-insert.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { createLateVerdicts } from './late-classifications.ts';
import { createOrderBook, orderOf } from './order-deduplication.ts';
import { createOrderStates } from './order-states.ts';
import { createSessionLedger } from './session-cache.ts';
import type { SessionEvent } from './session-state.ts';
import { createSessionStitcher } from './sessionizer.ts';

const INSERT_USER_DATA =
  'INSERT INTO user_data (project, ms, suffix, sealed, received_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';

const SERVER = originCode('server');

/** Appends events, all or none. The commit is synced before the call returns. */
export type EventWriter = (events: readonly EventRecord[], subscriptions?: Subscriptions) => AppendOutcome[];

/** A writer on one connection, with a transaction per call. */
export function createEventWriter(db: Connection): EventWriter {
  const inserter = new EventInsert(db);
  const insertUserData = db.prepare(INSERT_USER_DATA);
  const linkUser = db.prepare(
    'INSERT INTO user_visitors (project, user, visitor) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const originOf = db
    .prepare('SELECT origin FROM events WHERE project = ? AND ms = ? AND suffix = ?')
    .pluck();
  const dictionaries = createDictionaries(db);
  const idempotency = createIdempotencyKeys(db);
  const ledger = createSessionLedger(db, (session, isNew) => lateVerdicts.found(session, isNew));
  const orders = createOrderBook(db, ledger);
  const lateVerdicts = createLateVerdicts(db, { orders, orderStates: createOrderStates(db) });
  const stitcher = createSessionStitcher(db, { ledger, orders, lateVerdicts });
  const outbox = createOutbox(db);

  function write(event: EventRecord): AppendOutcome {
    const project = dictionaries.project(event.project);
    const earlier = idempotency.outcomeOf(project, event);
    if (earlier !== null) return earlier;
    const outcome = store(project, event);
    // A browser that sends an event again from a later page has its user data no more: either copy may bring it.
    const { ms, suffix } = outcome.id;
    if (event.sealedUserData) insertUserData.run(project, ms, suffix, event.sealedUserData, event.receivedAt);
    if (event.idempotency !== null) idempotency.remember(project, { ...event, id: outcome.id });
    return outcome;
  }

  /** Anybody can send a browser's event of any id: one that has the id of a backend's event takes nothing from it. */
  function store(project: number, event: EventRecord): AppendOutcome {
    const { id } = event;
    if (writeUnlessStored(project, event)) return { status: 'stored', id };
    const isOther = (originOf.get(project, id.ms, id.suffix) === SERVER) !== (event.origin === 'server');
    if (isOther) return store(project, { ...event, id: idBesides(event) });
    return { status: 'duplicate', id };
  }

  /** Where storing is more than a row, it is asked first whether the event is known; else the row tells. */
  function writeUnlessStored(project: number, event: EventRecord): boolean {
    const { ms, suffix } = event.id;
    if (isMoreThanRow(event) && originOf.get(project, ms, suffix) !== undefined) return false;
    const type = dictionaries.text(event.type) as number;
    const visitor = visitorOf(project, event);
    const user = dictionaries.text(event.userId);
    const page = dictionaries.page(event.page);
    const client = dictionaries.client(event.client);
    const touch = dictionaries.touch(event.touch);
    const clickIds = event.clickIds === null ? null : JSON.stringify(event.clickIds);
    const conversion = orders.enter({ project, type, event });
    const sessionEvent = sessionEventOf(event, { visitor, client, touch, clickIds, page });
    const { bot, botVerdict } = sessionEvent;
    const { session, stitched } = sessionOf(project, event, sessionEvent);
    const words = { type, visitor, user, page, client, touch, clickIds, botVerdict, text: dictionaries.text };
    const isNew = inserter.insert({ event, project, session, stitched, conversion, bot, ...words });
    if (!isNew) return false;
    if (session !== null && event.exclusion === null)
      addToSession(session, { event, sessionEvent, conversion, order: { project, type } });
    if (user !== null && visitor !== null && identifiesUser(event)) linkUser.run(project, user, visitor);
    return true;
  }

  type Found = Pick<SessionEvent, 'visitor' | 'client' | 'touch' | 'clickIds' | 'page'>;

  function sessionEventOf(event: EventRecord, found: Found): SessionEvent {
    return {
      ...found,
      ...event.id,
      at: event.at,
      isPageview: event.type === PAGEVIEW,
      isTouch: event.touch?.isTouch ? 1 : 0,
      bot: botCode(event.bot),
      botVerdict: dictionaries.bot(event.bot),
    };
  }

  function visitorOf(project: number, { visitor, at }: EventRecord): number | null {
    const formerId = visitor?.formerId ?? null;
    const ongoing = formerId === null ? null : stitcher.ongoingVisitor(project, formerId, at);
    return ongoing ?? dictionaries.visitor(project, visitor);
  }

  type Addition = {
    readonly event: EventRecord;
    readonly sessionEvent: SessionEvent;
    readonly conversion: ConversionCode;
    readonly order: { readonly project: number; readonly type: number };
  };

  function addToSession(session: number, { event, sessionEvent, conversion, order }: Addition): void {
    if (event.origin === 'browser') {
      const isBots = ledger.addBrowserEvent(session, sessionEvent);
      const orderId = isBots ? orderOf(event) : null;
      if (orderId !== null) orders.reconsider({ ...order, orderId, ...event.id });
    } else {
      ledger.addServerEvent(session);
      if (sessionEvent.bot !== BOT.none) ledger.addServerBot(session, sessionEvent);
    }
    if (conversion === CONVERSION.counted) ledger.addConversions(session, 1);
  }

  /** An excluded event keeps its client's word and is no part of a session; a backend's only of one that it names. */
  function sessionOf(project: number, event: EventRecord, sessionEvent: SessionEvent) {
    if (event.sessionId !== null) return { session: ledger.idOf(project, event.sessionId), stitched: 0 };
    if (event.exclusion !== null) return { session: null, stitched: 0 };
    if (event.origin !== 'browser' || sessionEvent.visitor === null) return { session: null, stitched: 0 };
    return { session: stitcher.sessionAt(project, sessionEvent.visitor, sessionEvent), stitched: 1 };
  }

  const append = db.transaction((events: readonly EventRecord[], subscriptions?: Subscriptions) => {
    ledger.begin();
    const outcomes = events.map(write);
    stitcher.settle();
    const changed = orders.settle();
    ledger.flush();
    const now = Math.max(...events.map(({ receivedAt }) => receivedAt));
    const withdrawn = lateVerdicts.settle(isAmong(events, outcomes), now);
    if (subscriptions && subscriptions.size > 0) {
      outbox.announce(storedOf(events, outcomes), subscriptions);
      outbox.announceSales([...changed, ...withdrawn.orders], subscriptions, now);
      for (const sale of withdrawn.sales) outbox.withdraw(sale, subscriptions, now);
    }
    return outcomes;
  });

  return (events, subscriptions) => {
    try {
      return append.immediate(events, subscriptions);
    } catch (error) {
      // What the rolled-back transaction taught the memories never happened.
      dictionaries.forget();
      ledger.forget();
      stitcher.forget();
      orders.forget();
      lateVerdicts.forget();
      throw error;
    }
  };
}

/** An order is entered in a book, and an event without a named session can change the sessions around it. */
function isMoreThanRow({ conversion, sessionId }: EventRecord): boolean {
  return sessionId === null || (conversion !== null && conversion.orderId !== null);
}

/** What a foreign host or a local page says of who somebody is counts as little as its events. */
function identifiesUser({ origin, exclusion }: EventRecord): boolean {
  return origin === 'browser' && exclusion !== 'foreign_host' && exclusion !== 'local_page';
}

/**
 * The id of an event whose own is that of an event from the other side, of a backend or of anybody. No client can send
 * an event of such an id.
 */
function idBesides({ id: { ms, suffix }, origin }: EventRecord): EventId {
  return { ms, suffix: `${suffix}${origin === 'server' ? BESIDES.server : BESIDES.browser}` };
}

/** Those that were new, with the ids that they are stored by. */
function storedOf(events: readonly EventRecord[], outcomes: readonly AppendOutcome[]): EventRecord[] {
  return events.flatMap((event, index) => {
    const { status, id } = outcomes[index] as AppendOutcome;
    if (status !== 'stored') return [];
    return id === event.id ? [event] : [{ ...event, id }];
  });
}

function isAmong(events: readonly EventRecord[], outcomes: readonly AppendOutcome[]) {
  const nameOf = (project: string, { ms, suffix }: EventId) => `${project} ${ms} ${suffix}`;
  let names: Set<string> | undefined;
  return (project: string, id: EventId) => {
    names ??= new Set(storedOf(events, outcomes).map((event) => nameOf(event.project, event.id)));
    return names.has(nameOf(project, id));
  };
}
