import { COMMON_FAULTS } from '../common-faults.ts';
import type { Fault, FaultMeaning } from '../fault.ts';
import type { MockAnswer } from '../mock-request.ts';
import { metaError } from './meta-error.ts';

/** Each documented error of the Graph API and the Conversions API by a name. */
export const META_FAULTS: Readonly<Record<string, Fault>> = {
  ...COMMON_FAULTS,
  unknown_api_error: send(
    'transient',
    metaError({ status: 500, code: 1, message: 'An unknown error occurred' }),
  ),
  service_unavailable: send(
    'transient',
    metaError({ status: 503, code: 2, message: 'Service temporarily unavailable' }),
  ),
  application_limit: send('transient', metaError({ code: 341, message: 'Application limit reached' })),
  said_to_be_transient: send(
    'transient',
    metaError({ status: 500, code: 5000, message: 'Unexpected error', isTransient: true }),
  ),
  blocked_for_policies: {
    ...send('throttled', metaError({ code: 368, message: 'Temporarily blocked for policies violations' })),
    isLong: true,
  },
  too_many_calls_of_app: send(
    'throttled',
    metaError({
      code: 4,
      message: 'Application request limit reached',
      isTransient: true,
      headers: { 'X-App-Usage': '{"call_count":100,"total_cputime":20,"total_time":20}' },
    }),
  ),
  too_many_calls_of_user: send('throttled', metaError({ code: 17, message: 'User request limit reached' })),
  too_many_calls_of_page: send('throttled', metaError({ code: 32, message: 'Page request limit reached' })),
  custom_limit: send(
    'throttled',
    metaError({ code: 613, message: 'Calls to this api have exceeded the rate limit.' }),
  ),
  too_many_calls_of_business: send('throttled', businessLimit()),
  too_many_requests: send(
    'throttled',
    metaError({ status: 429, code: 4, message: 'Too many calls', headers: { 'Retry-After': '60' } }),
  ),
  expired_token: {
    ...send(
      'auth',
      metaError({ code: 190, subcode: 463, message: 'Error validating access token: Session has expired' }),
    ),
    expiresToken: true,
  },
  password_changed: send(
    'auth',
    metaError({
      code: 190,
      subcode: 460,
      message: 'Error validating access token: the password was changed',
    }),
  ),
  session_invalid: send('auth', metaError({ code: 102, message: 'Session key invalid or no longer valid' })),
  permission_denied: send(
    'config',
    metaError({ status: 403, code: 200, message: '(#200) Permissions error' }),
  ),
  permission_not_granted: send(
    'config',
    metaError({
      status: 403,
      code: 10,
      message: '(#10) Application does not have permission for this action',
    }),
  ),
  capability_missing: send(
    'config',
    metaError({ code: 3, message: '(#3) Application does not have the capability to make this API call.' }),
  ),
  dataset_missing: send(
    'config',
    metaError({
      code: 100,
      subcode: 33,
      message:
        'Unsupported post request. Object does not exist, cannot be loaded due to missing permissions, or does not support this operation.',
      type: 'GraphMethodException',
    }),
  ),
  too_old: send('expired', metaError({ code: 100, subcode: 2804003, title: 'Event Timestamp Too Old' })),
  invalid_fbc: send(
    'invalid',
    metaError({ code: 100, subcode: 2804001, title: 'Click ID Incorrectly Formatted' }),
  ),
  invalid_field: send(
    'invalid',
    metaError({ code: 100, message: `(#100) Unexpected key "em" on param "$['data'][0]['user_data']".` }),
  ),
  invalid_parameter: send('invalid', metaError({ code: 100, subcode: 2804019, title: 'Invalid Parameter' })),
  unknown_error: send('unknown', metaError({ code: 987_654, message: 'An error of tomorrow' })),
};

function send(means: FaultMeaning, answer: MockAnswer): Fault {
  return { purpose: 'send', means, answer };
}

/** Says how many minutes to wait in a header (developers.facebook.com/docs/graph-api/overview/rate-limiting). */
function businessLimit(): MockAnswer {
  const usage = { call_count: 100, total_cputime: 25, total_time: 25, estimated_time_to_regain_access: 5 };
  return metaError({
    code: 80_004,
    message: '(#80004) There have been too many calls to this ad-account.',
    headers: { 'X-Business-Use-Case-Usage': JSON.stringify({ '1029384756102938': [usage] }) },
  });
}
