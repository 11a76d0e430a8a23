import type { Integration } from '@cvq/storage';
import type { PlatformTestResult } from '../ad-platforms/adapter.ts';
import { findIntegration } from './find-integration.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import { openIntegration } from './open-integration.ts';

/** A platform answers within seconds, or there is something wrong with the way to it. */
const MAX_MS = 30_000;

/**
 * Asks the platform whether the integration can send, in a way that counts nothing there. Changes nothing, but a token that
 * the platform rotates meanwhile.
 * @throws Refused
 */
export async function testIntegration(
  deps: IntegrationDeps,
  name: IntegrationName,
): Promise<{ integration: Integration; result: PlatformTestResult }> {
  const integration = await findIntegration(deps, name);
  const connection = openIntegration(deps, integration);
  const actions = [...new Set(Object.values(integration.actions))];
  const adapter = deps.adapters[integration.platform];
  const result = await adapter.test(connection, { actions }, AbortSignal.timeout(MAX_MS));
  return { integration, result };
}
