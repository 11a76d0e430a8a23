import { PLANS } from '@cvq/contract';
import type { FoundKey } from '@cvq/storage';
import { ApiError } from '../errors/api-error.ts';

/**
 * Refuse a key that the plan of its owner does not allow any more. Every plan has the read API, so this is an
 * agency-wide key after the agency changed to a plan without them.
 * @throws ApiError plan_required
 */
export function requirePlan({ agencyWide, plan }: FoundKey, baseUrl: string): void {
  if (!agencyWide || PLANS[plan].agency_wide_keys) return;
  throw new ApiError('plan_required', `The plan ${plan} has no agency-wide keys.`, {
    details: { upgrade_url: `${baseUrl}/billing` },
  });
}
