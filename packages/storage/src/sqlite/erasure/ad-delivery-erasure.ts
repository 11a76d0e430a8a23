import type { EventId } from '@cvq/contract';
import type { ErasureCounts } from '../../erasures.ts';
import { ALL_DELIVERIES } from '../forwarding/all-deliveries.ts';
import { CONVERSION } from '../forwarding/delivery-keys.ts';
import { MAY_HAVE_ARRIVED, WithdrawnDeliveries } from '../forwarding/withdrawn-deliveries.ts';
import type { Connection } from '../open-database.ts';

/** Deliveries of a conversion to ad platforms, by what an erasure tells of them. */
export type AdDeliveryCounts = Pick<
  ErasureCounts,
  'adDeliveries' | 'adDeliveriesTaken' | 'adDeliveriesMaybeTaken'
>;

export const NO_AD_DELIVERIES: AdDeliveryCounts = {
  adDeliveries: 0,
  adDeliveriesTaken: 0,
  adDeliveriesMaybeTaken: 0,
};

type Options = { readonly project: number; readonly now: number };

/** Takes a person out of what is owed to ad platforms, and out of what is kept of attempts. */
export class AdDeliveryErasure {
  readonly #project: number;
  readonly #now: number;
  readonly #withdrawn: WithdrawnDeliveries;
  readonly #count;

  constructor(db: Connection, { project, now }: Options) {
    this.#project = project;
    this.#now = now;
    this.#withdrawn = new WithdrawnDeliveries(db);
    this.#count = db.prepare(`
      SELECT count(*) AS adDeliveries, count(accepted_at) AS adDeliveriesTaken,
        count(iif(accepted_at IS NULL AND ${MAY_HAVE_ARRIVED}, 1, NULL)) AS adDeliveriesMaybeTaken
      FROM ${ALL_DELIVERIES} WHERE ${CONVERSION}`);
  }

  count({ ms, suffix }: EventId): AdDeliveryCounts {
    return this.#count.get({ project: this.#project, ms, suffix }) as AdDeliveryCounts;
  }

  /** In the transaction of the caller. */
  write({ ms, suffix }: EventId): void {
    const conversion = { project: this.#project, ms, suffix };
    this.#withdrawn.ofConversion(conversion, { reason: 'erased', now: this.#now });
  }
}
