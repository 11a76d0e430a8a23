import type { DeliveryStore, EndpointHealth, WebhookEndpoint } from '@cvq/storage';
import { FAILING_AFTER_MS } from './webhook-upkeep.ts';

/** How an endpoint does: what a dashboard, metrics or a person at a terminal is shown. */
export type EndpointStatus = {
  readonly endpoint: WebhookEndpoint;
  readonly state: 'enabled' | 'disabled' | 'failing';
  /** The first failure since the last success, in epoch milliseconds. */
  readonly failingSince: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastFailureAt: number | null;
};

/** The status of each endpoint at a moment, in their order. */
export async function statusOfEndpoints(
  endpoints: readonly WebhookEndpoint[],
  deliveries: Pick<DeliveryStore, 'health'>,
  now: number,
): Promise<EndpointStatus[]> {
  const byEndpoint = new Map((await deliveries.health()).map((health) => [health.endpoint, health]));
  return endpoints.map((endpoint) => {
    const health = byEndpoint.get(endpoint.id);
    return {
      endpoint,
      state: stateOf(endpoint, health, now),
      failingSince: health?.failingSince ?? null,
      lastSuccessAt: health?.lastSuccessAt ?? null,
      lastFailureAt: health?.lastFailureAt ?? null,
    };
  });
}

function stateOf({ enabled }: WebhookEndpoint, health: EndpointHealth | undefined, now: number) {
  if (!enabled) return 'disabled';
  const since = health?.failingSince ?? null;
  return since !== null && now - since >= FAILING_AFTER_MS ? 'failing' : 'enabled';
}
