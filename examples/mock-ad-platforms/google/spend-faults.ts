import type { Fault, FaultMeaning } from '../fault.ts';
import { streamError } from './google-ads-error.ts';

/** How the Google Ads API fails to tell of spend (developers.google.com/google-ads/api/reference/rpc, errors). */
export const GOOGLE_SPEND_FAULTS: Readonly<Record<string, Fault>> = {
  spend_quota: spend('throttled', [429, 'RESOURCE_EXHAUSTED'], { quotaError: 'RESOURCE_EXHAUSTED' }),
  spend_busy: spend('throttled', [429, 'RESOURCE_EXHAUSTED'], {
    quotaError: 'RESOURCE_TEMPORARILY_EXHAUSTED',
  }),
  spend_internal: spend('transient', [500, 'INTERNAL'], { internalError: 'INTERNAL_ERROR' }),
  spend_denied: spend('config', [403, 'PERMISSION_DENIED'], { authorizationError: 'USER_PERMISSION_DENIED' }),
  spend_not_enabled: spend('config', [403, 'PERMISSION_DENIED'], {
    authorizationError: 'CUSTOMER_NOT_ENABLED',
  }),
  spend_of_manager: spend('config', [400, 'INVALID_ARGUMENT'], {
    queryError: 'REQUESTED_METRICS_FOR_MANAGER',
  }),
  /** The first chunk comes, and an error in the place of the second. */
  spend_fails_midway: { purpose: 'spend', means: 'transient', effect: { failsMidway: true } },
};

function spend(
  means: FaultMeaning,
  [status, code]: readonly [number, string],
  errorCode: Readonly<Record<string, string>>,
): Fault {
  const answer = streamError({ status, code, errorCode, message: 'There was a problem with the request.' });
  return { purpose: 'spend', means, answer };
}
