import type { EventId } from '@cvq/contract';
import type { Connection } from '../open-database.ts';
import { STATE } from '../outbox/states.ts';
import { IS_ORDER } from '../row-conditions.ts';
import type { OrderKey } from './order-reports.ts';

/** What was told and done about an order: no report of it says that. */
type OrderState = {
  /** The report that webhooks were told of; null while they were told of none. */
  readonly announced: EventId | null;
  /** The message that told of it; null where that is not known. */
  readonly message: number | null;
  /** Its announced report was found to be a bot's, which endpoints that ask for removals were told. */
  readonly isWithdrawn: boolean;
  readonly isRemoved: boolean;
};

export type OrderStates = {
  of(order: OrderKey): OrderState;
  announce(order: OrderKey, by: EventId & { readonly message: number }): void;
  /** Another installation told of the order, if anybody did: this one does not tell of it again. */
  takeForAnnounced(order: OrderKey, sale: EventId): void;
  /** The announced report is a bot's: no endpoint that has not had it yet will. */
  withdraw(order: OrderKey, message: number | null, now: number): void;
  remove(order: OrderKey): void;
  /** Whether a message was owed to an endpoint that never acknowledged it. */
  hasMissed(message: number | null, endpoint: string): boolean;
};

type Row = {
  readonly ms: number | null;
  readonly suffix: string | null;
  readonly message: number | null;
  readonly withdrawn: 0 | 1;
  readonly removed: 0 | 1;
};

/**
 * Reads and writes what webhooks were told of orders, and which orders were removed: within the transaction of the
 * writer.
 */
export function createOrderStates(db: Connection): OrderStates {
  const find = db.prepare(
    `SELECT ms, suffix, message, withdrawn, removed FROM order_states WHERE ${IS_ORDER}`,
  );
  const announce = db.prepare(`
    INSERT INTO order_states (project, type, order_id, ms, suffix, message)
    VALUES (:project, :type, :orderId, :ms, :suffix, :message)
    ON CONFLICT DO UPDATE SET ms = excluded.ms, suffix = excluded.suffix, message = excluded.message, withdrawn = 0`);
  const takeForAnnounced = db.prepare(`
    INSERT INTO order_states (project, type, order_id, ms, suffix) VALUES (:project, :type, :orderId, :ms, :suffix)
    ON CONFLICT DO NOTHING`);
  const withdraw = db.prepare(`UPDATE order_states SET withdrawn = 1 WHERE ${IS_ORDER}`);
  const remove = db.prepare(`
    INSERT INTO order_states (project, type, order_id, removed) VALUES (:project, :type, :orderId, 1)
    ON CONFLICT DO UPDATE SET removed = 1`);
  const cancelOutstanding = db.prepare(`
    UPDATE webhook_deliveries SET state = ${STATE.cancelled}, settled_at = ?, claimed_at = NULL
    WHERE message = ? AND state = ${STATE.outstanding}`);
  const missed = db
    .prepare(`
      SELECT count(*) > 0 AND count(*) FILTER (WHERE state = ${STATE.acknowledged}) = 0 FROM webhook_deliveries
      WHERE message = ? AND endpoint = ?`)
    .pluck();

  return {
    of(order) {
      const row = find.get(order) as Row | undefined;
      if (row === undefined) return { announced: null, message: null, isWithdrawn: false, isRemoved: false };
      const { ms, suffix, message, withdrawn, removed } = row;
      const announced = ms === null || suffix === null ? null : { ms, suffix };
      return { announced, message, isWithdrawn: withdrawn === 1, isRemoved: removed === 1 };
    },
    announce: (order, by) => void announce.run({ ...order, ...by }),
    takeForAnnounced: (order, { ms, suffix }) => void takeForAnnounced.run({ ...order, ms, suffix }),
    withdraw(order, message, now) {
      withdraw.run(order);
      if (message !== null) cancelOutstanding.run(now, message);
    },
    remove: (order) => void remove.run(order),
    hasMissed: (message, endpoint) => message !== null && missed.get(message, endpoint) === 1,
  };
}
