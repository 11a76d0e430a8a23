import { CreateWebhookBody, CreateWebhookResponse, ProjectWebhooksParams } from '@cvq/contract';
import { EndpointEditor } from '../../webhooks/endpoint-editor.ts';
import { settingsJson } from '../../webhooks/endpoint-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const createWebhook = defineDashboardOperation({
  name: 'create_webhook',
  tag: 'Webhooks',
  method: 'POST',
  path: '/projects/{project}/webhooks',
  summary: 'Create a webhook endpoint',
  description: 'It is sent events from then on. The secret that signs them is answered here and never again.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: ProjectWebhooksParams,
  body: CreateWebhookBody,
  response: CreateWebhookResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const editor = new EndpointEditor(webhookDepsOf(by, args.project, deps));
    const { endpoint, secret } = await editor.create(args);
    return { data: { ...settingsJson(endpoint), secret } };
  },
});
