import { type ListedWebhook, ListWebhooksResponse, ProjectWebhooksParams } from '@cvq/contract';
import { findProject } from '../../accounts/look-up.ts';
import { isAcknowledged } from '../../webhooks/attempt.ts';
import { endpointJson } from '../../webhooks/endpoint-json.ts';
import { type ListedEndpoint, listEndpoints } from '../../webhooks/list-endpoints.ts';
import type { WebhookDeps } from '../../webhooks/webhook-means.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

const RECENT = 50;

export const listWebhooks = defineDashboardOperation({
  name: 'list_webhooks',
  tag: 'Webhooks',
  method: 'GET',
  path: '/projects/{project}/webhooks',
  summary: 'The webhook endpoints of a project',
  description:
    'Each with its state, what is still to be sent to it, and its last attempts. Never with its secret.',
  who: 'signed_in',
  atLeast: 'viewer',
  stepUp: false,
  params: ProjectWebhooksParams,
  response: ListWebhooksResponse,
  errors: ['not_found'],
  async run({ by, args: { project } }, deps) {
    const acting = webhookDepsOf(by, project, deps);
    const listed = await listEndpoints(acting, project);
    const { timezone } = await findProject(acting, project);
    return { data: await Promise.all(listed.map((each) => toJson(each, acting))), meta: { timezone } };
  },
});

async function toJson({ status, owed }: ListedEndpoint, deps: WebhookDeps): Promise<ListedWebhook> {
  const { id, secrets } = status.endpoint;
  const recent = await deps.deliveries.recentAttempts(id, RECENT);
  const formerEndsAt = secrets.find(({ endsAt }) => endsAt !== null && endsAt > deps.now())?.endsAt;
  return {
    ...endpointJson(status, owed),
    former_secret_until: formerEndsAt == null ? null : new Date(formerEndsAt).toISOString(),
    recent: recent.map((attempt) => ({
      started_at: new Date(attempt.startedAt).toISOString(),
      acknowledged: isAcknowledged(attempt),
      response_status: attempt.status,
    })),
  };
}
