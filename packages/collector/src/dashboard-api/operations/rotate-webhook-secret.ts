import { HOUR_MS, RotateWebhookSecretBody, RotateWebhookSecretResponse, WebhookParams } from '@cvq/contract';
import { EndpointEditor, USUAL_OVERLAP_HOURS } from '../../webhooks/endpoint-editor.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const rotateWebhookSecret = defineDashboardOperation({
  name: 'rotate_webhook_secret',
  tag: 'Webhooks',
  method: 'POST',
  path: '/projects/{project}/webhooks/{endpoint}/secret',
  summary: 'Make a new secret for a webhook endpoint',
  description: 'The secret is answered here and never again. Both secrets sign until the overlap ends.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: WebhookParams,
  body: RotateWebhookSecretBody,
  response: RotateWebhookSecretResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const { project, endpoint, overlap_hours, former_leads: formerLeads = false, force = false } = args;
    const editor = new EndpointEditor(webhookDepsOf(by, project, deps));
    const overlapMs = (overlap_hours ?? USUAL_OVERLAP_HOURS) * HOUR_MS;
    const made = await editor.rotateSecret(endpoint, { overlapMs, formerLeads, force });
    const former_ends_at = new Date(made.formerEndsAt).toISOString();
    return {
      data: { id: endpoint, secret: made.secret, former_ends_at, is_former_lost: made.isFormerLost },
    };
  },
});
