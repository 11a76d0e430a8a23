import { formatDeliveryId } from '@cvq/contract';
import type { DeliveryEntry } from '@cvq/storage';
import type { ListedEndpoint } from '../webhooks/list-endpoints.ts';
import { tableOf } from './table-of.ts';

/** A table for a person. An endpoint that only fails says so loudly. */
export function linesOfEndpoints(endpoints: readonly ListedEndpoint[]) {
  return tableOf(
    ['ENDPOINT', 'PROJECT', 'STATE', 'OWED', 'EVENTS', 'URL'],
    endpoints.map(({ status: { endpoint, state, failingSince }, owed }) => {
      const { id, project, events, url } = endpoint;
      const word = state === 'failing' ? `FAILING since ${new Date(failingSince ?? 0).toISOString()}` : state;
      return [id, project, word, owed, events.join(','), url];
    }),
  );
}

/** A table of deliveries for a person. */
export function linesOfDeliveries(deliveries: readonly DeliveryEntry[]) {
  return tableOf(
    ['DELIVERY', 'CREATED', 'ENDPOINT', 'EVENT', 'TYPE', 'STATE', 'ATTEMPTS', 'ANSWER', 'TIME'],
    deliveries.map(({ lastStatus, lastError, lastDurationMs, ...delivery }) => [
      formatDeliveryId(delivery.id),
      new Date(delivery.createdAt).toISOString(),
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
