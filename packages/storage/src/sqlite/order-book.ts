import { BROWSER_CLAIM_MS } from '@cvq/contract/constants';
import type { EventRecord } from '../event-record.ts';
import type { Connection } from './open-database.ts';
import { originCode, SESSION_BY } from './row-codes.ts';
import { isBefore, type Mark } from './session-state.ts';

/** What `events.conversion` says. */
export const CONVERSION = { none: 0, counted: 1, repeated: 2, removed: 3 } as const;
export type ConversionCode = (typeof CONVERSION)[keyof typeof CONVERSION];

/** Of one project, one event type and one order id there is one sale. */
type OrderKey = { readonly project: number; readonly type: number; readonly orderId: string };
type Report = { readonly project: number; readonly type: number; readonly event: EventRecord };

/** What the order book needs of the ledger. */
type Sessions = { addConversions(session: number, count: number): void };

/**
 * Which of the events that report the same order is the sale: the earliest that a server key reports, else the
 * earliest of a browser, whatever order they came in. A backend's sale that names no session belongs to that of the
 * earliest browser that reports the order. A sale that was removed keeps its order: every report of it is removed.
 */
export type OrderBook = {
  /** What an event that is about to be stored is. */
  enter(report: Report): ConversionCode;
  /** A report of the order has another session. */
  reconsider(order: OrderKey): void;
  /** Once all events of a commit are stored and have their sessions: give sales theirs. */
  settle(): void;
  forget(): void;
};

type Row = Mark & {
  readonly fromServer: 0 | 1;
  readonly visitAt: number | null;
  readonly visitMs: number | null;
  readonly visitSuffix: string | null;
  readonly removed: 0 | 1;
};
type Sale = { readonly session: number | null; readonly stitched: number };

const SERVER = originCode('server');
const KEY = 'project = :project AND type = :type AND order_id = :orderId';

export function createOrderBook(db: Connection, sessions: Sessions): OrderBook {
  const find = db.prepare(`
    SELECT at, ms, suffix, from_server AS fromServer, removed,
      visit_at AS visitAt, visit_ms AS visitMs, visit_suffix AS visitSuffix
    FROM orders WHERE ${KEY}`);
  const add = db.prepare(`
    INSERT INTO orders (project, type, order_id, at, ms, suffix, from_server, visit_at, visit_ms, visit_suffix)
    VALUES (:project, :type, :orderId, :at, :ms, :suffix, :fromServer,
      iif(:hasVisit, :at, NULL), iif(:hasVisit, :ms, NULL), iif(:hasVisit, :suffix, NULL))
    ON CONFLICT DO NOTHING`);
  const replace = db.prepare(
    `UPDATE orders SET at = :at, ms = :ms, suffix = :suffix, from_server = :fromServer WHERE ${KEY}`,
  );
  const setVisit = db.prepare(
    `UPDATE orders SET visit_at = :at, visit_ms = :ms, visit_suffix = :suffix WHERE ${KEY}`,
  );
  const sessionOf = db
    .prepare('SELECT session FROM events WHERE project = ? AND ms = ? AND suffix = ?')
    .pluck();
  const saleOf = db.prepare(`
    SELECT session, stitched FROM events
    WHERE project = ? AND ms = ? AND suffix = ? AND origin = ${SERVER} AND conversion = ${CONVERSION.counted}`);
  const repeat = db.prepare(`
    UPDATE events SET conversion = ${CONVERSION.repeated} WHERE project = ? AND ms = ? AND suffix = ?`);
  const move = db.prepare(
    'UPDATE events SET session = ?, stitched = ? WHERE project = ? AND ms = ? AND suffix = ?',
  );
  let unsettled = new Map<string, OrderKey>();

  const reconsider = (order: OrderKey) =>
    unsettled.set(`${order.project} ${order.type} ${order.orderId}`, order);

  function demote(project: number, { ms, suffix }: Mark): void {
    const lent = saleOf.get(project, ms, suffix) as Sale | undefined;
    const session = sessionOf.get(project, ms, suffix) as number | null;
    if (session !== null) sessions.addConversions(session, -1);
    repeat.run(project, ms, suffix);
    if (lent?.stitched === SESSION_BY.order) move.run(null, SESSION_BY.client, project, ms, suffix);
  }

  function lend({ project, ...order }: OrderKey): void {
    const row = find.get({ project, ...order }) as Row;
    const sale = saleOf.get(project, row.ms, row.suffix) as Sale | undefined;
    if (sale === undefined) return;
    const { session, stitched } = sale;
    if (session !== null && stitched !== SESSION_BY.order) return;
    const visit =
      row.visitMs === null ? null : (sessionOf.get(project, row.visitMs, row.visitSuffix) as number | null);
    if (visit === session) return;
    if (session !== null) sessions.addConversions(session, -1);
    if (visit !== null) sessions.addConversions(visit, 1);
    const by = visit === null ? SESSION_BY.client : SESSION_BY.order;
    move.run(visit, by, project, row.ms, row.suffix);
  }

  return {
    enter({ project, type, event }) {
      if (event.conversion === null) return CONVERSION.none;
      const orderId = orderOf(event);
      if (orderId === null) return CONVERSION.counted;
      const order = { project, type, orderId };
      const isServers = event.origin === 'server';
      const own = { at: claimedAt(event), ...event.id };
      const hasVisit = isOfVisit(event);
      const claim = { ...order, ...own, fromServer: isServers ? 1 : 0, hasVisit: hasVisit ? 1 : 0 };
      if (add.run(claim).changes === 1) return CONVERSION.counted;
      const former = find.get(order) as Row;
      if (former.removed === 1) return CONVERSION.removed;
      if (hasVisit && isBefore(own, visitOf(former))) setVisit.run({ ...order, ...own });
      reconsider(order);
      const outranks = isServers === (former.fromServer === 1) ? isBefore(own, former) : isServers;
      if (!outranks) return CONVERSION.repeated;
      replace.run(claim);
      demote(project, former);
      return CONVERSION.counted;
    },
    reconsider,
    settle() {
      if (unsettled.size === 0) return;
      for (const order of unsettled.values()) lend(order);
      unsettled = new Map();
    },
    forget() {
      unsettled = new Map();
    },
  };
}

/** One that reports leave out is no sale, and must not hide the sale that has its order id. */
function orderOf({ conversion, exclusion, bot }: EventRecord): string | null {
  return exclusion === null && bot === null ? (conversion?.orderId ?? null) : null;
}

/**
 * When an event lays claim to an order. Anybody can send a browser's event with any time: one that is older than what
 * a browser would still send counts from the moment after its receipt, and so does not displace what was there.
 */
function claimedAt({ origin, at, receivedAt }: EventRecord): number {
  if (origin === 'server') return at;
  return at < receivedAt - BROWSER_CLAIM_MS ? receivedAt + 1 : Math.min(at, receivedAt);
}

/** Whether there is a visit that a sale could be of. */
function isOfVisit({ origin, sessionId, visitor }: EventRecord): boolean {
  return origin === 'browser' && (sessionId !== null || visitor !== null);
}

function visitOf({ visitAt, visitMs, visitSuffix }: Row): Mark | null {
  return visitAt === null ? null : { at: visitAt, ms: visitMs as number, suffix: visitSuffix as string };
}
