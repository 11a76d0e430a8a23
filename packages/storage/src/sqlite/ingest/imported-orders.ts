import type { EventId } from '@cvq/contract';
import type { OrderPlace } from '../../event-log.ts';
import type { EventRecord } from '../../event-record.ts';
import type { ImportedEvent } from '../../ingest-ledger.ts';
import type { Retrieval } from '../archive/retrieval.ts';
import type { ChangeNotes } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import { CONVERSION, type ConversionCode, ORDER_RANK, SESSION_BY } from '../row-codes.ts';
import { IS_EVENT_BY_PLACE, IS_ORDER } from '../row-conditions.ts';
import { claimOf, type OrderDeduplication, orderOf } from './order-deduplication.ts';
import { ADD_REPORT, type OrderKey, SALE_OF_ORDER } from './order-reports.ts';
import type { OrderStates } from './order-states.ts';
import type { SessionCache } from './session-cache.ts';

type Involved = {
  readonly orders: Pick<OrderDeduplication, 'enter'>;
  readonly orderStates: Pick<OrderStates, 'of' | 'remove' | 'takeForAnnounced'>;
  readonly sessions: Pick<SessionCache, 'addConversions'>;
  readonly notes: Pick<ChangeNotes, 'event'>;
  readonly archive: Pick<Retrieval, 'takeEvent'>;
};
type Arriving = ImportedEvent & { readonly project: number; readonly type: number };
type Row = {
  readonly conversion: ConversionCode;
  readonly session: number | null;
  readonly stitched: number;
};

/** Orders of events that another store has kept: what was decided and told there stays so here. */
export class ImportedOrders {
  readonly #involved: Involved;
  readonly #saleOf;
  readonly #add;
  readonly #reportsOf;
  readonly #selectRow;
  readonly #takeOut;
  #entered = new Map<string, OrderKey>();

  constructor(db: Connection, involved: Involved) {
    this.#involved = involved;
    this.#saleOf = db.prepare(SALE_OF_ORDER);
    this.#add = db.prepare(ADD_REPORT);
    this.#reportsOf = db.prepare(`SELECT ms, suffix FROM order_reports WHERE ${IS_ORDER}`);
    this.#selectRow = db.prepare(
      `SELECT conversion, session, stitched FROM events WHERE ${IS_EVENT_BY_PLACE}`,
    );
    this.#takeOut = db.prepare(`
      UPDATE events SET conversion = ${CONVERSION.removed}, session = ?, stitched = ? WHERE ${IS_EVENT_BY_PLACE}`);
  }

  /** What a conversion that is about to be stored is, unless its order finds another to be the sale. */
  enter({ project, type, event, conversion, order: place }: Arriving): ConversionCode {
    const orderId = orderOf(event);
    const order = orderId === null ? null : { project, type, orderId };
    if (conversion !== 'removed') {
      if (order !== null) this.#entered.set(`${project} ${type} ${orderId}`, order);
      return this.#involved.orders.enter({ project, type, event, claimedAt: place?.claimedAt ?? null });
    }
    if (order !== null && place?.isRemoved) {
      this.#remove(order);
      this.#addReport(order, event, place);
    }
    return CONVERSION.removed;
  }

  /** Once the orders of a commit are decided. One that only bots report has not been told of. */
  takeForAnnounced(): void {
    for (const order of this.#entered.values()) {
      const sale = this.#saleOf.get(order.project, order.type, order.orderId) as
        | (EventId & { readonly rank: number })
        | undefined;
      if (sale && sale.rank !== ORDER_RANK.bot) this.#involved.orderStates.takeForAnnounced(order, sale);
    }
    this.clear();
  }

  clear(): void {
    if (this.#entered.size > 0) this.#entered = new Map();
  }

  /** Keeps a removed report among those of its order: by them it is known that there was one, and what its sale was. */
  #addReport(order: OrderKey, event: EventRecord, { rank, claimedAt }: OrderPlace): void {
    const at = claimedAt ?? claimOf(event.origin === 'server', event);
    const { ms, suffix } = event.id;
    this.#add.run(order.project, order.type, order.orderId, ORDER_RANK[rank ?? 'bot'], at, ms, suffix);
  }

  /** Removes an order, with those of its reports that came before any that says so. */
  #remove(order: OrderKey): void {
    const { orderStates, sessions } = this.#involved;
    if (orderStates.of(order).isRemoved) return;
    orderStates.remove(order);
    for (const { ms, suffix } of this.#reportsOf.all(order) as EventId[]) {
      this.#involved.archive.takeEvent(order.project, { ms, suffix });
      const row = this.#selectRow.get(order.project, ms, suffix) as Row | undefined;
      // One that retention has deleted.
      if (row === undefined) continue;
      const { conversion, session, stitched } = row;
      if (conversion === CONVERSION.counted && session !== null) sessions.addConversions(session, -1);
      const isBorrowed = stitched === SESSION_BY.order;
      const found = isBorrowed ? [null, SESSION_BY.client] : [session, stitched];
      this.#takeOut.run(...found, order.project, ms, suffix);
      this.#involved.notes.event(order.project, { ms, suffix });
    }
  }
}
