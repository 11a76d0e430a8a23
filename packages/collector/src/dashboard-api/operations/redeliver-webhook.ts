import { NoFieldsBody, RedeliverWebhookResponse, WebhookDeliveryParams } from '@cvq/contract';
import { deliveryJson } from '../../webhooks/delivery-json.ts';
import { repeatDelivery } from '../../webhooks/repeat-deliveries.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const redeliverWebhook = defineDashboardOperation({
  name: 'redeliver_webhook',
  tag: 'Webhooks',
  method: 'POST',
  path: '/projects/{project}/webhook-deliveries/{delivery}/redeliver',
  summary: 'Deliver a webhook once more',
  description:
    'The same body, with six new attempts. What was still to be sent of the former delivery is cancelled.',
  who: 'person',
  atLeast: 'member',
  stepUp: false,
  params: WebhookDeliveryParams,
  body: NoFieldsBody,
  response: RedeliverWebhookResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args: { project, delivery } }, deps) {
    const { made, waitsFor } = await repeatDelivery(webhookDepsOf(by, project, deps), delivery);
    return { data: { ...deliveryJson(made), waits_for: waitsFor } };
  },
});
