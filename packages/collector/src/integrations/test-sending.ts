import type { Integration } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import type { PlatformConnection, PlatformTestResult } from '../ad-platforms/adapter.ts';
import { Connections } from '../ad-platforms/forwarding/connections.ts';
import { CredentialsUnreadable } from '../ad-platforms/sealed-credentials.ts';
import { findIntegration } from './find-integration.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import { requireOwn } from './require-own.ts';

/** A platform answers within seconds, or there is something wrong with the way to it. */
export const TEST_MAX_MS = 30_000;

/**
 * Asks the platform whether the integration can send, in a way that counts nothing there. Changes nothing, but a token that
 * the platform rotates meanwhile.
 * @throws Refused
 */
export async function testSending(
  deps: IntegrationDeps,
  name: IntegrationName,
): Promise<{ integration: Integration; connection: PlatformConnection; result: PlatformTestResult }> {
  const integration = await findIntegration(deps, name);
  requireOwn(integration);
  const connection = open(deps, integration);
  const actions = [...new Set(Object.values(integration.actions))];
  const adapter = deps.adapters[integration.platform];
  const result = await adapter.test(connection, { actions }, AbortSignal.timeout(TEST_MAX_MS));
  return { integration, connection, result };
}

function open(deps: IntegrationDeps, integration: Integration): PlatformConnection {
  try {
    return new Connections(deps).of(integration);
  } catch (error) {
    if (!(error instanceof CredentialsUnreadable)) throw error;
    throw new Refused('conflict', {
      field: 'credentials',
      problem: `The credentials of ${integration.id} cannot be read.`,
      fix: 'Give the integration new ones.',
    });
  }
}
