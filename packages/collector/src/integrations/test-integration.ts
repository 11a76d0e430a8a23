import type { Integration } from '@cvq/storage';
import type { PlatformConnection, PlatformTestResult } from '../ad-platforms/adapter.ts';
import { HOW_TO_MEND_SPEND } from '../ad-platforms/how-to-mend-spend.ts';
import { spendAccountOf } from '../ad-platforms/spend/spend-account-of.ts';
import { SpendNotRead } from '../ad-platforms/spend/spend-not-read.ts';
import { toCheck } from '../ad-platforms/to-check.ts';
import type { IntegrationDeps, IntegrationName } from './integration-deps.ts';
import { TEST_MAX_MS, testSending } from './test-sending.ts';

/**
 * Asks the platform whether the integration can send, in a way that counts nothing there, and what it knows of the account
 * whose spend is read. Changes nothing, but a token that the platform rotates meanwhile.
 * @throws Refused
 */
export async function testIntegration(
  deps: IntegrationDeps,
  name: IntegrationName,
): Promise<{ integration: Integration; result: PlatformTestResult }> {
  const { integration, connection, result: sending } = await testSending(deps, name);
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
      AbortSignal.timeout(TEST_MAX_MS),
    );
    return [{ what: `${what}: ${currency}, days of ${platformTimeZone}`, ok: true, problem: null }];
  } catch (error) {
    if (!(error instanceof SpendNotRead)) throw error;
    return [toCheck(what, { answer: error.answer, isFine: false, howToMend: HOW_TO_MEND_SPEND[platform] })];
  }
}
