import type { EventId } from '@cvq/contract/event-id';
import type { EventRecord } from '../../event-record.ts';
import type { AppendOutcome, ImportedEvent, IngestLedger, Owed } from '../../ingest-ledger.ts';
import { Retrieval } from '../archive/retrieval.ts';
import { ChangeNotes } from '../changes.ts';
import { OwedConversions } from '../forwarding/owed-conversions.ts';
import { leftFree } from '../left-free.ts';
import type { Connection } from '../open-database.ts';
import { Outbox } from '../outbox/outbox.ts';
import { CONVERSION } from '../row-codes.ts';
import { Dictionaries } from './dictionaries.ts';
import { EventAppend } from './event-append.ts';
import { Identifications } from './identifications.ts';
import { ImportedOrders } from './imported-orders.ts';
import { LateClassifications } from './late-classifications.ts';
import { OrderDeduplication, orderOf } from './order-deduplication.ts';
import { createOrderStates } from './order-states.ts';
import { SessionCache } from './session-cache.ts';
import { Sessionizer } from './sessionizer.ts';

/** All of one transaction. */
type Write = (...given: Parameters<IngestLedger['append']>) => AppendOutcome[];
type Import = (events: readonly ImportedEvent[]) => AppendOutcome[];

/** Appends events on one connection, with a transaction per call, and what follows from all of its events. */
export class EventWriter {
  readonly #db: Connection;
  readonly #commit: Write;
  readonly #commitImport: Import;
  readonly #events: EventAppend;
  readonly #identifications;
  readonly #dictionaries;
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
    this.#identifications = new Identifications(db);
    this.#dictionaries = new Dictionaries(db);
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
    this.#events = new EventAppend(db, {
      dictionaries: this.#dictionaries,
      identifications: this.#identifications,
      sessions,
      sessionizer: this.#sessionizer,
      orders,
      importedOrders: this.#importedOrders,
      notes,
      archive,
    });
    this.#commit = db.transaction<Write>((...given) => this.#write(...given)).immediate;
    this.#commitImport = db.transaction<Import>((events) => this.#writeImported(events)).immediate;
  }

  /** The `append` of a ledger: all of it happens before the call returns. */
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
    const outcomes = events.map((event) => this.#events.import(event));
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
    const outcomes = events.map((event) => this.#events.append(event));
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
