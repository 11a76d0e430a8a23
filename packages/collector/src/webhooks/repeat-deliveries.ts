import { formatDeliveryId, parseDeliveryId, type Role } from '@cvq/contract';
import type { DeliveryDetails, DeliveryEntry } from '@cvq/storage';
import { requireOperator, requireRoleIn } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';
import { unknown } from '../accounts/look-up.ts';
import { Refused } from '../accounts/refused.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';
import { findEndpoint } from './find-endpoint.ts';
import type { WebhookDeps } from './webhook-means.ts';

type LookingDeps = Pick<WebhookDeps, 'control' | 'actor' | 'deliveries'> & {
  /** Where the request names one: deliveries of other projects are unknown. */
  readonly project?: string;
};
type RepeatDeps = LookingDeps & Pick<WebhookDeps, 'from' | 'now' | 'wake'>;

/** A project, an endpoint, or both; neither stands for every endpoint. */
export type EndpointChoice = {
  readonly project?: string | undefined;
  readonly endpoint?: string | undefined;
};

/**
 * The delivery with an id such as `del_…`, with its payload and every attempt, for an actor who has at least this role
 * in its project.
 * @throws Refused
 */
export async function findDelivery(
  deps: LookingDeps,
  text: string,
  atLeast: Role = 'viewer',
): Promise<DeliveryDetails> {
  if (deps.project !== undefined) await requireProjectRole(deps, deps.project, atLeast);
  const id = parseDeliveryId(text);
  const found = id === null ? null : await deps.deliveries.find(id);
  if (found === null || (deps.project ?? found.project) !== found.project) throw unknownDelivery(text);
  const place = { projectId: found.project };
  await requireRoleIn(deps, { place, atLeast, unknown: unknownDelivery(text) });
  return found;
}

/**
 * Ids of the endpoints that are meant. One that was removed can still be named: its log is there for 30 days.
 * @throws Refused
 */
export async function endpointsOf(
  deps: LookingDeps,
  { project, endpoint }: EndpointChoice,
  atLeast: Role = 'viewer',
): Promise<string[]> {
  if (project !== undefined) await requireProjectRole(deps, project, atLeast);
  else await requireOperator(deps);
  const { control, deliveries } = deps;
  const of = project === undefined ? undefined : { project };
  const wanted = (await control.listWebhooks(of)).map(({ id }) => id);
  if (endpoint === undefined) return wanted;
  if (wanted.includes(endpoint)) return [endpoint];
  const [logged] = await deliveries.list({ endpoints: [endpoint], limit: 1 });
  if (logged !== undefined && (project ?? logged.project) === logged.project) return [endpoint];
  throw unknown('endpoint', `Unknown endpoint${project === undefined ? '' : ` of ${project}`}: ${endpoint}.`);
}

/**
 * Repeat a delivery in whatever state it is. It waits while its endpoint, which `waitsFor` names, is disabled. Members
 * of the project may.
 * @throws Refused
 */
export async function repeatDelivery(
  deps: RepeatDeps,
  text: string,
): Promise<{ made: DeliveryEntry; waitsFor: string | null }> {
  const { id, endpoint: endpointId, project, type } = await findDelivery(deps, text, 'member');
  if ((await deps.control.findWebhook(endpointId)) === null) {
    throw new Refused('conflict', {
      field: 'delivery',
      problem: `The endpoint ${endpointId} of ${text} was removed.`,
      fix: 'Nothing can be sent to it.',
    });
  }
  const { endpoint, account } = await findEndpoint(deps, endpointId, 'member');
  const made = await audited(deps, {
    action: 'redeliver_webhook',
    account,
    project,
    subject: text,
    name: type,
    async make() {
      const repeated = await deps.deliveries.redeliver(id, deps.now());
      if (repeated === null) throw unknownDelivery(text);
      return repeated;
    },
    told: (repeated) => ({ after: { delivery: formatDeliveryId(repeated.id) } }),
  });
  deps.wake();
  return { made, waitsFor: endpoint.enabled ? null : endpoint.id };
}

/**
 * Repeat what failed in a range and was not repeated since. Deliveries to a disabled endpoint wait. Members of the
 * project may.
 * @throws Refused
 */
export async function repeatFailed(
  deps: RepeatDeps,
  { from, to, ...choice }: EndpointChoice & { readonly from: number; readonly to: number | undefined },
): Promise<{ repeated: number; waitFor: string[] }> {
  const at = deps.now();
  const endpoints = await endpointsOf(deps, choice, 'member');
  const known = (await deps.control.listWebhooks()).filter(({ id }) => endpoints.includes(id));
  const project = choice.project ?? known[0]?.project ?? null;
  const account = project === null ? null : ((await deps.control.findProject(project))?.accountId ?? null);
  const repeated = await audited(deps, {
    action: 'redeliver_failed_webhooks',
    account,
    project,
    subject: choice.endpoint ?? null,
    make: () => deps.deliveries.redeliverFailed({ endpoints, from, to: to ?? at + 1 }, at),
    told: (count) => ({ after: { redelivered: count } }),
  });
  deps.wake();
  return { repeated, waitFor: known.filter(({ enabled }) => !enabled).map(({ id }) => id) };
}

function unknownDelivery(text: string): Refused {
  return unknown('delivery', `Unknown delivery: ${text}.`);
}
