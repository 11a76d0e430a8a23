import { UpdateWebhookBody, WebhookParams, WebhookResponse } from '@cvq/contract';
import { EndpointEditor } from '../../webhooks/endpoint-editor.ts';
import { settingsJson } from '../../webhooks/endpoint-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const updateWebhook = defineDashboardOperation({
  name: 'update_webhook',
  tag: 'Webhooks',
  method: 'PUT',
  path: '/projects/{project}/webhooks/{endpoint}',
  summary: 'Change a webhook endpoint',
  description:
    'What is left out stays as it is. What is outstanding for a paused endpoint waits until it is enabled.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: WebhookParams,
  body: UpdateWebhookBody,
  response: WebhookResponse,
  errors: ['not_found'],
  async run({ by, args: { project, endpoint, ...given } }, deps) {
    const editor = new EndpointEditor(webhookDepsOf(by, project, deps));
    return { data: settingsJson(await editor.update(endpoint, given)) };
  },
});
