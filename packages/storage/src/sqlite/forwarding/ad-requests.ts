import type { AdDeliveryState } from '@cvq/contract';
import type { AdDeliveryKey } from '../../ad-delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { adStateCode, STEP } from './ad-delivery-codes.ts';
import { deliveriesOfOrdersIn } from './deliveries-of-orders.ts';
import { type DeliveryKey, deliveryKey, integrationNumber } from './delivery-keys.ts';
import { DeliveryRows } from './delivery-rows.ts';
import { OwedDeliveries } from './make-owed-deliveries.ts';
import { OwedLists } from './owed-lists.ts';
import { Throttles } from './throttles.ts';

/**
 * What can be made due by hand. A hold protects somebody; what waits for its time or for its platform is on its way, as is
 * what is being sent; what the platform has needs nothing, and what was taken back stays so.
 */
const CAN_BE_RETRIED: ReadonlySet<AdDeliveryState> = new Set([
  'blocked',
  'retry_scheduled',
  'failed',
  'rejected',
  'expired',
  'skipped',
  'dry_run',
]);

/** What people ask of deliveries: once more, or from now on. */
export class AdRequests {
  readonly #db: Connection;
  readonly #rows: DeliveryRows;
  readonly #deliveriesOfOrders;
  readonly #throttles: Throttles;
  readonly #resume;
  readonly #endDryRun;
  readonly #countDue;
  readonly #owedDeliveries;
  readonly #owed;

  constructor(db: Connection) {
    this.#db = db;
    this.#rows = new DeliveryRows(db);
    this.#deliveriesOfOrders = deliveriesOfOrdersIn(db);
    this.#throttles = new Throttles(db);
    this.#resume = db.prepare(`
      UPDATE ad_deliveries SET state = ${adStateCode('waiting')}, reason = NULL, due_at = :now
      WHERE integration = :integration AND settled_at IS NULL AND claimed_at IS NULL
        AND (due_at IS NULL OR state = ${adStateCode('throttled')})`);
    this.#endDryRun = db.prepare(`
      UPDATE ad_deliveries
      SET state = ${adStateCode('dry_run')}, reason = 'dry_run', due_at = NULL, claimed_at = NULL, settled_at = :now
      WHERE integration = :integration AND settled_at IS NULL AND step = ${STEP.send}`);
    this.#countDue = db
      .prepare(`
        SELECT count(*) FROM ad_deliveries INDEXED BY ad_deliveries_outstanding
        WHERE integration = :integration AND settled_at IS NULL AND due_at <= :now`)
      .pluck();
    this.#owedDeliveries = new OwedDeliveries(db);
    this.#owed = new OwedLists(db);
  }

  retry(given: AdDeliveryKey, now: number): void {
    const retry = () => {
      const key = deliveryKey(this.#db, given);
      const row = key && this.#rows.find(key);
      if (key === null || row === null || row.claimedAt !== null || !CAN_BE_RETRIED.has(row.state)) return;
      if (row.reason === 'duplicate_order' && this.#isSentByAnother(key)) return;
      const anew = { tries: 0, step: 'send', leftOut: [], reference: null, unknownSince: null } as const;
      const due = { state: 'waiting', reason: null, dueAt: now, askedAt: now, settledAt: null } as const;
      this.#rows.write(key, { ...row, ...anew, ...due });
    };
    this.#db.transaction(retry).immediate();
  }

  /** Another report of the order was taken by the platform, or is being sent. */
  #isSentByAnother(key: DeliveryKey): boolean {
    const stands = this.#deliveriesOfOrders(key).find(({ number }) => number === key.integration);
    return stands !== undefined && (stands.acceptedAt !== null || stands.begunAt !== null);
  }

  resume(integration: string, now: number): number {
    const resume = () => {
      const number = integrationNumber(this.#db, integration);
      if (number === undefined) return 0;
      this.#throttles.endByHand(number);
      this.#resume.run({ integration: number, now });
      const taken = this.#countDue.get({ integration: number, now }) as number;
      return taken + this.#owed.countDue(number, now);
    };
    return this.#db.transaction(resume).immediate();
  }

  endDryRun(integration: string, now: number): void {
    const end = () => {
      const number = integrationNumber(this.#db, integration);
      if (number === undefined) return;
      this.#owedDeliveries.makeOfIntegration({ integration: number });
      this.#endDryRun.run({ integration: number, now });
    };
    this.#db.transaction(end).immediate();
  }
}
