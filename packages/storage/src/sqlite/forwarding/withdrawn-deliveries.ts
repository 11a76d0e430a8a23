import type { EventId, SkipReason } from '@cvq/contract';
import type { Connection } from '../open-database.ts';
import { adStateCode, STEP } from './ad-delivery-codes.ts';
import { AttemptLog } from './attempt-log.ts';
import { CONVERSION } from './delivery-keys.ts';
import { OwedDeliveries } from './make-owed-deliveries.ts';

type Withdrawal = { readonly reason: Extract<SkipReason, 'removed' | 'erased'>; readonly now: number };

/** SQL of a delivery: an attempt is under way, or one has ended of which nobody knows whether it has arrived. */
export const MAY_HAVE_ARRIVED = 'coalesce(may_have_arrived_at, unknown_since, begun_at) IS NOT NULL';

const CANCELLED = `state = ${adStateCode('cancelled')}, due_at = NULL, claimed_at = NULL, begun_at = NULL`;

/** What is outstanding and was not taken by its platform. */
const NOT_SENT = `settled_at IS NULL AND step = ${STEP.send}`;

/**
 * Withdraws deliveries that are not to be sent any more, inside the transaction that gives the reason for it. One that a
 * platform has taken keeps its state: it cannot be called back.
 */
export class WithdrawnDeliveries {
  readonly #log: AttemptLog;
  readonly #owedDeliveries: OwedDeliveries;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection) {
    this.#log = new AttemptLog(db);
    this.#owedDeliveries = new OwedDeliveries(db);
    this.#sql = prepare(db);
  }

  /**
   * Of a conversion, with what is kept of its attempts. Of one that is removed it stays told that a platform may have it;
   * of an erased person nothing is.
   */
  ofConversion(conversion: EventId & { readonly project: number }, { reason, now }: Withdrawal): void {
    this.#owedDeliveries.makeOfConversion(conversion);
    if (reason === 'removed') this.#sql.leaveUnknown.run({ ...conversion, now });
    this.#sql.withdraw.run({ ...conversion, reason, now });
    this.#log.clear(conversion);
    if (reason !== 'erased') return;
    // Keys of platforms are made of orders and clicks.
    this.#sql.forgetReservedKeys.run(conversion);
    this.#sql.forgetKeys.run(conversion);
  }

  /** Of an integration that is gone: nobody asks any more what became of what it has sent. How many were outstanding. */
  ofIntegration(integration: number, now: number): number {
    this.#owedDeliveries.makeOfIntegration({ integration });
    const { changes: asked } = this.#sql.endAsked.run({ integration, now });
    return asked + this.#sql.withdrawAll.run({ integration, now }).changes;
  }
}

function prepare(db: Connection) {
  return {
    leaveUnknown: db.prepare(`
      UPDATE ad_deliveries SET state = ${adStateCode('failed')}, reason = 'outcome_unknown', due_at = NULL, claimed_at = NULL,
        begun_at = NULL, settled_at = :now
      WHERE ${CONVERSION} AND ${NOT_SENT} AND ${MAY_HAVE_ARRIVED}`),
    withdraw: db.prepare(`
      UPDATE ad_deliveries SET ${CANCELLED}, reason = :reason, settled_at = :now WHERE ${CONVERSION} AND ${NOT_SENT}`),
    forgetReservedKeys: db.prepare(`DELETE FROM ad_reserved_keys WHERE ${CONVERSION}`),
    forgetKeys: db.prepare(`UPDATE ad_deliveries SET key = NULL WHERE ${CONVERSION}`),
    endAsked: db.prepare(`
      UPDATE ad_deliveries SET due_at = NULL, claimed_at = NULL, reason = 'integration_removed', settled_at = :now
      WHERE integration = :integration AND settled_at IS NULL AND step = ${STEP.verify}`),
    withdrawAll: db.prepare(`
      UPDATE ad_deliveries SET ${CANCELLED}, reason = 'integration_removed', settled_at = :now,
        unknown_since = coalesce(unknown_since, begun_at)
      WHERE integration = :integration AND ${NOT_SENT}`),
  };
}
