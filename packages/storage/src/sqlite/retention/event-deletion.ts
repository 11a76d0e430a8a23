import { type EventId, formatEventId } from '@cvq/contract/event-id';
import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
import { SALE_OF_ORDER } from '../ingest/order-reports.ts';
import type { Connection } from '../open-database.ts';
import { OutboxPurge } from '../outbox/purge.ts';
import { ORDER_RANK } from '../row-codes.ts';
import { IS_EVENT, IS_ORDER } from '../row-conditions.ts';

type Beside = { readonly notes: ChangeNotes; readonly archive: Retrieval };
type EventKey = EventId & { readonly project: number };
type Sale = EventId & { readonly rank: number };
type Row = { readonly type: number; readonly orderId: string | null };

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
    this.#forgetReport({ ...key, type: row.type, orderId: row.orderId }, before);
  }

  /** The sale keeps its place while its order is reported: the next report is a repeat of it. No other report is needed. */
  #forgetReport(
    { type, orderId, ...key }: EventKey & { type: number; orderId: string },
    before: number,
  ): void {
    const order = { project: key.project, type, orderId };
    if (this.#sql.isReportedSince.get({ ...order, before }) === undefined) {
      for (const forget of this.#sql.forgetOrder) forget.run(order);
      return;
    }
    const sale = this.#sql.saleOf.get(key.project, type, orderId) as Sale | undefined;
    const isSale = sale?.ms === key.ms && sale.suffix === key.suffix && sale.rank !== ORDER_RANK.bot;
    if (!isSale) this.#sql.forgetReport.run({ ...order, ...key });
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
    find: db.prepare(`SELECT type, order_id AS orderId FROM events WHERE ${IS_EVENT}`),
    remove: db.prepare(`DELETE FROM events WHERE ${IS_EVENT}`),
    beside: BESIDE.map((table) => db.prepare(`DELETE FROM ${table} WHERE ${IS_EVENT}`)),
    isReportedSince: db.prepare(`SELECT 1 FROM order_reports WHERE ${IS_ORDER} AND at >= :before LIMIT 1`),
    saleOf: db.prepare(SALE_OF_ORDER),
    forgetReport: db.prepare(`DELETE FROM order_reports WHERE ${IS_ORDER} AND ms = :ms AND suffix = :suffix`),
    forgetOrder: ['order_reports', 'order_states'].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE ${IS_ORDER}`),
    ),
    removeSession: db.prepare('DELETE FROM sessions WHERE id = ?'),
    besideSession: ['identifications', 'archived_answers'].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE session = ?`),
    ),
    forgetNumbers: db.prepare('UPDATE forgotten_words SET count = count + 1'),
  };
}
