import { PAGEVIEW } from '@cvq/contract/constants';
import { BESIDES, type EventId } from '@cvq/contract/event-id';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome, ImportedEvent } from '../../ingest-ledger.ts';
import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import { botCode, CONVERSION, type ConversionCode, originCode, SESSION_BY } from '../row-codes.ts';
import { IS_EVENT_BY_PLACE } from '../row-conditions.ts';
import type { Dictionaries } from './dictionaries.ts';
import { EventInsert } from './event-insert.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { type Identifications, isBelieved } from './identifications.ts';
import type { ImportedOrders } from './imported-orders.ts';
import { type OrderDeduplication, orderOf } from './order-deduplication.ts';
import type { SessionCache } from './session-cache.ts';
import type { SessionEvent } from './session-state.ts';
import type { Sessionizer } from './sessionizer.ts';
import { UserDataTable } from './user-data.ts';

const SERVER = originCode('server');

/** What another store has made of an event; undefined for one that comes from its sender. */
type Kept = Omit<ImportedEvent, 'event'> | undefined;
type Found = Pick<SessionEvent, 'visitor' | 'client' | 'touch' | 'clickIds' | 'page'>;
type Addition = {
  readonly event: EventRecord;
  readonly sessionEvent: SessionEvent;
  readonly conversion: ConversionCode;
  readonly order: { readonly project: number; readonly type: number };
};
/** What an event is asked of, and what it changes, beside its row. */
type Involved = {
  readonly dictionaries: Dictionaries;
  readonly identifications: Identifications;
  readonly sessions: SessionCache;
  readonly sessionizer: Sessionizer;
  readonly orders: OrderDeduplication;
  readonly importedOrders: ImportedOrders;
  readonly notes: ChangeNotes;
  readonly archive: Retrieval;
};

/** Appends one event within the transaction of a commit: its row, and what it does to its session, order and user. */
export class EventAppend {
  readonly #insert;
  readonly #userData;
  readonly #rowOrigin;
  readonly #idempotency;
  readonly #dictionaries: Dictionaries;
  readonly #identifications: Identifications;
  readonly #sessions: SessionCache;
  readonly #sessionizer: Sessionizer;
  readonly #orders: OrderDeduplication;
  readonly #importedOrders: ImportedOrders;
  readonly #notes: ChangeNotes;
  readonly #archive: Retrieval;

  constructor(db: Connection, involved: Involved) {
    this.#insert = new EventInsert(db);
    this.#userData = new UserDataTable(db);
    this.#rowOrigin = db.prepare(`SELECT origin FROM events WHERE ${IS_EVENT_BY_PLACE}`).pluck();
    this.#idempotency = createIdempotencyKeys(db);
    this.#dictionaries = involved.dictionaries;
    this.#identifications = involved.identifications;
    this.#sessions = involved.sessions;
    this.#sessionizer = involved.sessionizer;
    this.#orders = involved.orders;
    this.#importedOrders = involved.importedOrders;
    this.#notes = involved.notes;
    this.#archive = involved.archive;
  }

  /** Stores an event with what came beside it, unless it was there before. */
  append(event: EventRecord): AppendOutcome {
    const project = this.#dictionaries.project(event.project);
    const { idempotency, sealedUserData: sealed, receivedAt } = event;
    const earlier = idempotency === null ? null : this.#idempotency.outcomeOf(project, event);
    if (earlier !== null) return earlier;
    const outcome = this.#store(project, event);
    // A browser that sends an event again from a later page has its user data no more: either copy may bring it.
    if (sealed) this.#userData.add(project, outcome.id, { sealed, receivedAt });
    if (idempotency !== null) this.#idempotency.remember(project, { ...event, id: outcome.id });
    return outcome;
  }

  /** Stores an event that another store has kept. */
  import({ event, ...kept }: ImportedEvent): AppendOutcome {
    return this.#store(this.#dictionaries.project(event.project), event, kept);
  }

  /** Anybody can send a browser's event of any id: one that has the id of a backend's event takes nothing from it. */
  #store(project: number, event: EventRecord, kept?: Kept): AppendOutcome {
    const { id } = event;
    if (this.#insertUnlessStored(project, event, kept)) return { status: 'stored', id };
    const isOther = (this.#originOf(project, id) === SERVER) !== (event.origin === 'server');
    if (isOther) return this.#store(project, { ...event, id: idBesides(event) }, kept);
    return { status: 'duplicate', id };
  }

  /** Where storing is more than a row, it is asked first whether the event is known; else the row tells. */
  #insertUnlessStored(project: number, event: EventRecord, kept: Kept): boolean {
    const isAsked = isMoreThanRow(event) || this.#archive.reaches(event.id.ms);
    if (isAsked && this.#originOf(project, event.id) !== undefined) return false;
    const dictionaries = this.#dictionaries;
    const { text } = dictionaries;
    const type = text(event.type) as number;
    const visitor = this.#visitorOf(project, event);
    const user = text(event.userId);
    const page = dictionaries.page(event.page);
    const client = dictionaries.client(event.client);
    const touch = dictionaries.touch(event.touch);
    const clickIds = event.clickIds === null ? null : JSON.stringify(event.clickIds);
    const conversion = this.#conversionOf({ project, type, event }, kept);
    const sessionEvent = this.#sessionEventOf(event, { visitor, client, touch, clickIds, page });
    const { bot, botClassification } = sessionEvent;
    const { session, stitched } = this.#sessionOf(project, event, sessionEvent);
    // Field by field: to put objects together leaves garbage, for every event.
    const isNew = this.#insert.insert({
      event,
      project,
      type,
      session,
      stitched,
      visitor,
      user,
      page,
      client,
      touch,
      clickIds,
      conversion,
      bot,
      botClassification,
      text,
    });
    if (!isNew) return false;
    this.#notes.event(project, event.id);
    if (session !== null && event.exclusion === null)
      this.#addToSession(session, { event, sessionEvent, conversion, order: { project, type } });
    if (user === null || !isBelieved(event)) return true;
    this.#identifications.add({ project, user }, { origin: event.origin, visitor, session });
    if (session !== null) this.#sessions.nameUser(session, sessionEvent, user);
    return true;
  }

  /** As the row of a stored event has it. */
  #originOf(project: number, { ms, suffix }: EventId): number | undefined {
    const origin = this.#rowOrigin.get(project, ms, suffix) as number | undefined;
    return origin ?? this.#archive.originOf(project, { ms, suffix });
  }

  #conversionOf(arriving: { project: number; type: number; event: EventRecord }, kept: Kept): ConversionCode {
    if (arriving.event.conversion === null) return CONVERSION.none;
    return kept === undefined
      ? this.#orders.enter(arriving)
      : this.#importedOrders.enter({ ...arriving, ...kept });
  }

  #sessionEventOf(event: EventRecord, { visitor, client, touch, clickIds, page }: Found): SessionEvent {
    const { at, id } = event;
    return {
      at,
      ms: id.ms,
      suffix: id.suffix,
      visitor,
      client,
      touch,
      clickIds,
      page,
      isPageview: event.type === PAGEVIEW,
      isTouch: event.touch?.isTouch ? 1 : 0,
      bot: botCode(event.bot),
      botClassification: this.#dictionaries.bot(event.bot),
    };
  }

  #visitorOf(project: number, { visitor, at }: EventRecord): number | null {
    const formerId = visitor?.formerId ?? null;
    const ongoing = formerId === null ? null : this.#sessionizer.ongoingVisitor(project, formerId, at);
    return ongoing ?? this.#dictionaries.visitor(project, visitor);
  }

  #addToSession(session: number, { event, sessionEvent, conversion, order }: Addition): void {
    const sessions = this.#sessions;
    if (event.origin === 'browser') {
      const isBots = sessions.addBrowserEvent(session, sessionEvent);
      const orderId = isBots ? orderOf(event) : null;
      if (orderId !== null) this.#orders.reconsider({ ...order, orderId, ...event.id });
    } else sessions.addServerEvent(session);
    if (conversion === CONVERSION.counted && !isServersBot(event)) sessions.addConversions(session, 1);
  }

  /** An excluded event keeps its client's word and is no part of a session; a backend's only of one that it names. */
  #sessionOf(project: number, event: EventRecord, sessionEvent: SessionEvent) {
    const { sessionId, exclusion, origin } = event;
    const { visitor } = sessionEvent;
    if (sessionId !== null)
      return { session: this.#sessions.idOf(project, sessionId), stitched: SESSION_BY.client };
    if (exclusion !== null || origin !== 'browser' || visitor === null)
      return { session: null, stitched: SESSION_BY.client };
    const session = this.#sessionizer.sessionAt(project, visitor, sessionEvent);
    return { session, stitched: SESSION_BY.visitor };
  }
}

/** An order may have other reports, and an event without a named session can change the sessions around it. */
function isMoreThanRow({ conversion, sessionId }: EventRecord): boolean {
  return sessionId === null || (conversion !== null && conversion.orderId !== null);
}

/** A classification of a backend's event holds for that event alone: it makes no bot's session of one, and converts nothing. */
function isServersBot({ origin, bot }: EventRecord): boolean {
  return origin === 'server' && bot !== null;
}

/**
 * The id of an event whose own is that of an event from the other side, of a backend or of anybody. No client can send
 * an event of such an id.
 */
function idBesides({ id: { ms, suffix }, origin }: EventRecord): EventId {
  return { ms, suffix: `${suffix}${origin === 'server' ? BESIDES.server : BESIDES.browser}` };
}
