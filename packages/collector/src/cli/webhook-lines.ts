import { formatDeliveryId } from '@cvq/contract';
import type { DeliveryEntry, WebhookEndpoint } from '@cvq/storage';
import type { EndpointStatus } from '../webhooks/endpoint-status.ts';

/** An endpoint as commands print it as JSON: never with its secret. */
export function describeEndpoint({ id, project, url, events, enabled, createdAt }: WebhookEndpoint) {
  return { id, project, url, events, enabled, created_at: new Date(createdAt).toISOString() };
}

/** A line for a person. One that only fails says so loudly. */
export function lineOfEndpoint({ endpoint, state, failingSince }: EndpointStatus): string {
  const { id, project, events, url } = endpoint;
  const word = state === 'failing' ? `FAILING since ${new Date(failingSince ?? 0).toISOString()}` : state;
  return `${id}  ${project}  ${word}  ${events.join(',')}  ${url}`;
}

/** A delivery as commands print it as JSON. */
export function describeDelivery(delivery: DeliveryEntry) {
  const { lastStatus, lastError, lastDurationMs, lastAttemptAt, repeats } = delivery;
  return {
    id: formatDeliveryId(delivery.id),
    endpoint: delivery.endpoint,
    project: delivery.project,
    event_id: delivery.event,
    event_type: delivery.type,
    state: delivery.state,
    attempts: delivery.attempts,
    created_at: iso(delivery.createdAt),
    next_attempt_at: iso(delivery.nextAttemptAt),
    settled_at: iso(delivery.settledAt),
    test: delivery.isTest,
    redelivery_of: repeats === null ? null : formatDeliveryId(repeats),
    response_status: lastStatus,
    response_time_ms: lastDurationMs,
    error: lastError,
    last_attempt_at: iso(lastAttemptAt),
  };
}

export function lineOfDelivery(delivery: DeliveryEntry): string {
  const { id, type, state, attempts, createdAt, lastStatus, lastError, lastDurationMs } = delivery;
  const answer = lastStatus ?? lastError?.split(':')[0] ?? '-';
  const time = lastDurationMs === null ? '-' : `${lastDurationMs} ms`;
  return `${formatDeliveryId(id)}  ${iso(createdAt)}  ${type}  ${state}  ${answer}  ${time}  attempts: ${attempts}`;
}

function iso(at: number): string;
function iso(at: number | null): string | null;
function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
