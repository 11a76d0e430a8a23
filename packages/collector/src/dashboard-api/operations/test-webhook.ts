import { formatDeliveryId, TestWebhookBody, TestWebhookResponse, WebhookParams } from '@cvq/contract';
import { testEndpoint } from '../../webhooks/test-endpoint.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const testWebhook = defineDashboardOperation({
  name: 'test_webhook',
  tag: 'Webhooks',
  method: 'POST',
  path: '/projects/{project}/webhooks/{endpoint}/test',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'One attempt, signed and logged like any other, whatever events the endpoint is set for and also while it is paused. Its answer is waited for, ten seconds at most.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: WebhookParams,
  body: TestWebhookBody,
  response: TestWebhookResponse,
  errors: ['not_found'],
  async run({ by, args: { project, endpoint, type } }, deps) {
    const acting = webhookDepsOf(by, project, deps);
    const { delivery, durationMs, answer, acknowledged } = await deps.webhooks.tests.run(project, () =>
      testEndpoint(acting, endpoint, type),
    );
    return {
      data: {
        delivery: formatDeliveryId(delivery),
        event_type: type,
        acknowledged,
        response_status: answer.status,
        response_time_ms: durationMs,
        error: answer.error,
      },
    };
  },
});
