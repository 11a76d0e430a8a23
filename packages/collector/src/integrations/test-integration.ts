import type { Integration } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import type { PlatformConnection, PlatformTestResult } from '../ad-platforms/adapter.ts';
import { Connections } from '../ad-platforms/forwarding/connections.ts';
import { HOW_TO_MEND_SPEND } from '../ad-platforms/how-to-mend-spend.ts';
import { CredentialsUnreadable } from '../ad-platforms/sealed-credentials.ts';
import { spendAccountOf } from '../ad-platforms/spend/spend-account-of.ts';
import { SpendNotRead } from '../ad-platforms/spend/spend-not-read.ts';
import { toCheck } from '../ad-platforms/to-check.ts';
import { findIntegration } from './find-integration.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import { requireOwn } from './require-own.ts';

/** A platform answers within seconds, or there is something wrong with the way to it. */
const MAX_MS = 30_000;

/**
 * Asks the platform whether the integration can send, in a way that counts nothing there, and what it knows of the account
 * whose spend is read. Changes nothing, but a token that the platform rotates meanwhile.
 * @throws Refused
 */
export async function testIntegration(
  deps: IntegrationDeps,
  name: IntegrationName,
): Promise<{ integration: Integration; result: PlatformTestResult }> {
  const integration = await findIntegration(deps, name);
  requireOwn(integration);
  const connection = open(deps, integration);
  const actions = [...new Set(Object.values(integration.actions))];
  const adapter = deps.adapters[integration.platform];
  const sending = await adapter.test(connection, { actions }, AbortSignal.timeout(MAX_MS));
  const checks = [...sending.checks, ...(await checkSpend(deps, { integration, connection }))];
  return { integration, result: { ok: sending.ok && checks.every(({ ok }) => ok), checks } };
}

/** One check, or none where no account is given whose spend is read. */
async function checkSpend(
  { adapters }: Pick<IntegrationDeps, 'adapters'>,
  { integration, connection }: { readonly integration: Integration; readonly connection: PlatformConnection },
): Promise<PlatformTestResult['checks']> {
  const { platform } = integration;
  const account = spendAccountOf(integration);
  if (account === null) return [];
  const what = `What the ads of account ${account} cost can be read`;
  try {
    const { currency, platformTimeZone } = await adapters[platform].spendAccount(
      connection,
      account,
      AbortSignal.timeout(MAX_MS),
    );
    return [{ what: `${what}: ${currency}, days of ${platformTimeZone}`, ok: true, problem: null }];
  } catch (error) {
    if (!(error instanceof SpendNotRead)) throw error;
    return [toCheck(what, { answer: error.answer, isFine: false, howToMend: HOW_TO_MEND_SPEND[platform] })];
  }
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
