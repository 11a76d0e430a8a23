import type { AnswerClass } from '../adapter.ts';

/**
 * Codes of the services: number, symbol, class.
 * @see https://learn.microsoft.com/en-us/advertising/guides/operation-error-codes
 */
const OPERATION_ERRORS: readonly (readonly [code: number, symbol: string, AnswerClass])[] = [
  [0, 'InternalError', 'transient'],
  [5612, 'OfflineConversionsApplyFailed', 'transient'],
  [117, 'CallRateExceeded', 'throttled'],
  [207, 'ConcurrentRequestOverLimit', 'throttled'],
  [5615, 'OfflineConversionNotAcceptedForGoal', 'too_early'],
  [105, 'InvalidCredentials', 'auth'],
  [109, 'AuthenticationTokenExpired', 'auth'],
  [106, 'UserIsNotAuthorized', 'config'],
  [1029, 'CustomerIdHasToBeSpecified', 'config'],
  [5606, 'OfflineConversionNameInvalid', 'config'],
  [5613, 'OfflineConversionPilotNotEnabledForCustomer', 'config'],
  [5609, 'OfflineConversionTimeOutOfWindow', 'expired'],
  [5617, 'ClickIdDateTimeOutsideGoalConversionWindow', 'expired'],
  [100, 'NullRequest', 'invalid'],
  [5600, 'OfflineConversionsNullOrEmpty', 'invalid'],
  [5602, 'OfflineConversionIsNull', 'invalid'],
  [5603, 'OfflineConversionMicrosoftClickIdNullOrEmpty', 'invalid'],
  [5604, 'OfflineConversionMicrosoftClickIdInvalid', 'invalid'],
  [5605, 'OfflineConversionNameNullOrEmpty', 'invalid'],
  [5607, 'OfflineConversionTimeInvalid', 'invalid'],
  [5608, 'OfflineConversionTimeNullOrEmpty', 'invalid'],
  [5610, 'OfflineConversionValueInvalid', 'invalid'],
  [5611, 'OfflineConversionCurrencyCodeInvalid', 'invalid'],
  [5614, 'FutureConversionTimeCannotBeSet', 'invalid'],
  [5616, 'ConversionTimeEarlierThanClickTime', 'invalid'],
  [5626, 'OfflineConversionCurrencyValueRequired', 'invalid'],
];

/**
 * Symbols that are listed without a number.
 * @see https://learn.microsoft.com/en-us/advertising/campaign-management-service/dailysummary#status
 */
const SYMBOLS: Readonly<Record<string, AnswerClass>> = {
  OfflineConversionGoalTooRecent: 'too_early',
  NotEligibleForEnhancedConversions: 'config',
  OfflineConversionMSClickIdNullOrEmpty: 'invalid',
  OfflineConversionMSClickIdInvalid: 'invalid',
  ConversionEmailAddressIsNotHashed: 'invalid',
  ConversionPhoneNumberIsNotHashed: 'invalid',
};

/** Which field a symbol is about, of those that can be left out. */
export const FIELD_OF_SYMBOL: Readonly<Record<string, string>> = {
  OfflineConversionMicrosoftClickIdInvalid: 'MicrosoftClickId',
  OfflineConversionMSClickIdInvalid: 'MicrosoftClickId',
  ConversionEmailAddressIsNotHashed: 'HashedEmailAddress',
  ConversionPhoneNumberIsNotHashed: 'HashedPhoneNumber',
};

/** An error that Microsoft cannot explain says nothing of what it did before. */
export const UNEXPLAINED = 'InternalError';

const BY_SYMBOL = new Map<string, AnswerClass>([
  ...Object.entries(SYMBOLS),
  ...OPERATION_ERRORS.map(([, symbol, answerClass]) => [symbol, answerClass] as const),
]);
const BY_CODE = new Map(OPERATION_ERRORS.map(([code, symbol]) => [code, symbol]));

/** The symbol of an error, also where only its number is told; null for a number that nobody knows. */
export function symbolOf(error: {
  readonly Code?: number | undefined;
  readonly ErrorCode?: string | null | undefined;
}): string | null {
  return error.ErrorCode || (BY_CODE.get(error.Code ?? -1) ?? error.Code?.toString() ?? null);
}

/** Undefined for a symbol that nobody has classed yet. */
export function classOfSymbol(symbol: string | null): AnswerClass | undefined {
  return BY_SYMBOL.get(symbol ?? '');
}
