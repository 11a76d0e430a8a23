import type { AdDeliveryStore, AdThrottle, BlockedDeliveries, Integration } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';

/** Of each integration, what is blocked is counted to so many: more of them say nothing else. */
const COUNTED_TO = 10_000;

/** An integration with what waits at it until something is set right. */
export type ListedIntegration = {
  readonly integration: Integration;
  readonly blocked: readonly BlockedDeliveries[];
  /** Its platform is left alone at this moment. */
  readonly throttle: AdThrottle | null;
};

type ListDeps = AccountDeps & {
  readonly deliveries: Pick<AdDeliveryStore, 'blocked' | 'throttles'>;
};

/**
 * The integrations of a project, or of all that the operator has. Everybody may who can see the project.
 * @throws Refused
 */
export async function listIntegrations(
  deps: ListDeps,
  { project }: { readonly project?: string | undefined },
): Promise<ListedIntegration[]> {
  if (project !== undefined) await requireProjectRole(deps, project, 'viewer');
  const found = await deps.control.listIntegrations(project === undefined ? undefined : { project });
  if (found.length === 0) return [];
  const { deliveries, now } = deps;
  const [blocked, throttles] = await Promise.all([
    deliveries.blocked(COUNTED_TO),
    deliveries.throttles(now()),
  ]);
  return found.map((integration) => ({
    integration,
    blocked: blocked.filter((each) => each.integration === integration.id),
    throttle: throttles.find((each) => each.integration === integration.id) ?? null,
  }));
}
