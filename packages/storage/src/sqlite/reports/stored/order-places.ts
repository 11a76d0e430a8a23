import type { OrderPlace } from '../../../event-log.ts';
import type { Connection } from '../../open-database.ts';
import { CONVERSION, type ConversionCode, ORDER_RANK } from '../../row-codes.ts';
import { IS_ORDER } from '../../row-conditions.ts';

type Report = {
  readonly project: number;
  readonly type: number;
  readonly orderId: string | null;
  readonly ms: number;
  readonly suffix: string;
  readonly conversion: ConversionCode;
};

const PLACE = `SELECT rank, at FROM order_reports WHERE ${IS_ORDER} AND ms = :ms AND suffix = :suffix`;
const REMOVED = `SELECT 1 FROM order_states WHERE ${IS_ORDER} AND removed = 1`;

const RANKS = Object.entries(ORDER_RANK) as [keyof typeof ORDER_RANK, number][];

/** Finds the place of a stored conversion among the reports of its order; null where it reports none. */
export function createOrderPlaces(db: Connection): (report: Report) => OrderPlace | null {
  const placeOf = db.prepare(PLACE);
  const isRemoved = db.prepare(REMOVED).pluck();
  return ({ project, type, orderId, ms, suffix, conversion }) => {
    if (orderId === null) return null;
    const order = { project, type, orderId };
    const place = placeOf.get({ ...order, ms, suffix }) as { rank: number; at: number } | undefined;
    const isWhole = conversion === CONVERSION.removed && isRemoved.get(order) !== undefined;
    if (place === undefined) return isWhole ? { rank: null, claimedAt: null, isRemoved: true } : null;
    const rank = RANKS.find(([, code]) => code === place.rank)?.[0] ?? null;
    return { rank, claimedAt: place.at, isRemoved: isWhole };
  };
}
