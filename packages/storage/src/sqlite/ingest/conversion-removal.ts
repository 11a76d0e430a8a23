import type { EventId } from '@cvq/contract';
import { parseStoredEventId } from '@cvq/contract/event-id';
import type { Subscriptions } from '../../delivery-store.ts';
import type { Removal } from '../../ingest-ledger.ts';
import { Retrieval } from '../archive/retrieval.ts';
import { ChangeNotes } from '../changes.ts';
import { WithdrawnDeliveries } from '../forwarding/withdrawn-deliveries.ts';
import type { Connection } from '../open-database.ts';
import { Outbox } from '../outbox/outbox.ts';
import { STATE } from '../outbox/states.ts';
import { projectNumber } from '../project-number.ts';
import { conversionReaderOf } from '../reports/stored/stored-conversions.ts';
import { BOT, CONVERSION, type ConversionCode, ORDER_RANK, originCode, SESSION_BY } from '../row-codes.ts';
import { IS_EVENT, IS_ORDER } from '../row-conditions.ts';
import { type OrderKey, SALE_OF_ORDER } from './order-reports.ts';
import { createOrderStates } from './order-states.ts';

type Options = { readonly now: number; readonly subscriptions?: Subscriptions };
type Row = EventId & {
  readonly project: number;
  readonly type: number;
  readonly orderId: string | null;
  readonly conversion: ConversionCode;
  /** Whose report of its order it is; null for what reports none. */
  readonly rank: number | null;
};
type Outstanding = { readonly id: number; readonly event: string };

const FIND = `
  SELECT events.project, events.ms, events.suffix, events.type, events.order_id AS orderId, events.conversion, rank
  FROM events LEFT JOIN order_reports reports ON reports.project = events.project AND reports.type = events.type
    AND reports.order_id = events.order_id AND reports.ms = events.ms AND reports.suffix = events.suffix
  WHERE events.project = (SELECT id FROM projects WHERE key = :key) AND events.ms = :ms AND events.suffix = :suffix`;
const LEAVE = `DELETE FROM order_reports WHERE ${IS_ORDER} AND rank = :rank AND ms = :ms AND suffix = :suffix`;
const UNCONVERT = `
  UPDATE sessions SET conversions = conversions - 1 WHERE id = (
    SELECT session FROM events WHERE ${IS_EVENT} AND conversion = ${CONVERSION.counted} AND exclusion IS NULL
      AND NOT (origin = ${originCode('server')} AND bot <> ${BOT.none})
  )`;
const TAKE = `
  UPDATE events SET conversion = ${CONVERSION.removed},
    session = iif(stitched = ${SESSION_BY.order}, NULL, session),
    stitched = iif(stitched = ${SESSION_BY.order}, ${SESSION_BY.client}, stitched)
  WHERE ${IS_EVENT}`;
const OUTSTANDING = `
  SELECT deliveries.id, messages.event FROM webhook_deliveries deliveries
  JOIN webhook_messages messages ON messages.id = deliveries.message
  WHERE deliveries.state = ${STATE.outstanding} AND messages.is_test = 0 AND messages.project = :key
    AND messages.type = (SELECT value FROM strings WHERE id = :type)`;
const CANCEL = `
  UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL WHERE id = ?`;

/** Removes conversions: each in one transaction, after which nothing that is read knows it. */
export class ConversionRemoval {
  /** Removes a conversion, with the order that it reports. */
  readonly remove: (key: string, id: EventId, options: Options) => Removal;
  readonly #outbox;
  readonly #read;
  readonly #orderStates;
  readonly #find;
  readonly #saleOf;
  readonly #reportsOf;
  readonly #leave;
  readonly #unconvert;
  readonly #take;
  readonly #outstanding;
  readonly #notes: ChangeNotes;
  readonly #sessionOf;
  readonly #cancel;
  readonly #adDeliveries: WithdrawnDeliveries;
  readonly #db: Connection;
  readonly #archive: Retrieval;

  constructor(db: Connection) {
    this.#outbox = new Outbox(db);
    this.#notes = new ChangeNotes(db);
    this.#archive = new Retrieval(db);
    this.#db = db;
    this.#sessionOf = db.prepare(`SELECT session FROM events WHERE ${IS_EVENT}`).pluck();
    this.#read = conversionReaderOf(db);
    this.#orderStates = createOrderStates(db);
    this.#find = db.prepare(FIND);
    this.#saleOf = db.prepare(SALE_OF_ORDER);
    this.#reportsOf = db.prepare(`SELECT ms, suffix FROM order_reports WHERE ${IS_ORDER}`);
    this.#leave = db.prepare(LEAVE);
    this.#unconvert = db.prepare(UNCONVERT);
    this.#take = db.prepare(TAKE);
    this.#outstanding = db.prepare(OUTSTANDING);
    this.#cancel = db.prepare(CANCEL);
    this.#adDeliveries = new WithdrawnDeliveries(db);
    this.remove = db.transaction((key: string, id: EventId, options: Options) => {
      this.#notes.clear();
      this.#archive.begin();
      const removal = this.#remove(key, id, options);
      this.#notes.write();
      return removal;
    }).immediate;
  }

  #remove(key: string, id: EventId, options: Options): Removal {
    const project = projectNumber(this.#db, key);
    if (project === undefined) return { status: 'unknown' };
    this.#archive.takeEvent(project, id);
    const row = this.#find.get({ key, ...id }) as Row | undefined;
    if (row === undefined) return { status: 'unknown' };
    const { orderId, conversion, rank } = row;
    if (conversion === CONVERSION.none) return { status: 'no_conversion' };
    if (conversion === CONVERSION.removed) return this.#removedBefore(row, id);
    if (orderId === null || rank === null || rank === ORDER_RANK.bot)
      return this.#removeAlone(key, row, options);
    return this.#removeOrder(key, { ...row, orderId }, options);
  }

  #firstOf({ project, type, orderId }: OrderKey): EventId | null {
    const found = this.#saleOf.get(project, type, orderId) as EventId | undefined;
    return found === undefined ? null : { ms: found.ms, suffix: found.suffix };
  }

  #cancelOutstanding(
    key: string,
    { project, type }: Row,
    { reports, now }: { reports: EventId[]; now: number },
  ) {
    for (const report of reports)
      this.#adDeliveries.ofConversion({ project, ...report }, { reason: 'removed', now });
    const names = new Set(reports.map(({ ms, suffix }) => `${ms} ${suffix}`));
    for (const { id, event } of this.#outstanding.all({ key, type }) as Outstanding[]) {
      const of = parseStoredEventId(event);
      if (of !== null && names.has(`${of.ms} ${of.suffix}`)) this.#cancel.run(now, id);
    }
  }

  #counts(key: string, sale: EventId): boolean {
    return this.#read(key, sale)?.counts === true;
  }

  #removeOrder(key: string, row: Row & { orderId: string }, { now, subscriptions }: Options): Removal {
    const order = { project: row.project, type: row.type, orderId: row.orderId };
    const sale = this.#firstOf(order) as EventId;
    const reports = this.#reportsOf.all(order) as EventId[];
    this.#cancelOutstanding(key, row, { reports, now });
    const { announced, isWithdrawn } = this.#orderStates.of(order);
    // Who was told of another report knows the order by the id of that one.
    const told = announced === null || isWithdrawn ? sale : announced;
    if (subscriptions && this.#counts(key, sale))
      this.#outbox.withdraw({ project: key, id: told }, subscriptions, now);
    for (const report of reports) this.#takeOut(row.project, report);
    this.#orderStates.remove(order);
    return { status: 'removed', sale, orderId: row.orderId };
  }

  /** One that has no order, or one that a bot reports: it leaves that order to others. */
  #removeAlone(key: string, row: Row, { now, subscriptions }: Options): Removal {
    const sale = { ms: row.ms, suffix: row.suffix };
    this.#cancelOutstanding(key, row, { reports: [sale], now });
    // What counted nowhere, a bot's for one, leaves nothing.
    if (subscriptions && this.#counts(key, sale))
      this.#outbox.withdraw({ project: key, id: sale }, subscriptions, now);
    this.#takeOut(row.project, sale);
    if (row.rank !== null) this.#leave.run(row);
    return { status: 'removed', sale, orderId: row.orderId };
  }

  #takeOut(project: number, report: EventId): void {
    this.#archive.takeEvent(project, report);
    const session = this.#sessionOf.get({ project, ...report }) as number | null | undefined;
    // A report that retention has deleted.
    if (session === undefined) return;
    this.#notes.event(project, report);
    if (session !== null) {
      this.#archive.takeSession(session);
      this.#notes.session(session);
    }
    this.#unconvert.run({ project, ...report });
    this.#take.run({ project, ...report });
  }

  /** An order that is removed has its first sale in the book still. */
  #removedBefore(row: Row, id: EventId): Removal {
    const { project, type, orderId } = row;
    const order = orderId === null ? null : { project, type, orderId };
    const isWhole = order !== null && this.#orderStates.of(order).isRemoved;
    const sale = isWhole ? (this.#firstOf(order) ?? id) : id;
    return { status: 'removed_before', sale, orderId };
  }
}
