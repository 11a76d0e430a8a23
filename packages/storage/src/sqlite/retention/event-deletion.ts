import { type EventId, formatEventId } from '@cvq/contract/event-id';
import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import { OutboxPurge } from '../outbox/purge.ts';

type Beside = { readonly notes: ChangeNotes; readonly archive: Retrieval };
type Row = { readonly type: number; readonly orderId: string | null };

const EVENT = 'project = :project AND ms = :ms AND suffix = :suffix';
const ORDER = 'project = :project AND type = :type AND order_id = :orderId';

/** What is kept of an event beside it; attempts go before their deliveries, which they refer to. */
const BESIDE = [
  'user_data',
  'idempotency_keys',
  'ad_attempts',
  'ad_corrected_times',
  'ad_reserved_keys',
  'ad_reserved_orders',
  'ad_deliveries',
  'ad_owed',
];

/** Deletes events and sessions for good, inside a transaction of the caller. What is archived is taken out first. */
export class EventDeletion {
  readonly #notes: ChangeNotes;
  readonly #archive: Retrieval;
  readonly #outbox: OutboxPurge;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection, { notes, archive }: Beside) {
    this.#notes = notes;
    this.#archive = archive;
    this.#outbox = new OutboxPurge(db);
    this.#sql = prepare(db);
  }

  /** An event with its user data and its deliveries. `before`: an order whose last report is from before it is forgotten. */
  deleteEvent(project: number, { ms, suffix }: EventId, before: number): void {
    const key = { project, ms, suffix };
    this.#archive.takeEvent(project, key);
    const row = this.#sql.find.get(key) as Row | undefined;
    if (row === undefined) return;
    this.#notes.event(project, key);
    for (const remove of this.#sql.beside) remove.run(key);
    this.#outbox.forget(project, formatEventId(key));
    this.#sql.remove.run(key);
    if (row.orderId === null) return;
    const order = { project, type: row.type, orderId: row.orderId };
    if (this.#sql.isReportedSince.get({ ...order, before }) !== undefined) return;
    for (const forget of this.#sql.forgetOrder) forget.run(order);
  }

  /** A session, of which no event is left, and whom it was identified as. */
  deleteSession(id: number): void {
    this.#archive.takeSession(id);
    if (this.#sql.removeSession.run(id).changes === 0) return;
    this.#notes.session(id);
    for (const remove of this.#sql.besideSession) remove.run(id);
    // Whoever stores events may have its number in memory.
    this.#sql.forgetNumbers.run();
  }
}

function prepare(db: Connection) {
  return {
    find: db.prepare(`SELECT type, order_id AS orderId FROM events WHERE ${EVENT}`),
    remove: db.prepare(`DELETE FROM events WHERE ${EVENT}`),
    beside: BESIDE.map((table) => db.prepare(`DELETE FROM ${table} WHERE ${EVENT}`)),
    isReportedSince: db.prepare(`SELECT 1 FROM order_reports WHERE ${ORDER} AND at >= :before LIMIT 1`),
    forgetOrder: ['order_reports', 'order_states'].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE ${ORDER}`),
    ),
    removeSession: db.prepare('DELETE FROM sessions WHERE id = ?'),
    besideSession: ['identifications', 'archived_answers'].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE session = ?`),
    ),
    forgetNumbers: db.prepare('UPDATE forgotten_words SET count = count + 1'),
  };
}
