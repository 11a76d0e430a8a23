import { PLAN_CODES, PLANS, type PlanCode } from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';
import type { Caller } from './caller.ts';

/**
 * Refuse a key that the plan of its owner does not allow any more: an agency-wide key after the agency changed to a
 * plan without them.
 * @throws ApiError plan_required
 */
export function requirePlan(
  { isAgencyWide, plan }: Pick<Caller, 'isAgencyWide' | 'plan'>,
  baseUrl: string,
): void {
  if (!isAgencyWide || PLANS[plan].agency_wide_keys) return;
  throw planRequired(`The plan ${plan} does not include agency-wide keys.`, baseUrl);
}

/**
 * Refuse an operation that comes only with a higher plan than the caller's.
 * @throws ApiError plan_required
 */
export function requirePlanOf(
  operation: { readonly name: string; readonly plan: PlanCode },
  { plan }: Pick<Caller, 'plan'>,
  baseUrl: string,
): void {
  if (PLAN_CODES.indexOf(plan) >= PLAN_CODES.indexOf(operation.plan)) return;
  throw planRequired(
    `The plan ${plan} does not include ${operation.name}. It needs the plan ${operation.plan}.`,
    baseUrl,
  );
}

function planRequired(message: string, baseUrl: string): ApiError {
  return new ApiError('plan_required', message, { details: { upgrade_url: `${baseUrl}/billing` } });
}
