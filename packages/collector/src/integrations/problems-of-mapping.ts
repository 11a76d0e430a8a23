import type { Integration } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import type { IntegrationDeps } from './integration-deps.ts';
import { testSending } from './test-sending.ts';

/**
 * What a test of sending finds wrong with an integration whose platform would not refuse conversions for it, in
 * sentences. Of the other platforms nothing is asked, and of spend nothing of any: conversions wait for none of that.
 * Never throws a refusal: the integration is as it was wished.
 */
export async function problemsOfMapping(
  deps: IntegrationDeps,
  { project, platform }: Pick<Integration, 'project' | 'platform'>,
): Promise<readonly string[]> {
  if (deps.adapters[platform].lookForAction === undefined) return [];
  try {
    const { result } = await testSending(deps, { project, platform });
    return result.checks.flatMap(({ what, ok, problem }) => (ok ? [] : [`${what}: ${problem}`]));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [error.message];
  }
}
