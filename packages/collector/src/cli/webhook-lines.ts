import { formatDeliveryId } from '@cvq/contract';
import type { DeliveryEntry, WebhookEndpoint } from '@cvq/storage';
import type { EndpointStatus } from '../webhooks/endpoint-status.ts';
import { tableOf } from './table-of.ts';

/** An endpoint as commands print it as JSON: never with its secret. */
export function describeEndpoint({ id, project, url, events, enabled, createdAt }: WebhookEndpoint) {
  return { id, project, url, events, enabled, created_at: new Date(createdAt).toISOString() };
}

/** A table for a person. An endpoint that only fails says so loudly. */
export function linesOfEndpoints(
  statuses: readonly EndpointStatus[],
  outstanding: ReadonlyMap<string, number>,
) {
  return tableOf(
    ['ENDPOINT', 'PROJECT', 'STATE', 'OWED', 'EVENTS', 'URL'],
    statuses.map(({ endpoint, state, failingSince }) => {
      const { id, project, events, url } = endpoint;
      const word = state === 'failing' ? `FAILING since ${new Date(failingSince ?? 0).toISOString()}` : state;
      return [id, project, word, outstanding.get(id) ?? 0, events.join(','), url];
    }),
  );
}

/** A delivery as commands print it as JSON. */
export function describeDelivery(delivery: DeliveryEntry) {
  const { lastStatus, lastError, lastDurationMs, lastAttemptAt, repeats, repeatedBy } = delivery;
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
    settled_at: iso(delivery.endedAt),
    test: delivery.isTest,
    redelivery_of: repeats === null ? null : formatDeliveryId(repeats),
    redelivered_as: repeatedBy === null ? null : formatDeliveryId(repeatedBy),
    response_status: lastStatus,
    response_time_ms: lastDurationMs,
    error: lastError,
    last_attempt_at: iso(lastAttemptAt),
  };
}

export function linesOfDeliveries(deliveries: readonly DeliveryEntry[]) {
  return tableOf(
    ['DELIVERY', 'CREATED', 'ENDPOINT', 'EVENT', 'TYPE', 'STATE', 'ATTEMPTS', 'ANSWER', 'TIME'],
    deliveries.map(({ lastStatus, lastError, lastDurationMs, ...delivery }) => [
      formatDeliveryId(delivery.id),
      iso(delivery.createdAt),
      delivery.endpoint,
      delivery.event,
      delivery.type,
      stateOf(delivery),
      delivery.attempts,
      lastStatus ?? lastError?.split(':')[0] ?? '-',
      lastDurationMs === null ? '-' : `${lastDurationMs} ms`,
    ]),
  );
}

/** What was cancelled because it was delivered anew says where to look for it. */
function stateOf({ state, repeatedBy }: Pick<DeliveryEntry, 'state' | 'repeatedBy'>): string {
  return repeatedBy === null ? state : `${state}, redelivered as ${formatDeliveryId(repeatedBy)}`;
}

function iso(at: number): string;
function iso(at: number | null): string | null;
function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
