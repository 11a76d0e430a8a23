import { PAGEVIEW } from '@cvq/contract/constants';
import type { Subscriptions } from '../delivery-store.ts';
import type { EventRecord } from '../event-record.ts';
import type { AppendOutcome } from '../event-store.ts';
import { createDictionaries } from './dictionaries.ts';
import { createEventInsert } from './event-insert.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { createLateVerdicts } from './late-verdicts.ts';
import type { Connection } from './open-database.ts';
import { CONVERSION, type ConversionCode, createOrderBook } from './order-book.ts';
import { createOutbox } from './outbox/enqueue.ts';
import { BOT, botCode, exclusionCode, originCode } from './row-codes.ts';
import { createSessionLedger } from './session-ledger.ts';
import type { SessionEvent } from './session-state.ts';
import { createSessionStitcher } from './session-stitcher.ts';

const INSERT_USER_DATA =
  'INSERT INTO user_data (project, ms, suffix, sealed, received_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';

/** Appends events, all or none. The commit is synced before the call returns. */
export type EventWriter = (events: readonly EventRecord[], subscriptions?: Subscriptions) => AppendOutcome[];

/** A writer on one connection, with a transaction per call. */
export function createEventWriter(db: Connection): EventWriter {
  const insert = createEventInsert(db);
  const insertUserData = db.prepare(INSERT_USER_DATA);
  const linkUser = db.prepare(
    'INSERT INTO user_visitors (project, user, visitor) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const isStored = db.prepare('SELECT 1 FROM events WHERE project = ? AND ms = ? AND suffix = ?').pluck();
  const dictionaries = createDictionaries(db);
  const idempotency = createIdempotencyKeys(db);
  const lateVerdicts = createLateVerdicts(db);
  const ledger = createSessionLedger(db, lateVerdicts.found);
  const orders = createOrderBook(db, ledger);
  const stitcher = createSessionStitcher(db, { ledger, orders, lateVerdicts });
  const outbox = createOutbox(db);

  function write(event: EventRecord): AppendOutcome {
    const project = dictionaries.project(event.project);
    const earlier = idempotency.outcomeOf(project, event);
    if (earlier !== null) return earlier;
    const { ms, suffix } = event.id;
    // A browser that sends an event again from a later page has its user data no more: either copy may bring it.
    if (event.sealedUserData) insertUserData.run(project, ms, suffix, event.sealedUserData, event.receivedAt);
    const isNew = writeUnlessStored(project, event);
    idempotency.remember(project, event);
    return { status: isNew ? 'stored' : 'duplicate', id: event.id };
  }

  /** Where storing is more than a row, it is asked first whether the event is known; else the row tells. */
  function writeUnlessStored(project: number, event: EventRecord): boolean {
    const { ms, suffix } = event.id;
    if (isMoreThanRow(event) && isStored.get(project, ms, suffix) !== undefined) return false;
    const type = dictionaries.text(event.type) as number;
    const visitor = visitorOf(project, event);
    const user = dictionaries.text(event.userId);
    const page = dictionaries.page(event.page);
    const client = dictionaries.client(event.client);
    const touch = dictionaries.touch(event.touch);
    const clickIds = event.clickIds === null ? null : JSON.stringify(event.clickIds);
    const conversion = orders.enter({ project, type, event });
    const amount = event.conversion?.amount ?? null;
    const sessionEvent = sessionEventOf(event, { visitor, client, touch, clickIds, page });
    const { session, stitched } = sessionOf(project, event, sessionEvent);
    const isNew = insert({
      always: [
        project,
        ms,
        suffix,
        event.at,
        event.receivedAt,
        originCode(event.origin),
        type,
        session,
        visitor,
        user,
        page,
        dictionaries.text(event.referrer),
        client,
        touch,
        jsonOrNull(event.properties),
      ],
      landing: [event.page?.suffix || null, clickIds],
      view: [dictionaries.text(event.title), jsonOrNull(event.extras), stitched],
      sale: [
        conversion,
        event.conversion?.orderId ?? null,
        amount?.minor ?? null,
        dictionaries.text(amount?.currency ?? null),
      ],
      aside: [exclusionCode(event.exclusion), sessionEvent.bot, sessionEvent.botVerdict],
    });
    if (!isNew) return false;
    if (session !== null && event.exclusion === null)
      addToSession(session, { event, sessionEvent, conversion });
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

  type Addition = { event: EventRecord; sessionEvent: SessionEvent; conversion: ConversionCode };

  function addToSession(session: number, { event, sessionEvent, conversion }: Addition): void {
    if (event.origin === 'browser') ledger.addBrowserEvent(session, sessionEvent);
    else {
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
    orders.settle();
    ledger.flush();
    const withdrawn = lateVerdicts.settle(events, outcomes);
    if (subscriptions && subscriptions.size > 0) {
      outbox.announce(events, outcomes, subscriptions);
      for (const sale of withdrawn) outbox.withdraw(sale, subscriptions);
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

function jsonOrNull(value: Readonly<Record<string, unknown>>): string | null {
  for (const _ in value) return JSON.stringify(value);
  return null;
}
