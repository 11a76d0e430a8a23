import { requireOperator } from '../accounts/actor.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';
import { type EndpointStatus, statusOfEndpoints } from './endpoint-status.ts';
import type { WebhookDeps } from './webhook-means.ts';

/** An endpoint with how it does. `owed`: deliveries that are still to be sent. */
export type ListedEndpoint = { readonly status: EndpointStatus; readonly owed: number };

/**
 * The endpoints of a project, for whoever can see it; of all for the operator. The oldest first.
 * @throws Refused
 */
export async function listEndpoints(
  deps: Pick<WebhookDeps, 'control' | 'actor' | 'now' | 'deliveries'>,
  project: string | undefined,
): Promise<ListedEndpoint[]> {
  if (project === undefined) await requireOperator(deps);
  else await requireProjectRole(deps, project, 'viewer');
  const { control, deliveries, now } = deps;
  const endpoints = await control.listWebhooks(project === undefined ? undefined : { project });
  const statuses = await statusOfEndpoints(endpoints, deliveries, now());
  const outstanding = await deliveries.countOutstanding();
  return statuses.map((status) => ({ status, owed: outstanding.get(status.endpoint.id) ?? 0 }));
}
