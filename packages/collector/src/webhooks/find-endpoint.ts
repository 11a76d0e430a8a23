import type { Role } from '@cvq/contract';
import type { WebhookEndpoint } from '@cvq/storage';
import { type AccountDeps, requireRoleIn } from '../accounts/actor.ts';
import { unknown } from '../accounts/look-up.ts';
import type { Refused } from '../accounts/refused.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';

type Looking = Pick<AccountDeps, 'control' | 'actor'> & {
  /** Where the request names one: endpoints of other projects are unknown. */
  readonly project?: string;
};

/** An endpoint, and the account whose project it belongs to; null where the project was deleted. */
type FoundEndpoint = { readonly endpoint: WebhookEndpoint; readonly account: string | null };

/**
 * An endpoint, for an actor who has at least this role in its project.
 * @throws Refused not_allowed, or unknown for whoever cannot see it
 */
export async function findEndpoint(deps: Looking, id: string, atLeast: Role): Promise<FoundEndpoint> {
  if (deps.project !== undefined) await requireProjectRole(deps, deps.project, atLeast);
  const endpoint = await deps.control.findWebhook(id);
  if (endpoint === null || (deps.project ?? endpoint.project) !== endpoint.project) throw unknownEndpoint(id);
  const place = { projectId: endpoint.project };
  await requireRoleIn(deps, { place, atLeast, unknown: unknownEndpoint(id) });
  const project = await deps.control.findProject(endpoint.project);
  return { endpoint, account: project?.accountId ?? null };
}

/** There is no such endpoint, or the actor cannot see it. */
export function unknownEndpoint(id: string): Refused {
  return unknown('endpoint', `Unknown webhook endpoint: ${id}.`);
}
