import type { EventId } from '@cvq/contract';
import { parseEventId } from '@cvq/contract/event-id';
import type { Subscriptions } from '../delivery-store.ts';
import type { Removal } from '../event-store.ts';
import type { Connection } from './open-database.ts';
import { CONVERSION, type ConversionCode } from './order-book.ts';
import { createOutbox } from './outbox/enqueue.ts';
import { STATE } from './outbox/states.ts';
import { createConversionReader } from './reports/stored-conversions.ts';
import { BOT, SESSION_BY } from './row-codes.ts';

type Options = { readonly now: number; readonly subscriptions?: Subscriptions };
type Row = EventId & {
  readonly project: number;
  readonly type: number;
  readonly orderId: string | null;
  readonly conversion: ConversionCode;
  readonly claims: 0 | 1;
};
type Order = EventId & { readonly removed: 0 | 1 };
type Owed = { readonly id: number; readonly event: string };

const EVENT = 'project = :project AND ms = :ms AND suffix = :suffix';
const ORDER = 'project = :project AND type = :type AND order_id = :orderId';
const CLAIMS = `exclusion IS NULL AND bot = ${BOT.none}`;

/** Removes conversions: each in one transaction, after which nothing that is read knows it. */
export function createConversionRemoval(db: Connection) {
  const outbox = createOutbox(db);
  const read = createConversionReader(db);
  const find = db.prepare(`
    SELECT project, ms, suffix, type, order_id AS orderId, conversion, order_id IS NOT NULL AND ${CLAIMS} AS claims
    FROM events WHERE project = (SELECT id FROM projects WHERE key = :key) AND ms = :ms AND suffix = :suffix`);
  const orderOf = db.prepare(`SELECT ms, suffix, removed FROM orders WHERE ${ORDER}`);
  const close = db.prepare(`UPDATE orders SET removed = 1 WHERE ${ORDER}`);
  const reportsOf = db.prepare(`
    SELECT ms, suffix FROM events
    WHERE project = :project AND order_id = :orderId AND type = :type AND conversion <> ${CONVERSION.none} AND ${CLAIMS}`);
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
    WHERE deliveries.state = ${STATE.owed} AND messages.is_test = 0 AND messages.project = :key
      AND messages.type = (SELECT value FROM strings WHERE id = :type)`);
  const cancel = db.prepare(`
    UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL WHERE id = ?`);

  function cancelOwed(key: string, { type }: Row, { reports, now }: { reports: EventId[]; now: number }) {
    const names = new Set(reports.map(({ ms, suffix }) => `${ms} ${suffix}`));
    for (const { id, event } of owed.all({ key, type }) as Owed[]) {
      const of = parseEventId(event);
      if (of !== null && names.has(`${of.ms} ${of.suffix}`)) cancel.run(now, id);
    }
  }

  function counts(key: string, sale: EventId): boolean {
    const found = read(key, sale);
    return found !== null && found.bot === null && found.event.exclusion === null;
  }

  return db.transaction((key: string, id: EventId, { now, subscriptions }: Options): Removal => {
    const row = find.get({ key, ...id }) as Row | undefined;
    if (row === undefined) return { status: 'unknown' };
    const { project, orderId, conversion, claims } = row;
    if (conversion === CONVERSION.none) return { status: 'no_conversion' };
    const order = claims === 1 ? (orderOf.get(row) as Order | undefined) : undefined;
    const sale = order === undefined ? id : { ms: order.ms, suffix: order.suffix };
    if (conversion === CONVERSION.removed) return { status: 'removed_before', sale, orderId };
    const reports = order === undefined ? [id] : (reportsOf.all(row) as EventId[]);
    cancelOwed(key, row, { reports, now });
    // What counted nowhere, a bot's for one, leaves nothing.
    if (subscriptions && counts(key, sale))
      outbox.withdraw({ project: key, id: sale, at: now }, subscriptions);
    for (const report of reports) {
      unconvert.run({ project, ...report });
      take.run({ project, ...report });
    }
    if (order !== undefined) close.run(row);
    return { status: 'removed', sale, orderId };
  }).immediate;
}
