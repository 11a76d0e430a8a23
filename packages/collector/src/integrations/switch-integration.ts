import type { Integration } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import { auditedIntegration } from './audited-integration.ts';
import type { ChangedIntegration } from './change-integration.ts';
import { findIntegration } from './find-integration.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import { requireOwn } from './require-own.ts';

/**
 * Stop sending: what is owed waits. Nothing is changed where it is paused already.
 * @throws Refused also for a dry run, which sends nothing
 */
export async function pauseIntegration(deps: IntegrationDeps, name: IntegrationName): Promise<Integration> {
  const before = await findIntegration(deps, name);
  requireOwn(before);
  if (before.state === 'dry_run')
    throw new Refused('conflict', {
      field: 'platform',
      problem: `The integration with ${before.platform} is a dry run, which sends nothing.`,
      fix: 'Remove it, to build no more requests.',
    });
  return auditedIntegration(deps, {
    action: 'pause_integration',
    integration: before,
    async make() {
      await deps.control.changeIntegration(before.id, { state: 'paused' });
      return findIntegration(deps, name);
    },
    isMade: () => before.state !== 'paused',
    after: (integration) => integration,
  });
}

/**
 * Send again, also what was held meanwhile. One that had to be connected anew is tried once more, for a problem that was
 * mended at the platform.
 * @throws Refused for a dry run
 */
export async function resumeIntegration(
  deps: IntegrationDeps,
  name: IntegrationName,
): Promise<ChangedIntegration> {
  const before = await findIntegration(deps, name);
  requireOwn(before);
  if (before.state === 'dry_run')
    throw new Refused('conflict', {
      field: 'platform',
      problem: `The integration with ${before.platform} is a dry run.`,
      fix: 'End the dry run to send.',
    });
  return auditedIntegration(deps, {
    action: 'resume_integration',
    integration: before,
    async make() {
      await deps.control.changeIntegration(before.id, { state: 'active', problem: null });
      const due = await deps.deliveries.resume(before.id, deps.now());
      return { integration: await findIntegration(deps, name), due };
    },
    after: ({ integration }) => integration,
  });
}

/**
 * Remove an integration with its credentials. Nothing that is outstanding is sent any more; what the platform has, it keeps.
 * Returns how many deliveries were cancelled.
 * @throws Refused
 */
export async function removeIntegration(
  deps: IntegrationDeps,
  name: IntegrationName,
): Promise<{ integration: Integration; cancelled: number }> {
  const integration = await findIntegration(deps, name);
  return auditedIntegration(deps, {
    action: 'remove_integration',
    integration,
    async make() {
      await deps.control.removeIntegration(integration.id);
      return { integration, cancelled: await deps.deliveries.cancel(integration.id, deps.now()) };
    },
    after: () => null,
  });
}
