import type { MicrosoftCode } from './microsoft-answer.ts';

const code = (Code: number, ErrorCode: string): MicrosoftCode => ({ Code, ErrorCode });

/** Codes of learn.microsoft.com/en-us/advertising/guides/operation-error-codes. */
export const CODES = {
  internal: code(0, 'InternalError'),
  nullRequest: code(100, 'NullRequest'),
  invalidCredentials: code(105, 'InvalidCredentials'),
  notAuthorized: code(106, 'UserIsNotAuthorized'),
  tokenExpired: code(109, 'AuthenticationTokenExpired'),
  callRateExceeded: code(117, 'CallRateExceeded'),
  tooManyReports: code(207, 'ConcurrentRequestOverLimit'),
  customerIdMissing: code(1029, 'CustomerIdHasToBeSpecified'),
  conversionsMissing: code(5600, 'OfflineConversionsNullOrEmpty'),
  tooManyConversions: code(5601, 'OfflineConversionsLimitExceeded'),
  clickIdMissing: code(5603, 'OfflineConversionMicrosoftClickIdNullOrEmpty'),
  clickIdInvalid: code(5604, 'OfflineConversionMicrosoftClickIdInvalid'),
  nameMissing: code(5605, 'OfflineConversionNameNullOrEmpty'),
  nameInvalid: code(5606, 'OfflineConversionNameInvalid'),
  timeInvalid: code(5607, 'OfflineConversionTimeInvalid'),
  timeMissing: code(5608, 'OfflineConversionTimeNullOrEmpty'),
  timeOutOfWindow: code(5609, 'OfflineConversionTimeOutOfWindow'),
  valueInvalid: code(5610, 'OfflineConversionValueInvalid'),
  currencyInvalid: code(5611, 'OfflineConversionCurrencyCodeInvalid'),
  applyFailed: code(5612, 'OfflineConversionsApplyFailed'),
  notEnabled: code(5613, 'OfflineConversionPilotNotEnabledForCustomer'),
  inTheFuture: code(5614, 'FutureConversionTimeCannotBeSet'),
  goalTooNew: code(5615, 'OfflineConversionNotAcceptedForGoal'),
  beforeClick: code(5616, 'ConversionTimeEarlierThanClickTime'),
  outsideGoalWindow: code(5617, 'ClickIdDateTimeOutsideGoalConversionWindow'),
  // Symbols of learn.microsoft.com/en-us/advertising/campaign-management-service/dailysummary, which gives no numbers.
  emailNotHashed: code(5690, 'ConversionEmailAddressIsNotHashed'),
  phoneNotHashed: code(5691, 'ConversionPhoneNumberIsNotHashed'),
} as const;
