import { WebhookDeliveryParams, WebhookDeliveryResponse } from '@cvq/contract';
import { attemptJson, deliveryJson } from '../../webhooks/delivery-json.ts';
import { findDelivery } from '../../webhooks/repeat-deliveries.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const getWebhookDelivery = defineDashboardOperation({
  name: 'get_webhook_delivery',
  tag: 'Webhooks',
  method: 'GET',
  path: '/projects/{project}/webhook-deliveries/{delivery}',
  summary: 'One delivery of a webhook in full',
  description: 'Its payload, and every attempt with its answer.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: WebhookDeliveryParams,
  response: WebhookDeliveryResponse,
  errors: ['not_found'],
  async run({ by, args: { project, delivery } }, deps) {
    const found = await findDelivery(webhookDepsOf(by, project, deps), delivery);
    const payload = Buffer.from(found.body).toString('utf8');
    return { data: { ...deliveryJson(found), payload, log: found.log.map(attemptJson) } };
  },
});
