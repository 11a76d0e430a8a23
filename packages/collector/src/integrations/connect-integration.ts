import { SEND_CHOICES } from '@cvq/contract';
import type { Integration } from '@cvq/storage';
import { parseChoice } from '../accounts/fields.ts';
import { Refused } from '../accounts/refused.ts';
import type { Credentials } from '../ad-platforms/adapter.ts';
import { sealCredentials } from '../ad-platforms/sealed-credentials.ts';
import { isOfDemo } from '../demo/demo-integrations.ts';
import { parseAccountIds } from './account-ids.ts';
import { parseActions } from './actions.ts';
import { auditedIntegration } from './audited-integration.ts';
import { requireUsable } from './credentials.ts';
import { oweEarlier, readSince } from './earlier-conversions.ts';
import { findPlace } from './find-integration.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import { newIntegrationId } from './new-integration-id.ts';
import { removeIntegration } from './switch-integration.ts';

export type NewIntegration = IntegrationName & {
  /** As people write it: separators are taken out. */
  readonly account: string;
  readonly loginAccount?: string | null | undefined;
  /** The account whose spend is read, where it is another one. */
  readonly spendAccount?: string | null | undefined;
  /** What the platform calls each event type; Meta has names of its own for the usual ones. */
  readonly actions: Readonly<Record<string, string>>;
  /** `matchable`, unless it is given. */
  readonly send?: string | undefined;
  readonly credentials: Credentials;
  /** Build every conversion, and send none. */
  readonly isDryRun: boolean;
  /** A date of the project: what was received from then on is sent as well. Without it, nothing from before. */
  readonly since?: string | undefined;
};

/**
 * Refuse a second integration of a platform, before anything is asked of a person.
 * @throws Refused taken
 */
export async function requireNone(deps: IntegrationDeps, name: IntegrationName): Promise<void> {
  const { project, platform } = await findPlace(deps, name, 'admin');
  const before = await integrationWith(deps, { project: project.id, platform });
  if (before !== undefined && !isOfDemo(before)) throw taken(project.id, platform);
}

async function integrationWith(
  { control }: Pick<IntegrationDeps, 'control'>,
  { project, platform }: Pick<Integration, 'project' | 'platform'>,
): Promise<Integration | undefined> {
  return (await control.listIntegrations({ project })).find((each) => each.platform === platform);
}

/**
 * Connect a project with an ad platform. Its conversions are sent from now on. Returns how many from before are owed as well.
 * An integration of the demo gives way.
 * @throws Refused
 */
export async function connectIntegration(
  deps: IntegrationDeps,
  given: NewIntegration,
): Promise<{ integration: Integration; owed: number }> {
  const { control, sealer, adapters, now } = deps;
  const { project, platform } = await findPlace(deps, given, 'admin');
  const at = now();
  const since = given.since === undefined ? at : await readSince(deps, { project, platform }, given.since);
  requireUsable(given.credentials, adapters[platform]);
  const integration: Integration = {
    id: newIntegrationId(),
    project: project.id,
    platform,
    ...parseAccountIds(platform, {
      account: given.account,
      loginAccount: given.loginAccount ?? null,
      spendAccount: given.spendAccount ?? null,
    }),
    state: given.isDryRun ? 'dry_run' : 'active',
    actions: parseActions(platform, given.actions),
    send: parseChoice('send', given.send ?? 'matchable', SEND_CHOICES),
    credentials: sealCredentials(sealer, given.credentials),
    credentialsVersion: 1,
    sendsFrom: since,
    problem: null,
    createdAt: at,
  };
  const before = await integrationWith(deps, integration);
  if (before !== undefined && isOfDemo(before)) await removeIntegration(deps, given);
  return auditedIntegration(deps, {
    action: 'connect_integration',
    integration,
    isNew: true,
    async make() {
      if (!(await control.createIntegration(integration))) throw taken(project.id, platform);
      return {
        integration,
        owed: given.since === undefined ? 0 : await oweEarlier(deps, integration, since),
      };
    },
    after: () => integration,
  });
}

function taken(project: string, platform: string): Refused {
  return new Refused('taken', {
    field: 'platform',
    problem: `Project ${project} has an integration with ${platform} already.`,
    fix: 'Change it, or remove it first.',
  });
}
