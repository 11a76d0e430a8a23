import type { Connection } from '../open-database.ts';
import { IS_ORDER } from '../row-conditions.ts';
import { adStateCode, STEP } from './ad-delivery-codes.ts';
import type { DeliveryKey } from './delivery-keys.ts';
import { makeOwedIn } from './make-owed-deliveries.ts';
import { orderOfConversionIn } from './order-of-conversion.ts';

/** The other reports of an order. */
const REPORTS = `
  project = :project AND NOT (ms = :ms AND suffix = :suffix)
  AND (ms, suffix) IN (
    SELECT ms, suffix FROM order_reports WHERE ${IS_ORDER})`;
const OTHERS = `integration = :integration AND ${REPORTS}`;

const IS_DUPLICATE = `state = ${adStateCode('skipped')} AND reason = 'duplicate_order'`;

/**
 * What becomes of the other reports of an order when a delivery of it has ended: none waits for another that will not
 * come. To be used within a transaction.
 */
export class OtherReports {
  readonly #orderOf;
  readonly #makeOwed;
  readonly #skip;
  readonly #lookAgain;

  constructor(db: Connection) {
    this.#orderOf = orderOfConversionIn(db);
    this.#makeOwed = makeOwedIn(db, REPORTS);
    this.#skip = db.prepare(`
      UPDATE ad_deliveries
      SET state = ${adStateCode('skipped')}, reason = 'duplicate_order', due_at = NULL, settled_at = :now
      WHERE ${OTHERS} AND settled_at IS NULL AND claimed_at IS NULL AND step = ${STEP.send}`);
    this.#lookAgain = db.prepare(`
      UPDATE ad_deliveries SET state = ${adStateCode('waiting')}, reason = NULL, due_at = :now, settled_at = NULL
      WHERE ${OTHERS} AND ${IS_DUPLICATE} AND settled_at IS NOT NULL`);
  }

  /** The platform has the order: what waits, or is blocked, is not sent any more. */
  skip(delivery: DeliveryKey, now: number): void {
    const order = this.#orderOf(delivery);
    if (order === null) return;
    this.#makeOwed({ ...delivery, ...order });
    this.#skip.run({ ...delivery, ...order, now });
  }

  /** A delivery has ended, and the platform is not known to have it: what was left out for it is looked at again. */
  lookAgain(delivery: DeliveryKey, now: number): void {
    const order = this.#orderOf(delivery);
    if (order !== null) this.#lookAgain.run({ ...delivery, ...order, now });
  }
}
