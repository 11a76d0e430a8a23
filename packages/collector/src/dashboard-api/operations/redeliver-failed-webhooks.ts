import {
  ProjectWebhooksParams,
  RedeliverFailedWebhooksBody,
  RedeliverFailedWebhooksResponse,
} from '@cvq/contract';
import { repeatFailed } from '../../webhooks/repeat-deliveries.ts';
import { defineDashboardOperation } from '../operation.ts';
import { webhookDepsOf } from '../webhooks/webhook-deps-of.ts';

export const redeliverFailedWebhooks = defineDashboardOperation({
  name: 'redeliver_failed_webhooks',
  tag: 'Webhooks',
  method: 'POST',
  path: '/projects/{project}/webhook-deliveries/redeliver',
  summary: 'Deliver once more all that failed',
  description: 'Of one endpoint or of the project: what has failed, and was not delivered anew since.',
  who: 'person',
  atLeast: 'member',
  stepUp: false,
  params: ProjectWebhooksParams,
  body: RedeliverFailedWebhooksBody,
  response: RedeliverFailedWebhooksResponse,
  errors: ['not_found'],
  async run({ by, args: { project, endpoint } }, deps) {
    const range = { from: 0, to: undefined };
    const acting = webhookDepsOf(by, project, deps);
    const { repeated, waitFor } = await repeatFailed(acting, { project, endpoint, ...range });
    return { data: { redelivered: repeated, wait_for: waitFor } };
  },
});
