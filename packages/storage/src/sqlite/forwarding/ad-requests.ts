import type { AdDeliveryState } from '@cvq/contract';
import type { AdDeliveryKey } from '../../ad-delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { adStateCode } from './ad-delivery-codes.ts';
import { deliveryKey, integrationNumber } from './delivery-keys.ts';
import { DeliveryRows } from './delivery-rows.ts';

/**
 * What can be made due by hand. A hold protects somebody, what is under way or was taken by the platform needs nothing, and
 * what was taken back stays so.
 */
const CAN_BE_RETRIED: ReadonlySet<AdDeliveryState> = new Set([
  'waiting',
  'blocked',
  'retry_scheduled',
  'throttled',
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
  readonly #resume;
  readonly #countDue;

  constructor(db: Connection) {
    this.#db = db;
    this.#rows = new DeliveryRows(db);
    this.#resume = db.prepare(`
      UPDATE ad_deliveries SET state = ${adStateCode('waiting')}, reason = NULL, due_at = :now
      WHERE integration = :integration AND settled_at IS NULL AND due_at IS NULL`);
    this.#countDue = db
      .prepare(`
        SELECT count(*) FROM ad_deliveries INDEXED BY ad_deliveries_outstanding
        WHERE integration = :integration AND settled_at IS NULL AND due_at <= :now`)
      .pluck();
  }

  retry(given: AdDeliveryKey, now: number): AdDeliveryState | null {
    const retry = () => {
      const key = deliveryKey(this.#db, given);
      const row = key && this.#rows.find(key);
      if (key === null || row === null) return null;
      if (row.claimedAt !== null) return row.step === 'send' ? 'sending' : row.state;
      if (!CAN_BE_RETRIED.has(row.state)) return row.state;
      const anew = { tries: 0, step: 'send', leftOut: [], reference: null, unknownSince: null } as const;
      this.#rows.write(key, { ...row, ...anew, state: 'waiting', reason: null, dueAt: now, settledAt: null });
      return row.state;
    };
    return this.#db.transaction(retry).immediate();
  }

  resume(integration: string, now: number): number {
    const resume = () => {
      const number = integrationNumber(this.#db, integration);
      if (number === undefined) return 0;
      this.#resume.run({ integration: number, now });
      return this.#countDue.get({ integration: number, now }) as number;
    };
    return this.#db.transaction(resume).immediate();
  }
}
