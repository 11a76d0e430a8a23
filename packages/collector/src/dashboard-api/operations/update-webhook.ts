import { UpdateWebhookBody, WebhookParams, WebhookResponse } from '@cvq/contract';
import { EndpointEditor } from '../../webhooks/endpoint-editor.ts';
import { settingsJson } from '../../webhooks/endpoint-json.ts';
import { findEndpoint } from '../../webhooks/find-endpoint.ts';
import { defineDashboardOperation } from '../operation.ts';
import { requireStepUp } from '../session/require-who.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const updateWebhook = defineDashboardOperation({
  name: 'update_webhook',
  tag: 'Webhooks',
  method: 'PUT',
  path: '/projects/{project}/webhooks/{endpoint}',
  summary: 'Change a webhook endpoint',
  description:
    'What is left out stays as it is. What is outstanding for a paused endpoint waits until it is enabled. Another address is answered step_up_required until the password is given again.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: WebhookParams,
  body: UpdateWebhookBody,
  response: WebhookResponse,
  errors: ['not_found', 'step_up_required'],
  async run({ by, args: { project, endpoint, ...given } }, deps) {
    const acting = webhookDepsOf(by, project, deps);
    const { endpoint: before } = await findEndpoint(acting, endpoint, 'admin');
    if (given.url !== undefined && given.url !== before.url) requireStepUp(by, deps.now());
    return { data: settingsJson(await new EndpointEditor(acting).update(endpoint, given)) };
  },
});
