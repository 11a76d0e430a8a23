import type { Webhook, WebhookSettings } from '@cvq/contract';
import type { WebhookEndpoint } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';
import type { EndpointStatus } from './endpoint-status.ts';

/** An endpoint as every surface tells it: never with its secret. */
export function settingsJson({
  id,
  project,
  url,
  events,
  enabled,
  createdAt,
}: WebhookEndpoint): WebhookSettings {
  return { id, project, url, events: [...events], enabled, created_at: new Date(createdAt).toISOString() };
}

/** The same with how it does. `owed`: deliveries that are still to be sent. */
export function endpointJson(status: EndpointStatus, owed: number): Webhook {
  return {
    ...settingsJson(status.endpoint),
    state: status.state,
    owed,
    failing_since: isoOrNull(status.failingSince),
    last_success_at: isoOrNull(status.lastSuccessAt),
    last_failure_at: isoOrNull(status.lastFailureAt),
  };
}
