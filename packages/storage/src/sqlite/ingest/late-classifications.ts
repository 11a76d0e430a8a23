import type { EventId } from '@cvq/contract';
import type { Connection } from '../open-database.ts';
import { BOT, CONVERSION, type ConversionCode, originCode } from '../row-codes.ts';
import type { OrderBook, OrderKey } from './order-deduplication.ts';
import type { OrderStates } from './order-states.ts';

/** A stored sale, by the number and by the name of its project. */
export type WithdrawnSale = { readonly project: string; readonly id: EventId };
type Suspect = EventId & { readonly project: number; readonly conversion: ConversionCode };
type Report = Suspect & { readonly type: number; readonly orderId: string | null };
type Judged = { readonly key: string; readonly type: number; readonly orderId: string | null };
/** Sales that count no more, and the orders of which another report may have to be announced for that. */
type Withdrawals = { readonly sales: WithdrawnSale[]; readonly orders: OrderKey[] };

/**
 * Conversions of browsers that counted until a later commit found their session to be a bot's. Reports leave them out
 * by themselves; who was told of them is to be told.
 */
export type LateVerdicts = {
  /** A session is a bot's: what it converted are suspects, and its orders are to be considered anew. */
  found(session: number, isNew: boolean): void;
  /** A conversion has left a person's session for another. */
  suspect(conversion: Suspect): void;
  /** Once all sessions of a commit are written. `isOwn` tells which events are of this commit: nobody knows of them. */
  settle(isOwn: (project: string, id: EventId) => boolean, now: number): Withdrawals;
  forget(): void;
};

type Involved = { readonly orders: Pick<OrderBook, 'reconsider'>; readonly orderStates: OrderStates };

const SERVER = originCode('server');

export function createLateVerdicts(db: Connection, { orders, orderStates }: Involved): LateVerdicts {
  const reportsOf = db.prepare(`
    SELECT project, ms, suffix, type, order_id AS orderId, conversion FROM events INDEXED BY reports_by_session
    WHERE session = ? AND conversion IN (1, 2) AND origin <> 1 AND exclusion IS NULL AND bot = ${BOT.none}`);
  const judged = db.prepare(`
    SELECT projects.key, events.type, events.order_id AS orderId FROM events
    JOIN sessions ON sessions.id = events.session
    JOIN projects ON projects.id = events.project
    WHERE events.project = ? AND events.ms = ? AND events.suffix = ? AND events.conversion = ${CONVERSION.counted}
      AND events.origin <> ${SERVER} AND events.exclusion IS NULL AND events.bot = ${BOT.none}
      AND sessions.bot <> ${BOT.none}`);
  let suspects: Suspect[] = [];

  /** An order is withdrawn by the report that it was announced with, else by the one that counted. */
  function isTold({ conversion, ...id }: Suspect, order: OrderKey, now: number): boolean {
    const { announced, message, isWithdrawn } = orderStates.of(order);
    if (announced === null) return conversion === CONVERSION.counted;
    if (isWithdrawn || announced.ms !== id.ms || announced.suffix !== id.suffix) return false;
    orderStates.withdraw(order, message, now);
    return true;
  }

  return {
    found(session, isNew) {
      for (const report of reportsOf.all(session) as Report[]) {
        const { project, type, orderId, ms, suffix } = report;
        if (!isNew) suspects.push(report);
        if (orderId !== null) orders.reconsider({ project, type, orderId, ms, suffix });
      }
    },
    suspect: (conversion) => void suspects.push(conversion),
    settle(isOwn, now) {
      const found: Withdrawals = { sales: [], orders: [] };
      const known = new Set<string>();
      for (const suspect of suspects) {
        const { project: number, ms, suffix, conversion } = suspect;
        const row = judged.get(number, ms, suffix) as Judged | undefined;
        const name = `${number} ${ms} ${suffix}`;
        if (row === undefined || isOwn(row.key, { ms, suffix }) || known.has(name)) continue;
        known.add(name);
        const { key: project, type, orderId } = row;
        const order = orderId === null ? null : { project: number, type, orderId };
        const counted = conversion === CONVERSION.counted;
        if (order === null ? !counted : !isTold({ project: number, ms, suffix, conversion }, order, now))
          continue;
        found.sales.push({ project, id: { ms, suffix } });
        if (order !== null) found.orders.push(order);
      }
      suspects = [];
      return found;
    },
    forget() {
      suspects = [];
    },
  };
}
