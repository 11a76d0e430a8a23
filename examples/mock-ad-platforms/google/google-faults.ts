import { COMMON_FAULTS } from '../common-faults.ts';
import type { Fault, FaultMeaning } from '../fault.ts';
import type { MockAnswer } from '../mock-request.ts';
import { fieldError, googleError } from './google-answer.ts';

const OAUTH = { domain: 'googleapis.com' };

/**
 * Each documented error of the Data Manager API by a name: what is said at once (`ErrorReason`), what is said of a
 * request that was taken (`ProcessingErrorReason`), and what the token endpoint says.
 */
export const GOOGLE_FAULTS: Readonly<Record<string, Fault>> = {
  ...COMMON_FAULTS,
  internal: send('transient', error(500, 'INTERNAL', 'INTERNAL_ERROR')),
  unavailable: send(
    'transient',
    googleError({ status: 503, code: 'UNAVAILABLE', message: 'The service is currently unavailable.' }),
  ),
  deadline_exceeded: send('transient', error(504, 'DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED')),
  too_many_requests: send('throttled', exhausted('IngestionRequestsPerMinutePerProject', 30)),
  too_many_requests_of_a_day: send('throttled', exhausted('IngestionRequestsPerDayPerProject')),
  expired_token: {
    ...send(
      'auth',
      googleError({
        ...OAUTH,
        status: 401,
        code: 'UNAUTHENTICATED',
        message: 'Request had invalid authentication credentials.',
        reason: 'ACCESS_TOKEN_EXPIRED',
      }),
    ),
    expiresToken: true,
  },
  permission_denied: send('config', error(403, 'PERMISSION_DENIED', 'PERMISSION_DENIED')),
  scope_insufficient: send(
    'config',
    googleError({
      ...OAUTH,
      status: 403,
      code: 'PERMISSION_DENIED',
      message: 'Request had insufficient authentication scopes.',
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    }),
  ),
  not_allowlisted: send('config', error(403, 'PERMISSION_DENIED', 'NOT_ALLOWLISTED')),
  terms_not_signed: send(
    'config',
    error(400, 'FAILED_PRECONDITION', 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED'),
  ),
  not_enabled_for_leads: send(
    'config',
    error(400, 'FAILED_PRECONDITION', 'DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS'),
  ),
  login_account_mismatch: send(
    'config',
    error(400, 'INVALID_ARGUMENT', 'OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH'),
  ),
  invalid_destination: send('config', field('destinations[0]', 'INVALID_DESTINATION')),
  unknown_action: send(
    'config',
    field('destinations[0].product_destination_id', 'INVALID_CONVERSION_ACTION_ID'),
  ),
  wrong_action_type: send(
    'config',
    field('destinations[0].product_destination_id', 'INVALID_CONVERSION_ACTION_TYPE'),
  ),
  invalid_email: send(
    'invalid',
    field('events[0].user_data.user_identifiers[0].email_address', 'INVALID_SHA256_FORMAT'),
  ),
  invalid_encoding: send(
    'invalid',
    field('events[0].user_data.user_identifiers[0].email_address', 'INVALID_HEX_ENCODING'),
  ),
  invalid_currency: send('invalid', field('events[0].currency', 'INVALID_CURRENCY_CODE')),
  invalid_time: send('invalid', field('events[0].event_timestamp', 'EVENT_TIME_INVALID')),
  invalid_event: send('invalid', field('events[0]', 'INVALID_EVENT')),
  no_identifiers: send('invalid', field('events[0]', 'NO_IDENTIFIERS_PROVIDED')),
  unknown_error: send('unknown', error(400, 'INVALID_ARGUMENT', 'A_REASON_OF_TOMORROW')),
  processed_for_long: verdict('processing', 'PROCESSING'),
  too_old: verdict('expired', 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD'),
  duplicate_order: verdict('duplicate', 'PROCESSING_ERROR_REASON_DUPLICATE_TRANSACTION_ID'),
  duplicate_click: verdict('same_click', 'PROCESSING_ERROR_REASON_DUPLICATE_GCLID'),
  invalid_gclid: verdict('invalid', 'PROCESSING_ERROR_REASON_INVALID_GCLID'),
  invalid_gbraid: verdict('invalid', 'PROCESSING_ERROR_REASON_INVALID_GBRAID'),
  invalid_wbraid: verdict('invalid', 'PROCESSING_ERROR_REASON_INVALID_WBRAID'),
  invalid_after_taking: verdict('invalid', 'PROCESSING_ERROR_REASON_INVALID_EVENT'),
  internal_after_taking: verdict('send_again', 'PROCESSING_ERROR_REASON_INTERNAL_ERROR'),
  denied_consent: verdict('invalid', 'PROCESSING_ERROR_REASON_DENIED_CONSENT'),
  unknown_consent: verdict('invalid', 'PROCESSING_ERROR_REASON_UNKNOWN_CONSENT'),
  braid_not_permitted: verdict(
    'config',
    'PROCESSING_ERROR_REASON_ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID',
  ),
  // Without REASON_, as the enum of Google has it.
  click_of_another_account: verdict(
    'invalid',
    'PROCESSING_ERROR_OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER',
  ),
  terms_not_signed_after_taking: verdict(
    'config',
    'PROCESSING_ERROR_REASON_DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED',
  ),
  unknown_after_taking: verdict('invalid', 'PROCESSING_ERROR_REASON_OF_TOMORROW'),
  // A page of the documentation has this word, the enum another.
  failure_for_failed: {
    purpose: 'send',
    means: 'expired',
    effect: { verdict: 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD', failedWord: 'FAILURE' },
  },
  status_unavailable: { ...send('transient', error(500, 'INTERNAL', 'INTERNAL_ERROR')), purpose: 'verify' },
  grant_revoked: {
    purpose: 'token',
    means: 'auth',
    answer: {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    },
  },
  token_unavailable: {
    purpose: 'token',
    means: 'transient',
    answer: { status: 503, body: { error: 'temporarily_unavailable' } },
  },
};

function send(means: FaultMeaning, answer: MockAnswer): Fault {
  return { purpose: 'send', means, answer };
}

function verdict(means: FaultMeaning, reason: string): Fault {
  return { purpose: 'send', means, effect: { verdict: reason } };
}

function error(status: number, code: string, reason: string): MockAnswer {
  return googleError({ status, code, message: 'There was a problem with the request.', reason });
}

function field(path: string, reason: string): MockAnswer {
  return fieldError([{ field: path, description: 'There is a problem with the field.', reason }]);
}

function exhausted(quota: string, retryAfterSeconds?: number): MockAnswer {
  return googleError({
    status: 429,
    code: 'RESOURCE_EXHAUSTED',
    message: 'Quota exceeded.',
    reason: 'RESOURCE_EXHAUSTED',
    metadata: { quota_limit: quota, service: 'datamanager.googleapis.com' },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
