import { type ListedWebhook, ListWebhooksResponse, ProjectWebhooksParams } from '@cvq/contract';
import { isAllowed } from '../../accounts/is-allowed.ts';
import { findProject } from '../../accounts/look-up.ts';
import { requireProjectRole } from '../../accounts/require-project-role.ts';
import { isAcknowledged } from '../../webhooks/attempt.ts';
import { endpointJson } from '../../webhooks/endpoint-json.ts';
import { type ListedEndpoint, listEndpoints } from '../../webhooks/list-endpoints.ts';
import type { WebhookDeps } from '../../webhooks/webhook-means.ts';
import { withoutQuery } from '../../webhooks/without-query.ts';
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
    'Each with its state, what is still to be sent to it, and its last attempts. Never with its secret, and to others than admins without the query of its address, which may carry a token.',
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
    const told = await Promise.all(listed.map((each) => toJson(each, acting)));
    // Who may change endpoints has to know their whole address.
    const mayChange = await isAllowed(requireProjectRole(acting, project, 'admin'));
    const data = mayChange ? told : told.map(withoutToken);
    return { data, meta: { timezone } };
  },
});

function withoutToken(webhook: ListedWebhook): ListedWebhook {
  return { ...webhook, url: withoutQuery(webhook.url) };
}

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
