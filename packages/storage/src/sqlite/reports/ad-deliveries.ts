import { type EventId, formatEventId } from '@cvq/contract/event-id';
import type { AdDelivery } from '../../ad-delivery-store.ts';
import type { ConversionDeliveries } from '../../reports.ts';
import { adDeliveryLog } from '../forwarding/ad-delivery-log.ts';
import { forwardedConversionReader } from '../forwarding/forwarded-conversion.ts';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import { webhooksOfEvent } from '../outbox/log.ts';
import { readDeliveryLog } from './read-delivery-log.ts';
import type { ReportContext } from './report-run.ts';

const logOf = oncePerConnection((db: Connection) => ({
  ...adDeliveryLog(db),
  readConversion: forwardedConversionReader(db),
}));

/** Of each of these conversions all deliveries to ad platforms. */
export function adDeliveries(
  { db }: ReportContext,
  project: string,
  ids: readonly EventId[],
): (readonly AdDelivery[])[] {
  return readDeliveryLog(() => {
    const found = logOf(db).deliveriesOf(project, ids);
    return ids.map((id) => found.get(id) ?? []);
  });
}

/** Everything that left the collector because of a conversion, or is to leave it. */
export function conversionDeliveries(
  { db }: ReportContext,
  { project, id, now }: { readonly project: string; readonly id: EventId; readonly now: number },
): ConversionDeliveries {
  return readDeliveryLog(() => {
    const log = logOf(db);
    return {
      conversion: log.readConversion({ project, event: id }, now),
      deliveries: log.deliveriesOf(project, [id]).get(id) ?? [],
      attempts: log.attemptsOf(project, id),
      webhooks: webhooksOfEvent(db, project, formatEventId(id)),
    };
  });
}
