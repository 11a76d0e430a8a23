import type { EventId } from '@cvq/contract';
import type { AdClaim, AdDeliveryStore, BegunAttempt } from '../../ad-delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { type DeliveryKey, deliveryKey } from './delivery-keys.ts';
import { type DeliveryRow, DeliveryRows, mayHaveArrivedAt, mayHaveSent } from './delivery-rows.ts';

type Begun = Awaited<ReturnType<AdDeliveryStore['beginSending']>>;
type Order = NonNullable<BegunAttempt['order']>;
/** Of whom another delivery wants what it has. */
type Holder = EventId & { readonly project: number };

type Taking = {
  readonly row: DeliveryRow;
  readonly other: DeliveryKey;
  readonly order: Order;
  readonly startedAt: number;
};

const ORDER = `
  project = :project AND order_id = :orderId AND integration = :integration
  AND type = (SELECT id FROM strings WHERE value = :type)`;

/**
 * Beginnings of attempts to send, in the commit that takes the order and the key: of two deliveries that a platform would
 * take for one, or that report one order, one goes.
 */
export class SendingBeginnings {
  readonly #db: Connection;
  readonly #rows: DeliveryRows;
  readonly #sql: ReturnType<typeof prepare>;

  constructor(db: Connection) {
    this.#db = db;
    this.#rows = new DeliveryRows(db);
    this.#sql = prepare(db);
  }

  begin(claim: AdClaim, attempt: BegunAttempt): Begun {
    return this.#db.transaction(() => this.#begin(claim, attempt)).immediate();
  }

  #begin(claim: AdClaim, { startedAt, key: platformKey, exclusiveKey, order }: BegunAttempt): Begun {
    const key = deliveryKey(this.#db, claim);
    const row = key && this.#rows.find(key);
    if (key === null || row?.claimedAt !== claim.claimedAt) return 'claim_lost';
    const orderHolder = order === null ? undefined : this.#holderOfOrder(key, order);
    const other = orderHolder && { ...key, ...orderHolder };
    const refused = order && other && this.#takeOver(key, { row, other, order, startedAt });
    if (refused) return refused;
    const keyHolder = exclusiveKey === null ? undefined : this.#holderOfKey(key, exclusiveKey);
    if (keyHolder !== undefined && !this.#endedUnsent({ ...key, ...keyHolder })) return 'key_taken';
    if (order !== null) this.#sql.takeOrder.run({ ...key, ...order });
    if (exclusiveKey !== null) this.#sql.takeKey.run({ ...key, exclusiveKey });
    this.#rows.write(key, { ...row, key: row.key ?? platformKey, begunAt: startedAt });
    return 'begun';
  }

  /**
   * Of an order that another delivery has: that one keeps it where the platform has taken it, and while it is being sent.
   * Where nobody knows whether it has arrived, the order is handed over with the key and the doubt, so that it is never
   * left to nobody, and the platform knows the repeat. Undefined where the order is free.
   */
  #takeOver(key: DeliveryKey, { row, other, order, startedAt }: Taking): Exclude<Begun, 'begun'> | undefined {
    const holder = this.#rows.find(other);
    if (holder === null || !mayHaveSent(holder)) return undefined;
    if (holder.acceptedAt !== null) return 'order_taken';
    if (holder.begunAt !== null) return { waitsUntil: Math.max(holder.dueAt ?? 0, startedAt + 1000) };
    // Without its key the platform would take it for another: that of an erased person is kept nowhere.
    if (holder.key === null) return 'order_taken';
    const arrivedAt = mayHaveArrivedAt(holder);
    // Who asks for it by hand takes the risk of a repeat.
    const unknownSince = row.askedAt === null ? arrivedAt : row.unknownSince;
    this.#rows.write(key, { ...row, key: holder.key, unknownSince, mayHaveArrivedAt: arrivedAt });
    this.#rows.write(other, { ...holder, claimedAt: null, unknownSince: null, mayHaveArrivedAt: null });
    this.#sql.takeOrder.run({ ...key, ...order });
    this.#sql.handOverKeys.run({ ...key, otherMs: other.ms, otherSuffix: other.suffix });
    return 'order_handed_over';
  }

  #holderOfOrder(key: DeliveryKey, order: Order): Holder | undefined {
    return otherThan(key, this.#sql.holderOfOrder.get({ ...key, ...order }) as Holder | undefined);
  }

  #holderOfKey(key: DeliveryKey, exclusiveKey: string): Holder | undefined {
    const { integration } = key;
    return otherThan(key, this.#sql.holderOfKey.get({ integration, exclusiveKey }) as Holder | undefined);
  }

  #endedUnsent(key: DeliveryKey): boolean {
    const row = this.#rows.find(key);
    return row === null || (row.settledAt !== null && !mayHaveSent(row));
  }
}

function otherThan(key: DeliveryKey, holder: Holder | undefined): Holder | undefined {
  const { project, ms, suffix } = key;
  const isSame = holder?.project === project && holder.ms === ms && holder.suffix === suffix;
  return isSame ? undefined : holder;
}

function prepare(db: Connection) {
  return {
    holderOfOrder: db.prepare(`SELECT project, ms, suffix FROM ad_reserved_orders WHERE ${ORDER}`),
    takeOrder: db.prepare(`
      INSERT INTO ad_reserved_orders (project, type, order_id, integration, ms, suffix)
      SELECT :project, id, :orderId, :integration, :ms, :suffix FROM strings WHERE value = :type
      ON CONFLICT DO UPDATE SET ms = :ms, suffix = :suffix`),
    holderOfKey: db.prepare(
      'SELECT project, ms, suffix FROM ad_reserved_keys WHERE integration = :integration AND key = :exclusiveKey',
    ),
    handOverKeys: db.prepare(`
      UPDATE ad_reserved_keys SET ms = :ms, suffix = :suffix
      WHERE project = :project AND ms = :otherMs AND suffix = :otherSuffix AND integration = :integration`),
    takeKey: db.prepare(`
      INSERT INTO ad_reserved_keys (integration, key, project, ms, suffix)
      VALUES (:integration, :exclusiveKey, :project, :ms, :suffix)
      ON CONFLICT DO UPDATE SET project = :project, ms = :ms, suffix = :suffix`),
  };
}
