import { ApiError } from '../../errors/api-error.ts';
import type { DashboardOperation } from '../operation.ts';
import { steppedUpUntil } from './session-times.ts';
import type { SignedIn } from './signed-in.ts';

/** @throws ApiError unauthenticated */
export function requireSignedIn(by: SignedIn | null): asserts by is SignedIn {
  if (by !== null) return;
  throw new ApiError('unauthenticated', 'Sign in first.', {
    headers: { 'WWW-Authenticate': 'Session realm="cvq dashboard"' },
  });
}

/**
 * Refuse who may not call an operation.
 * @throws ApiError unauthenticated, not_allowed
 */
export function requireWho({ who }: Pick<DashboardOperation, 'who'>, by: SignedIn | null): void {
  if (who === 'anybody') return;
  requireSignedIn(by);
  if (who === 'signed_in') return;
  if (by.kind === 'demo')
    throw new ApiError('not_allowed', 'The owner of the demo is no person. Sign up by the set-up link.');
  if (who === 'superadmin' && !by.user.isSuperadmin)
    throw new ApiError('not_allowed', 'Only a superadmin can do this. Ask one.');
}

/**
 * Refuse who has not given the password for ten minutes: another may sit at the browser by now.
 * @throws ApiError step_up_required
 */
export function requireStepUp(by: SignedIn | null, now: number): void {
  if (by !== null && steppedUpUntil(by.session, now) !== null) return;
  throw new ApiError('step_up_required', 'Give your password again: POST /dashboard-api/v1/step-up.');
}
