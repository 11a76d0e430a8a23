import type { ErrorClasses } from '../exchange/error-classes.ts';

/**
 * Why a request is refused at once.
 * @see https://developers.google.com/data-manager/api/reference/rest/v1/ErrorReason and its source,
 * google/ads/datamanager/v1/error.proto
 */
export const REFUSALS_OF_GOOGLE: ErrorClasses = {
  INTERNAL_ERROR: 'transient',
  DEADLINE_EXCEEDED: 'transient',
  RESOURCE_EXHAUSTED: 'throttled',
  PERMISSION_DENIED: 'config',
  NOT_FOUND: 'config',
  NOT_ALLOWLISTED: 'config',
  INVALID_DESTINATION: 'config',
  INVALID_CONVERSION_ACTION_ID: 'config',
  INVALID_CONVERSION_ACTION_TYPE: 'config',
  TERMS_AND_CONDITIONS_NOT_SIGNED: 'config',
  DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS: 'config',
  DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS: 'config',
  DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED: 'config',
  DESTINATION_ACCOUNT_TYPE_MISMATCH: 'config',
  OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH: 'config',
  EVENT_SOURCE_AND_DESTINATION_MISMATCH: 'config',
  EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED: 'config',
  INVALID_ARGUMENT: 'invalid',
  REQUIRED_FIELD_MISSING: 'invalid',
  INVALID_FORMAT: 'invalid',
  INVALID_NUMBER_FORMAT: 'invalid',
  INVALID_HEX_ENCODING: 'invalid',
  INVALID_BASE64_ENCODING: 'invalid',
  INVALID_SHA256_FORMAT: 'invalid',
  INVALID_ENUM_VALUE: 'invalid',
  INVALID_CURRENCY_CODE: 'invalid',
  INVALID_EVENT: 'invalid',
  EVENT_TIME_INVALID: 'invalid',
  NO_IDENTIFIERS_PROVIDED: 'invalid',
  TOO_MANY_USER_IDENTIFIERS: 'invalid',
  FIELD_VALUE_TOO_LONG: 'invalid',
};

/**
 * What every API of Google says of who asks, in the same place.
 * @see https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto
 */
export const REFUSED_CALLERS_OF_GOOGLE: ErrorClasses = {
  CREDENTIALS_MISSING: 'auth',
  ACCESS_TOKEN_EXPIRED: 'auth',
  ACCESS_TOKEN_TYPE_UNSUPPORTED: 'auth',
  ACCOUNT_STATE_INVALID: 'auth',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'config',
  SERVICE_DISABLED: 'config',
  CONSUMER_INVALID: 'config',
  CONSUMER_SUSPENDED: 'config',
  BILLING_DISABLED: 'config',
  USER_PROJECT_DENIED: 'config',
  RATE_LIMIT_EXCEEDED: 'throttled',
  RESOURCE_QUOTA_EXCEEDED: 'throttled',
};

/**
 * What the status of an answer is called, where its details say nothing more.
 * @see https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
 */
export const STATUSES_OF_GOOGLE: ErrorClasses = {
  UNAUTHENTICATED: 'auth',
  PERMISSION_DENIED: 'config',
  NOT_FOUND: 'config',
  RESOURCE_EXHAUSTED: 'throttled',
  INTERNAL: 'transient',
  UNAVAILABLE: 'transient',
  UNKNOWN: 'transient',
  ABORTED: 'transient',
  CANCELLED: 'transient',
  DEADLINE_EXCEEDED: 'transient',
};

/** With these an event may have been taken all the same: Google does not know what failed, or ran out of time. */
export const UNEXPLAINED_BY_GOOGLE: ReadonlySet<string> = new Set([
  'INTERNAL',
  'INTERNAL_ERROR',
  'UNKNOWN',
  'DEADLINE_EXCEEDED',
]);

/**
 * What became of an event that was taken. The words are as received: one of them lacks `REASON_`.
 * @see https://developers.google.com/data-manager/api/reference/rest/v1/requestStatus/retrieve and its source,
 * google/ads/datamanager/v1/processing_errors.proto
 */
export const OUTCOMES_OF_GOOGLE: ErrorClasses = {
  PROCESSING_ERROR_REASON_DUPLICATE_GCLID: 'same_click',
  PROCESSING_ERROR_REASON_DUPLICATE_TRANSACTION_ID: 'duplicate',
  PROCESSING_ERROR_REASON_EVENT_TOO_OLD: 'expired',
  PROCESSING_ERROR_REASON_INTERNAL_ERROR: 'send_again',
  PROCESSING_ERROR_REASON_NO_CONSENT: 'config',
  PROCESSING_ERROR_REASON_DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED: 'config',
  PROCESSING_ERROR_REASON_ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID: 'config',
  PROCESSING_ERROR_REASON_DENIED_CONSENT: 'invalid',
  PROCESSING_ERROR_REASON_UNKNOWN_CONSENT: 'invalid',
  PROCESSING_ERROR_REASON_INVALID_GCLID: 'invalid',
  PROCESSING_ERROR_REASON_INVALID_GBRAID: 'invalid',
  PROCESSING_ERROR_REASON_INVALID_WBRAID: 'invalid',
  PROCESSING_ERROR_REASON_INVALID_EVENT: 'invalid',
  PROCESSING_ERROR_REASON_INVALID_FORMAT: 'invalid',
  PROCESSING_ERROR_OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER: 'invalid',
};

/** Which identifier an outcome is about. */
export const IDENTIFIER_OF_OUTCOME: Readonly<Record<string, string>> = {
  PROCESSING_ERROR_REASON_INVALID_GCLID: 'gclid',
  PROCESSING_ERROR_REASON_INVALID_GBRAID: 'gbraid',
  PROCESSING_ERROR_REASON_INVALID_WBRAID: 'wbraid',
};
