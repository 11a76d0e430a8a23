import { PLAN_CODES, type PlanCode, type Scope } from '@cvq/contract';
import type { ControlStore, GrantRecord } from '@cvq/storage';
import { hashToken, isWellFormedToken } from '../keys/token.ts';
import { principalOf } from './logs-of-grant.ts';
import { resourceOf } from './resource.ts';

/** What an access token opens now. */
type ValidGrant = GrantRecord & {
  /** The highest of those that the person reaches projects by. */
  readonly plan: PlanCode;
  readonly principal: ReturnType<typeof principalOf>;
  /** Of the grant; `scopes` are those of the token. */
  readonly granted: readonly Scope[];
};

/**
 * The grant of an access token that may be used now, with the scopes of that token; null where it is unknown, malformed,
 * revoked, expired, or for another address. Asked on every request, so that whatever ends it acts on the next one.
 */
export async function findValidGrant(
  control: ControlStore,
  token: string,
  { now, origin }: { readonly now: number; readonly origin: string },
): Promise<ValidGrant | null> {
  if (!isWellFormedToken(token, 'oat')) return null;
  const found = await control.findToken(hashToken(token), now);
  if (found === null || found.kind !== 'access' || found.grant.resource !== resourceOf(origin)) return null;
  const { grant } = found;
  const principal = principalOf(grant);
  const plans = await control.plansReached(principal);
  const plan = PLAN_CODES.findLast((code) => plans.includes(code)) ?? PLAN_CODES[0];
  // The latest decision counts for all tokens of an application.
  const scopes: Scope[] = found.scopes.filter((scope) => grant.scopes.includes(scope));
  return { ...grant, scopes, granted: grant.scopes, principal, plan: plan as PlanCode };
}
