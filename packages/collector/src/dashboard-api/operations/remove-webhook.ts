import { DONE, DoneResponse, WebhookParams } from '@cvq/contract';
import { EndpointEditor } from '../../webhooks/endpoint-editor.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const removeWebhook = defineDashboardOperation({
  name: 'remove_webhook',
  tag: 'Webhooks',
  method: 'DELETE',
  path: '/projects/{project}/webhooks/{endpoint}',
  summary: 'Remove a webhook endpoint',
  description: 'What is outstanding for it is not sent any more. Its delivery log is kept for 30 days.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: WebhookParams,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args: { project, endpoint } }, deps) {
    await new EndpointEditor(webhookDepsOf(by, project, deps)).remove(endpoint);
    return DONE;
  },
});
