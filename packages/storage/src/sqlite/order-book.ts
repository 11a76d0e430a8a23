import type { EventRecord } from '../event-record.ts';
import type { Connection } from './open-database.ts';
import { isBefore, type Mark } from './session-state.ts';

/** What `events.conversion` says. */
export const CONVERSION = { none: 0, counted: 1, repeated: 2 } as const;
export type ConversionCode = (typeof CONVERSION)[keyof typeof CONVERSION];

/** The order that an event reports: of one project, one event type and one order id there is one sale. */
type Order = { readonly project: number; readonly type: number; readonly event: EventRecord };

/**
 * Which of the events that report the same order is the sale: the earliest, whatever order they came in.
 * `demote` is told of one that was counted until an earlier one came.
 */
export function createOrderBook(
  db: Connection,
  demote: (session: number | null) => void,
): (order: Order) => ConversionCode {
  const find = db.prepare(
    'SELECT at, ms, suffix FROM orders WHERE project = ? AND type = ? AND order_id = ?',
  );
  const add = db.prepare(
    'INSERT INTO orders (project, type, order_id, at, ms, suffix) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const replace = db.prepare(
    'UPDATE orders SET at = ?, ms = ?, suffix = ? WHERE project = ? AND type = ? AND order_id = ?',
  );
  const repeat = db
    .prepare(`
      UPDATE events SET conversion = ${CONVERSION.repeated}
      WHERE project = ? AND ms = ? AND suffix = ? RETURNING session`)
    .pluck();

  return ({ project, type, event }) => {
    if (event.conversion === null) return CONVERSION.none;
    const { orderId } = event.conversion;
    // One that reports leave out is no sale, and must not hide the sale that has its order id.
    if (orderId === null || event.exclusion !== null || event.bot !== null) return CONVERSION.counted;
    const own: Mark = { at: event.at, ...event.id };
    const isFirst = add.run(project, type, orderId, own.at, own.ms, own.suffix).changes === 1;
    if (isFirst) return CONVERSION.counted;
    const counted = find.get(project, type, orderId) as Mark;
    if (isBefore(counted, own)) return CONVERSION.repeated;
    replace.run(own.at, own.ms, own.suffix, project, type, orderId);
    demote(repeat.get(project, counted.ms, counted.suffix) as number | null);
    return CONVERSION.counted;
  };
}
