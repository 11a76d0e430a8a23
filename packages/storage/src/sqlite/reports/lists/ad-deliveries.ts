import { formatEventId } from '@cvq/contract/event-id';
import type { ConversionDeliveries, ListedConversion, ToldDelivery } from '../../../reports.ts';
import { adDeliveryLog } from '../../forwarding/ad-delivery-log.ts';
import { forwardedConversionReader } from '../../forwarding/forwarded-conversion.ts';
import { inOneMoment } from '../../in-one-moment.ts';
import { oncePerConnection } from '../../once-per-connection.ts';
import type { Connection } from '../../open-database.ts';
import { webhooksOfEvent } from '../../outbox/log.ts';
import type { ReportContext } from '../report-run.ts';
import { readDeliveryLog } from './read-delivery-log.ts';
import { toldDeliveriesIn } from './told-deliveries.ts';

const logOf = oncePerConnection((db: Connection) => {
  const deliveriesOf = toldDeliveriesIn(db);
  return {
    deliveriesOf,
    deliveriesOfAll: inOneMoment(db, (project: string, conversions: readonly ListedConversion[]) =>
      conversions.map((conversion) => deliveriesOf(project, conversion)),
    ),
    attemptsOf: adDeliveryLog(db).attemptsOf,
    readConversion: forwardedConversionReader(db),
  };
});

/** Of each of these conversions all deliveries to ad platforms. */
export function adDeliveries(
  { db }: ReportContext,
  project: string,
  conversions: readonly ListedConversion[],
): (readonly ToldDelivery[])[] {
  return readDeliveryLog(() => logOf(db).deliveriesOfAll(project, conversions));
}

type Asked = {
  readonly project: string;
  readonly conversion: ListedConversion;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Everything that left the collector because of a conversion, or is to leave it. */
export function conversionDeliveries(
  { db }: ReportContext,
  { project, conversion, now }: Asked,
): ConversionDeliveries {
  const { id } = conversion;
  return readDeliveryLog(() => {
    const log = logOf(db);
    return {
      conversion: log.readConversion({ project, event: id }, now),
      deliveries: log.deliveriesOf(project, conversion),
      attempts: log.attemptsOf(project, id),
      webhooks: webhooksOfEvent(db, project, formatEventId(id)),
    };
  });
}
