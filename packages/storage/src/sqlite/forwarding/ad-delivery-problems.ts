import type { Connection } from '../open-database.ts';
import { findings } from '../store-files/integrity.ts';
import { adStateCode } from './ad-delivery-codes.ts';
import { ALL_DELIVERIES } from './all-deliveries.ts';

/** Of times from which nothing is archived the event of a delivery stands in its table. */
const WITHOUT_EVENT = `
  SELECT count(*) FROM ${ALL_DELIVERIES} WHERE ms >= (SELECT archived_before FROM watched WHERE id = 1)
    AND NOT EXISTS (
      SELECT 1 FROM events
      WHERE events.project = ad_deliveries.project AND events.ms = ad_deliveries.ms AND events.suffix = ad_deliveries.suffix
    )`;
const STUCK = `
  SELECT count(*) FROM ad_deliveries INDEXED BY ad_deliveries_outstanding
  WHERE settled_at IS NULL AND due_at IS NULL AND state <> ${adStateCode('blocked')}`;

/** What is wrong with deliveries to ad platforms; empty when all is well. */
export function adDeliveryProblems(db: Connection): string[] {
  return findings(() => {
    const count = (sql: string) => db.prepare(sql).pluck().get() as number;
    const [withoutEvent, stuck] = [count(WITHOUT_EVENT), count(STUCK)];
    return [
      ...(withoutEvent > 0 ? [`Deliveries to ad platforms whose event is not stored: ${withoutEvent}`] : []),
      ...(stuck > 0 ? [`Deliveries to ad platforms that are outstanding and due at no time: ${stuck}`] : []),
    ];
  });
}
