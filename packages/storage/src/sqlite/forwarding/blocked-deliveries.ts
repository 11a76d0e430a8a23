import type { BlockedDeliveries } from '../../ad-delivery-store.ts';
import { inOneMoment } from '../in-one-moment.ts';
import type { Connection } from '../open-database.ts';
import { adStateCode } from './ad-delivery-codes.ts';
import { AttemptLog } from './attempt-log.ts';
import type { DeliveryKey } from './delivery-keys.ts';

/** What is blocked has no time at which it is due. Of each reason the newest delivery stands for the others. */
const BLOCKED = `
  SELECT reason, count(*) AS deliveries, max(ms) AS ms, project, suffix FROM (
    SELECT reason, project, ms, suffix FROM ad_deliveries INDEXED BY ad_deliveries_outstanding
    WHERE integration = :id AND settled_at IS NULL AND due_at IS NULL AND state = ${adStateCode('blocked')}
    LIMIT :atMost
  ) GROUP BY reason ORDER BY deliveries DESC, reason`;

type Integration = { readonly id: number; readonly key: string };
type Row = Omit<DeliveryKey, 'integration'> & Pick<BlockedDeliveries, 'reason' | 'deliveries'>;

/** Reads what waits until something is set right, counted to so many of each integration. */
export function blockedDeliveriesReader(db: Connection): (atMost: number) => BlockedDeliveries[] {
  const integrations = db.prepare('SELECT id, key FROM ad_integrations ORDER BY id');
  const blocked = db.prepare(BLOCKED);
  const log = new AttemptLog(db);
  return inOneMoment(db, (atMost: number) =>
    (integrations.all() as Integration[]).flatMap(({ id, key }) =>
      (blocked.all({ id, atMost }) as Row[]).map(({ reason, deliveries, ...conversion }) => {
        const last = log.last({ ...conversion, integration: id });
        return { integration: key, reason, deliveries, message: last?.message ?? null };
      }),
    ),
  );
}
