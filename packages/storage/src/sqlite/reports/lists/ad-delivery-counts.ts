import type { EventId } from '@cvq/contract';
import type { AdDeliveryCount } from '../../../ad-delivery-store.ts';
import type { CountedAdDeliveries, Period, Question } from '../../../reports.ts';
import { adStateOf } from '../../forwarding/ad-delivery-codes.ts';
import { adDeliveryLog } from '../../forwarding/ad-delivery-log.ts';
import { deliveriesOfOrdersIn } from '../../forwarding/deliveries-of-orders.ts';
import { oncePerConnection } from '../../once-per-connection.ts';
import { countedSales, filterMeasures } from '../filters/filtered-events.ts';
import { type ReportContext, type ReportRun, startRun } from '../report-run.ts';
import { readDeliveryLog } from './read-delivery-log.ts';
import { heldByOthers, idOf, keyOf as keyOfConversion } from './with-deliveries.ts';

const logOf = oncePerConnection(adDeliveryLog);
const deliveriesOfOrders = oncePerConnection(deliveriesOfOrdersIn);

/** Conversions that are looked at between two looks whether anybody still waits. */
const AT_ONCE = 1000;

/**
 * How many deliveries of the conversions of a period stand where, and how many of the conversions that count do: each of these
 * once for each integration that it is owed to, by the delivery of its order.
 * @throws DeliveryLogUnreadable
 */
export function adDeliveryCounts(
  context: ReportContext,
  question: Question,
  period: Period,
): CountedAdDeliveries[] {
  const run = startRun(context, question, period);
  const counts = new Map<string, CountedAdDeliveries>();
  for (const each of readDeliveryLog(() => logOf(context.db).count(question.project, period)))
    counts.set(keyOf(each), { ...each, counted: 0 });
  const sales = countedSales(run, question, filterMeasures(run, question));
  const held = readDeliveryLog(() => heldByOthers(run));
  for (let start = 0; start < sales.length; start += AT_ONCE) {
    run.interruption.check();
    const ids = sales.slice(start, start + AT_ONCE).map(idOf);
    readDeliveryLog(() => addCounted(counts, { ...run, held }, ids));
  }
  return [...counts.values()];
}

function addCounted(
  counts: Map<string, CountedAdDeliveries>,
  { db, project, held }: Pick<ReportRun, 'db' | 'project'> & { readonly held: ReadonlySet<string> },
  ids: readonly EventId[],
): void {
  for (const id of ids) {
    const found = deliveriesOfOrders(db)({ project, ...id }, held.has(keyOfConversion(id)));
    for (const { integration, platform, state, reason } of found) {
      const each = { integration, platform, state: adStateOf(state), reason };
      const known = counts.get(keyOf(each)) ?? { ...each, deliveries: 0, counted: 0 };
      counts.set(keyOf(each), { ...known, counted: known.counted + 1 });
    }
  }
}

const keyOf = ({ integration, state, reason }: Pick<AdDeliveryCount, 'integration' | 'state' | 'reason'>) =>
  `${integration} ${state} ${reason ?? ''}`;
