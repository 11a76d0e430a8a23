import type { EventId } from '@cvq/contract';
import type { AdDelivery } from '../../../ad-delivery-store.ts';
import type { ListedConversion, ToldDelivery } from '../../../reports.ts';
import { adStateOf } from '../../forwarding/ad-delivery-codes.ts';
import { adDeliveryLog } from '../../forwarding/ad-delivery-log.ts';
import { type DeliveryOfOrder, deliveriesOfOrdersIn } from '../../forwarding/deliveries-of-orders.ts';
import { inOneMoment } from '../../in-one-moment.ts';
import type { Connection } from '../../open-database.ts';
import { projectNumber } from '../../project-number.ts';

/**
 * Reads the deliveries of conversions as they are told: those of one that counts stand where the deliveries of its order do,
 * as in the account of all.
 */
export function toldDeliveriesIn(
  db: Connection,
): (project: string, conversion: ListedConversion) => readonly ToldDelivery[] {
  const { deliveriesOf } = adDeliveryLog(db);
  const ofOrders = deliveriesOfOrdersIn(db);
  return inOneMoment(db, (project: string, { id, counts }: ListedConversion) => {
    const own = deliveriesOf(project, [id]).get(id) ?? [];
    const number = counts && own.length > 0 ? projectNumber(db, project) : undefined;
    const { ms, suffix } = id;
    const standing = number === undefined ? [] : ofOrders({ project: number, ms, suffix });
    return own.map((each) =>
      tell(
        each,
        standing.find(({ integration }) => integration === each.integration),
      ),
    );
  });
}

function tell(own: AdDelivery, ofOrder: DeliveryOfOrder | undefined): ToldDelivery {
  if (ofOrder === undefined || isOf(own.event, ofOrder)) return { ...own, sentAs: null };
  const { state, reason, nextAttemptAt, ms, suffix } = ofOrder;
  return { ...own, state: adStateOf(state), reason, nextAttemptAt, sentAs: { ms, suffix } };
}

const isOf = (event: EventId, { ms, suffix }: EventId) => event.ms === ms && event.suffix === suffix;
