import type { EventId } from '@cvq/contract';
import { parseStoredEventId } from '@cvq/contract/event-id';
import type { Subscriptions } from '../../delivery-store.ts';
import type { Removal } from '../../ingest-ledger.ts';
import type { Connection } from '../open-database.ts';
import { createOutbox } from '../outbox/enqueue.ts';
import { STATE } from '../outbox/states.ts';
import { createConversionReader } from '../reports/stored-conversions.ts';
import { CONVERSION, type ConversionCode, ORDER_RANK, SESSION_BY } from '../row-codes.ts';
import { type OrderKey, SALE_OF_ORDER } from './order-deduplication.ts';
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
type Owed = { readonly id: number; readonly event: string };

const EVENT = 'project = :project AND ms = :ms AND suffix = :suffix';
const ORDER = 'project = :project AND type = :type AND order_id = :orderId';

/** Removes conversions: each in one transaction, after which nothing that is read knows it. */
export function createConversionRemoval(db: Connection) {
  const outbox = createOutbox(db);
  const read = createConversionReader(db);
  const orderStates = createOrderStates(db);
  const find = db.prepare(`
    SELECT events.project, events.ms, events.suffix, events.type, events.order_id AS orderId, events.conversion, rank
    FROM events LEFT JOIN order_reports reports ON reports.project = events.project AND reports.type = events.type
      AND reports.order_id = events.order_id AND reports.ms = events.ms AND reports.suffix = events.suffix
    WHERE events.project = (SELECT id FROM projects WHERE key = :key) AND events.ms = :ms AND events.suffix = :suffix`);
  const saleOf = db.prepare(SALE_OF_ORDER);
  const reportsOf = db.prepare(`SELECT ms, suffix FROM order_reports WHERE ${ORDER}`);
  const leave = db.prepare(
    `DELETE FROM order_reports WHERE ${ORDER} AND rank = :rank AND ms = :ms AND suffix = :suffix`,
  );
  const unconvert = db.prepare(`
    UPDATE sessions SET conversions = conversions - 1 WHERE id = (
      SELECT session FROM events WHERE ${EVENT} AND conversion = ${CONVERSION.counted} AND exclusion IS NULL
    )`);
  const take = db.prepare(`
    UPDATE events SET conversion = ${CONVERSION.removed},
      session = iif(stitched = ${SESSION_BY.order}, NULL, session),
      stitched = iif(stitched = ${SESSION_BY.order}, ${SESSION_BY.client}, stitched)
    WHERE ${EVENT}`);
  const owed = db.prepare(`
    SELECT deliveries.id, messages.event FROM webhook_deliveries deliveries
    JOIN webhook_messages messages ON messages.id = deliveries.message
    WHERE deliveries.state = ${STATE.outstanding} AND messages.is_test = 0 AND messages.project = :key
      AND messages.type = (SELECT value FROM strings WHERE id = :type)`);
  const cancel = db.prepare(`
    UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL WHERE id = ?`);

  function firstOf({ project, type, orderId }: OrderKey): EventId | null {
    const found = saleOf.get(project, type, orderId) as EventId | undefined;
    return found === undefined ? null : { ms: found.ms, suffix: found.suffix };
  }

  function cancelOutstanding(
    key: string,
    { type }: Row,
    { reports, now }: { reports: EventId[]; now: number },
  ) {
    const names = new Set(reports.map(({ ms, suffix }) => `${ms} ${suffix}`));
    for (const { id, event } of owed.all({ key, type }) as Owed[]) {
      const of = parseStoredEventId(event);
      if (of !== null && names.has(`${of.ms} ${of.suffix}`)) cancel.run(now, id);
    }
  }

  function counts(key: string, sale: EventId): boolean {
    const found = read(key, sale);
    return found !== null && found.bot === null && found.event.exclusion === null;
  }

  function removeOrder(
    key: string,
    row: Row & { orderId: string },
    { now, subscriptions }: Options,
  ): Removal {
    const order = { project: row.project, type: row.type, orderId: row.orderId };
    const sale = firstOf(order) as EventId;
    const reports = reportsOf.all(order) as EventId[];
    cancelOutstanding(key, row, { reports, now });
    const { announced, isWithdrawn } = orderStates.of(order);
    // Who was told of another report knows the order by the id of that one.
    const told = announced === null || isWithdrawn ? sale : announced;
    if (subscriptions && counts(key, sale)) outbox.withdraw({ project: key, id: told }, subscriptions, now);
    for (const report of reports) takeOut(row.project, report);
    orderStates.remove(order);
    return { status: 'removed', sale, orderId: row.orderId };
  }

  /** One that has no order, or one that a bot reports: it leaves that order to others. */
  function removeAlone(key: string, row: Row, { now, subscriptions }: Options): Removal {
    const sale = { ms: row.ms, suffix: row.suffix };
    cancelOutstanding(key, row, { reports: [sale], now });
    // What counted nowhere, a bot's for one, leaves nothing.
    if (subscriptions && counts(key, sale)) outbox.withdraw({ project: key, id: sale }, subscriptions, now);
    takeOut(row.project, sale);
    if (row.rank !== null) leave.run(row);
    return { status: 'removed', sale, orderId: row.orderId };
  }

  function takeOut(project: number, report: EventId): void {
    unconvert.run({ project, ...report });
    take.run({ project, ...report });
  }

  /** An order that is removed has its first sale in the book still. */
  function removedBefore(row: Row, id: EventId): Removal {
    const { project, type, orderId } = row;
    const order = orderId === null ? null : { project, type, orderId };
    const isWhole = order !== null && orderStates.of(order).isRemoved;
    const sale = isWhole ? (firstOf(order) ?? id) : id;
    return { status: 'removed_before', sale, orderId };
  }

  return db.transaction((key: string, id: EventId, options: Options): Removal => {
    const row = find.get({ key, ...id }) as Row | undefined;
    if (row === undefined) return { status: 'unknown' };
    const { orderId, conversion, rank } = row;
    if (conversion === CONVERSION.none) return { status: 'no_conversion' };
    if (conversion === CONVERSION.removed) return removedBefore(row, id);
    if (orderId === null || rank === null || rank === ORDER_RANK.bot) return removeAlone(key, row, options);
    return removeOrder(key, { ...row, orderId }, options);
  }).immediate;
}
