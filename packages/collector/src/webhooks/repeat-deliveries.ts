import { parseDeliveryId } from '@cvq/contract';
import type { ControlStore, DeliveryDetails, DeliveryEntry, DeliveryStore } from '@cvq/storage';
import { findProject, unknown } from '../accounts/look-up.ts';
import { Refused } from '../accounts/refused.ts';

type RepeatDeps = {
  readonly control: ControlStore;
  readonly deliveries: DeliveryStore;
  readonly now: () => number;
};

/** A project, an endpoint, or both; neither stands for every endpoint. */
export type EndpointChoice = {
  readonly project?: string | undefined;
  readonly endpoint?: string | undefined;
};

/**
 * The delivery with an id such as `del_…`, with its payload and every attempt.
 * @throws Refused
 */
export async function findDelivery(
  { deliveries }: Pick<RepeatDeps, 'deliveries'>,
  text: string,
): Promise<DeliveryDetails> {
  const id = parseDeliveryId(text);
  const found = id === null ? null : await deliveries.find(id);
  if (found === null) throw unknownDelivery(text);
  return found;
}

/**
 * Ids of the endpoints that are meant. One that was removed can still be named: its log is there for 30 days.
 * @throws Refused
 */
export async function endpointsOf(
  { control, deliveries }: Pick<RepeatDeps, 'control' | 'deliveries'>,
  { project, endpoint }: EndpointChoice,
): Promise<string[]> {
  if (project !== undefined) await findProject({ control }, project);
  const of = project === undefined ? undefined : { project };
  const wanted = (await control.listWebhooks(of)).map(({ id }) => id);
  if (endpoint === undefined) return wanted;
  if (project !== undefined && !wanted.includes(endpoint))
    throw unknown('endpoint', `Unknown endpoint of ${project}: ${endpoint}.`);
  const isKnown = (await control.findWebhook(endpoint)) !== null;
  if (!isKnown && (await deliveries.list({ endpoints: [endpoint], limit: 1 })).length === 0)
    throw unknown('endpoint', `Unknown endpoint: ${endpoint}.`);
  return [endpoint];
}

/**
 * Repeat a delivery in whatever state it is. It waits while its endpoint, which `waitsFor` names, is disabled.
 * @throws Refused
 */
export async function repeatDelivery(
  { control, deliveries, now }: RepeatDeps,
  text: string,
): Promise<{ made: DeliveryEntry; waitsFor: string | null }> {
  const found = await findDelivery({ deliveries }, text);
  const endpoint = await control.findWebhook(found.endpoint);
  if (endpoint === null) {
    throw new Refused('conflict', {
      field: 'delivery',
      problem: `The endpoint ${found.endpoint} of ${text} was removed.`,
      fix: 'Nothing can be sent to it.',
    });
  }
  const made = await deliveries.redeliver(found.id, now());
  if (made === null) throw unknownDelivery(text);
  return { made, waitsFor: endpoint.enabled ? null : endpoint.id };
}

/**
 * Repeat what failed in a range and was not repeated since. Deliveries to a disabled endpoint wait.
 * @throws Refused
 */
export async function repeatFailed(
  deps: RepeatDeps,
  { from, to, ...choice }: EndpointChoice & { readonly from: number; readonly to: number | undefined },
): Promise<{ repeated: number; waitFor: string[] }> {
  const at = deps.now();
  const endpoints = await endpointsOf(deps, choice);
  const known = await deps.control.listWebhooks();
  const isDisabled = ({ id, enabled }: (typeof known)[number]) => !enabled && endpoints.includes(id);
  return {
    repeated: await deps.deliveries.redeliverFailed({ endpoints, from, to: to ?? at }, at),
    waitFor: known.filter(isDisabled).map(({ id }) => id),
  };
}

function unknownDelivery(text: string): Refused {
  return unknown('delivery', `Unknown delivery: ${text}.`);
}
