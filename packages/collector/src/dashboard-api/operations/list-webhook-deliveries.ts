import {
  formatDeliveryId,
  ListWebhookDeliveriesQuery,
  ListWebhookDeliveriesResponse,
  ProjectWebhooksParams,
  parseDeliveryId,
} from '@cvq/contract';
import { ApiError } from '../../errors/api-error.ts';
import { deliveryJson } from '../../webhooks/delivery-json.ts';
import { endpointsOf } from '../../webhooks/repeat-deliveries.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const listWebhookDeliveries = defineDashboardOperation({
  name: 'list_webhook_deliveries',
  tag: 'Webhooks',
  method: 'GET',
  path: '/projects/{project}/webhook-deliveries',
  summary: 'The delivery log of the webhooks of a project',
  description: 'Of the last 30 days, and up to 5 MB of each endpoint.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: ProjectWebhooksParams,
  query: ListWebhookDeliveriesQuery,
  response: ListWebhookDeliveriesResponse,
  errors: ['not_found'],
  async run({ by, args: { project, endpoint, state, cursor, limit = 50 } }, deps) {
    const acting = webhookDepsOf(by, project, deps);
    const endpoints = await endpointsOf(acting, { project, endpoint });
    const before = cursor === undefined ? undefined : afterCursor(cursor);
    const found = await acting.deliveries.list({ endpoints, state, before, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const next_cursor = found.length > limit && last ? formatDeliveryId(last.id) : null;
    return { data: shown.map(deliveryJson), meta: { next_cursor } };
  },
});

function afterCursor(cursor: string): number {
  const id = parseDeliveryId(cursor);
  if (id !== null) return id;
  throw new ApiError('invalid_request', 'cursor must be the next_cursor of an answer.', {
    details: { fields: [{ field: 'cursor', message: 'must be the next_cursor of an answer' }] },
  });
}
