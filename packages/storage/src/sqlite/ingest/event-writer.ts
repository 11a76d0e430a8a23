import { PAGEVIEW } from '@cvq/contract/constants';
import { BESIDES, type EventId } from '@cvq/contract/event-id';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome, ImportedEvent, IngestLedger, Owed } from '../../ingest-ledger.ts';
import { Retrieval } from '../archive/retrieval.ts';
import { ChangeNotes } from '../changes.ts';
import { OwedConversions } from '../forwarding/owed-conversions.ts';
import { leftFree } from '../left-free.ts';
import type { Connection } from '../open-database.ts';
import { Outbox } from '../outbox/outbox.ts';
import { botCode, CONVERSION, type ConversionCode, originCode, SESSION_BY } from '../row-codes.ts';
import { Dictionaries } from './dictionaries.ts';
import { EventInsert } from './event-insert.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { Identifications, isBelieved } from './identifications.ts';
import { ImportedOrders } from './imported-orders.ts';
import { LateClassifications } from './late-classifications.ts';
import { OrderDeduplication, orderOf } from './order-deduplication.ts';
import { createOrderStates } from './order-states.ts';
import { SessionCache } from './session-cache.ts';
import type { SessionEvent } from './session-state.ts';
import { Sessionizer } from './sessionizer.ts';
import { UserDataTable } from './user-data.ts';

const SERVER = originCode('server');

/** All of one transaction. */
type Write = (...given: Parameters<IngestLedger['append']>) => AppendOutcome[];
type Import = (events: readonly ImportedEvent[]) => AppendOutcome[];
/** What another store has made of an event; undefined for one that comes from its sender. */
type Kept = Omit<ImportedEvent, 'event'> | undefined;
type Found = Pick<SessionEvent, 'visitor' | 'client' | 'touch' | 'clickIds' | 'page'>;
type Addition = {
  readonly event: EventRecord;
  readonly sessionEvent: SessionEvent;
  readonly conversion: ConversionCode;
  readonly order: { readonly project: number; readonly type: number };
};

/** Appends events on one connection, with a transaction per call. */
export class EventWriter {
  readonly #db: Connection;
  readonly #commit: Write;
  readonly #commitImport: Import;
  readonly #insert;
  readonly #userData;
  readonly #identifications;
  readonly #rowOrigin;
  readonly #dictionaries;
  readonly #idempotency;
  readonly #sessions: SessionCache;
  readonly #orders;
  readonly #importedOrders: ImportedOrders;
  readonly #classifications: LateClassifications;
  readonly #sessionizer;
  readonly #outbox;
  readonly #owedConversions;
  readonly #notes: ChangeNotes;
  readonly #forgottenWords;
  #forgottenBefore = 0;
  readonly #archive: Retrieval;

  constructor(db: Connection) {
    this.#db = db;
    this.#insert = new EventInsert(db);
    this.#userData = new UserDataTable(db);
    this.#identifications = new Identifications(db);
    this.#rowOrigin = db
      .prepare('SELECT origin FROM events WHERE project = ? AND ms = ? AND suffix = ?')
      .pluck();
    this.#dictionaries = new Dictionaries(db);
    this.#idempotency = createIdempotencyKeys(db);
    const notes = new ChangeNotes(db);
    const archive = new Retrieval(db);
    const sessions = new SessionCache(db, {
      foundBot: (session, isNew) => this.#classifications.found(session, isNew),
      changedVisitor: (session, visitor) => this.#identifications.changeVisitor(session, visitor),
      notes,
      archive,
    });
    const orders = new OrderDeduplication(db, { sessions, notes, archive });
    const orderStates = createOrderStates(db);
    const classifications = new LateClassifications(db, { orders, orderStates, archive });
    this.#sessions = sessions;
    this.#orders = orders;
    this.#importedOrders = new ImportedOrders(db, { orders, orderStates, sessions, notes, archive });
    this.#classifications = classifications;
    this.#sessionizer = new Sessionizer(db, { sessions, orders, classifications, notes, archive });
    this.#outbox = new Outbox(db);
    this.#owedConversions = new OwedConversions(db, (project) => this.#dictionaries.project(project));
    this.#notes = notes;
    this.#forgottenWords = db.prepare('SELECT count FROM forgotten_words').pluck();
    this.#archive = archive;
    this.#commit = db.transaction<Write>((...given) => this.#write(...given)).immediate;
    this.#commitImport = db.transaction<Import>((events) => this.#writeImported(events)).immediate;
  }

  /** The `append` of a ledger, which hands it on as it is: all of it happens before the call returns. */
  readonly append: IngestLedger['append'] = async (...given) => this.#orForget(() => this.#commit(...given));

  /** As `append`, for events that another store has kept. */
  import(events: readonly ImportedEvent[]): AppendOutcome[] {
    return this.#orForget(() => this.#commitImport(events));
  }

  #orForget<Result>(commit: () => Result): Result {
    try {
      return leftFree(this.#db, commit);
    } catch (error) {
      // What the rolled-back transaction taught the caches never happened.
      this.#forget();
      throw error;
    }
  }

  #forget(): void {
    this.#dictionaries.clear();
    this.#sessions.clear();
    this.#sessionizer.clear();
    this.#orders.clear();
    this.#importedOrders.clear();
    this.#classifications.clear();
    this.#identifications.clear();
    this.#owedConversions.clear();
    this.#notes.clear();
  }

  /** An erasure, by whatever process, has made other names of those that the caches have numbers of. */
  #begin(): void {
    const forgotten = this.#forgottenWords.get() as number;
    if (forgotten !== this.#forgottenBefore) this.#forget();
    this.#forgottenBefore = forgotten;
    this.#archive.begin();
    this.#sessions.begin();
  }

  #writeImported(events: readonly ImportedEvent[]): AppendOutcome[] {
    this.#begin();
    const outcomes = events.map(({ event, ...kept }) =>
      this.#store(this.#dictionaries.project(event.project), event, kept),
    );
    this.#applyPending(
      events.map(({ event }) => event),
      outcomes,
    );
    this.#importedOrders.takeForAnnounced();
    this.#notes.write();
    return outcomes;
  }

  #write(
    events: readonly EventRecord[],
    { subscriptions, forwarding }: Owed = {},
    onWritten?: () => void,
  ): AppendOutcome[] {
    this.#begin();
    const outcomes = events.map((event) => this.#add(event));
    const { changed, withdrawn, now } = this.#applyPending(events, outcomes);
    if (subscriptions && subscriptions.size > 0) {
      this.#outbox.announce(storedOf(events, outcomes), subscriptions);
      this.#outbox.announceSales([...changed, ...withdrawn.orders], subscriptions, now);
      for (const sale of withdrawn.sales) this.#outbox.withdraw(sale, subscriptions, now);
    }
    if (forwarding && forwarding.size > 0) this.#owedConversions.owe({ events, outcomes }, forwarding);
    this.#notes.write();
    onWritten?.();
    return outcomes.map((outcome, index) => this.#withOrder(events[index] as EventRecord, outcome));
  }

  /** Once all events of a commit are stored: what they do to sessions, orders and sales that were there before. */
  #applyPending(events: readonly EventRecord[], outcomes: readonly AppendOutcome[]) {
    if (this.#sessionizer.hasPending) this.#sessionizer.applyPending();
    // What orders are decided by is read from the rows of sessions.
    this.#sessions.flush();
    const changed = this.#orders.hasPending ? this.#orders.applyPending() : [];
    this.#sessions.flush();
    this.#identifications.applyPending();
    const now = Math.max(...events.map(({ receivedAt }) => receivedAt));
    const withdrawn = this.#classifications.hasPending
      ? this.#classifications.applyPending(isAmong(events, outcomes), now)
      : { orders: [], sales: [] };
    return { changed, withdrawn, now };
  }

  #withOrder(event: EventRecord, outcome: AppendOutcome): AppendOutcome {
    if (event.conversion === null || outcome.status !== 'stored' || orderOf(event) === null) return outcome;
    const conversion = this.#orders.conversionOf(this.#dictionaries.project(event.project), outcome.id);
    if (conversion === CONVERSION.repeated) return { ...outcome, order: 'repeated' };
    return conversion === CONVERSION.removed ? { ...outcome, order: 'removed' } : outcome;
  }

  #add(event: EventRecord): AppendOutcome {
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
