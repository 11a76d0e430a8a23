import type { AdPlatform, EventId } from '@cvq/contract';
import type { AdDeliveryKey } from '../../ad-delivery-store.ts';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { IS_EVENT } from '../row-conditions.ts';

/** A delivery by its numbers. */
export type DeliveryKey = EventId & { readonly project: number; readonly integration: number };

/** SQL that finds a delivery by its numbers. */
export const DELIVERY = `${IS_EVENT} AND integration = :integration`;
/** SQL that finds all deliveries of a conversion. */
export const CONVERSION = IS_EVENT;

const integrationStatement = oncePerConnection((db) =>
  db.prepare('SELECT id FROM ad_integrations WHERE key = ?').pluck(),
);
const addStatement = oncePerConnection((db) =>
  db.prepare('INSERT INTO ad_integrations (key, platform) VALUES (?, ?) ON CONFLICT DO NOTHING'),
);

/** The number of an integration; undefined for one that was never owed anything. */
export function integrationNumber(db: Connection, key: string): number | undefined {
  return integrationStatement(db).get(key) as number | undefined;
}

/** The number of an integration, which is given one where it has none: within a transaction that writes. */
export function giveIntegrationNumber(db: Connection, key: string, platform: AdPlatform): number {
  const known = integrationNumber(db, key);
  return known ?? Number(addStatement(db).run(key, platform).lastInsertRowid);
}

/** A delivery by its numbers; null where nothing was owed to such a project or integration. */
export function deliveryKey(
  db: Connection,
  { project, event, integration }: AdDeliveryKey,
): DeliveryKey | null {
  const [ofProject, ofIntegration] = [projectNumber(db, project), integrationNumber(db, integration)];
  if (ofProject === undefined || ofIntegration === undefined) return null;
  return { project: ofProject, ms: event.ms, suffix: event.suffix, integration: ofIntegration };
}
