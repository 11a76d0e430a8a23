import { type DeliveryStatus, type ShownIntegration, STATUS_OF_DELIVERY_STATE } from '@cvq/contract';
import type { AdDeliveryCount, AdDeliveryStore, ProjectRecord } from '@cvq/storage';
import { isOfDemo } from '../demo/demo-integrations.ts';
import { listedIntegrationJson } from '../integrations/integration-json.ts';
import type { ListedIntegration } from '../integrations/list-integrations.ts';
import { Temporal } from '../temporal.ts';

type Counting = { readonly deliveries: Pick<AdDeliveryStore, 'count'>; readonly now: () => number };

/** Deliveries of the conversions of the project's own day, which has begun. */
export function countToday(
  { deliveries, now }: Counting,
  { id, timezone }: Pick<ProjectRecord, 'id' | 'timezone'>,
): Promise<AdDeliveryCount[]> {
  const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(timezone).startOfDay();
  const to = today.add({ days: 1 }).epochMilliseconds;
  return deliveries.count(id, { from: today.epochMilliseconds, to });
}

/** An integration as the dashboard shows it. */
export function shownIntegration(
  listed: ListedIntegration,
  counts: readonly AdDeliveryCount[],
): ShownIntegration {
  const { integration } = listed;
  const today: Record<DeliveryStatus, number> = {
    pending: 0,
    delivered: 0,
    failed: 0,
    retrying: 0,
    skipped: 0,
  };
  for (const { state, deliveries } of counts.filter((each) => each.integration === integration.id))
    today[STATUS_OF_DELIVERY_STATE[state]] += deliveries;
  return {
    ...listedIntegrationJson(listed),
    is_demo: isOfDemo(integration),
    today,
  };
}
