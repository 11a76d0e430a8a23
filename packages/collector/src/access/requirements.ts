import { PLAN_CODES, PLANS, type PlanCode, ROLES, type Role, SCOPES, type Scope } from '@cvq/contract';
import type { ReachedProject } from '@cvq/storage';
import { ApiError } from '../errors/api-error.ts';
import type { Caller } from './caller.ts';
import { challenge } from './challenge.ts';

/**
 * Refuse a key that the plan of its owner does not allow any more: an agency-wide key after the agency changed to a
 * plan without them.
 * @throws ApiError plan_required
 */
export function requirePlan(
  { isAgencyWide, plan }: Pick<Caller, 'isAgencyWide' | 'plan'>,
  baseUrl: () => string,
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
  baseUrl: () => string,
): void {
  if (PLAN_CODES.indexOf(plan) >= PLAN_CODES.indexOf(operation.plan)) return;
  throw planRequired(
    `The plan ${plan} does not include ${operation.name}. It needs the plan ${operation.plan}.`,
    baseUrl,
  );
}

function planRequired(message: string, baseUrl: () => string): ApiError {
  return new ApiError('plan_required', message, { details: whereToUpgrade(baseUrl) });
}

/** What every `plan_required` has in its details. */
export function whereToUpgrade(baseUrl: () => string): { readonly upgrade_url: string } {
  return { upgrade_url: `${baseUrl()}/billing` };
}

/**
 * Refuse an operation whose scopes the credential does not have, naming all that the operation needs. The challenge names
 * what the application has beside it: many ask a person for just what a challenge says, and a new grant replaces the old.
 * @throws ApiError insufficient_scope
 */
export function requireScopes(
  { scopes }: { readonly scopes: readonly Scope[] },
  caller: Pick<Caller, 'scopes' | 'granted' | 'principal'>,
  origin: () => string,
): void {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return;
  const what = caller.principal.kind === 'key' ? 'key' : 'grant of the application';
  const error = 'insufficient_scope';
  const all = SCOPES.filter((scope) => scopes.includes(scope) || caller.granted.includes(scope));
  throw new ApiError(
    error,
    `The ${what} does not have the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(' and ')}.`,
    {
      details: { required_scopes: scopes },
      headers: { 'WWW-Authenticate': challenge({ origin: origin(), error, scopes: all }) },
    },
  );
}

/**
 * Whether somebody is a viewer of all that they reach. Then a write is refused before its scopes are looked at: a scope
 * that an application asked its person for would not help.
 */
export function isViewerEverywhere(
  caller: Pick<Caller, 'principal'>,
  reach: readonly ReachedProject[],
): boolean {
  return reach.length > 0 && highestRole(caller, reach) === 'viewer';
}

/**
 * Refuse a write to a Viewer. A key has no role: its scopes alone decide.
 * There is no challenge in the answer, since consenting again would not help.
 * @throws ApiError read_only_role
 */
export function requireRole({ writes }: { readonly writes: boolean }, role: Role | null): void {
  if (!writes || role !== 'viewer') return;
  throw new ApiError(
    'read_only_role',
    'A viewer cannot change anything. Ask an admin of the account for another role.',
  );
}

/** The role of a caller beyond one project: the highest that it has anywhere, and the lowest where it has none. */
export function highestRole(
  { principal }: Pick<Caller, 'principal'>,
  reach: readonly ReachedProject[],
): Role | null {
  if (principal.kind === 'key') return null;
  return ROLES.findLast((role) => reach.some((project) => project.role === role)) ?? 'viewer';
}
