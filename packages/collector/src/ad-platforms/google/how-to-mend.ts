const ACTION =
  'Map the event type to the number of a conversion action: in Google Ads it is the ctId in the address of its page under Goals.';
const TERMS =
  'In Google Ads, under Goals, Settings, accept the terms for customer data and switch on enhanced conversions for leads. Without them send own_clicks only.';
const ACCESS =
  'Give the service account, or the person of the refresh token, access to the account in Google Ads (Admin, Access and security), and name the manager account as login account if it is reached through one.';

/** What the owner of an account does about a code of Google. */
export const HOW_TO_MEND_GOOGLE: Readonly<Record<string, string>> = {
  PERMISSION_DENIED: ACCESS,
  NOT_FOUND: ACCESS,
  INVALID_DESTINATION: `Check the account number. ${ACCESS}`,
  OPERATING_ACCOUNT_LOGIN_ACCOUNT_MISMATCH:
    'The account that counts conversions is another one: under Goals, Settings, Google Ads says which account it is. Connect that one.',
  INVALID_CONVERSION_ACTION_ID: ACTION,
  INVALID_CONVERSION_ACTION_TYPE: `The conversion action must have the source Import, from clicks. ${ACTION}`,
  DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS: TERMS,
  DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED: TERMS,
  TERMS_AND_CONDITIONS_NOT_SIGNED: TERMS,
  PROCESSING_ERROR_REASON_DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED: TERMS,
  DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS:
    'Google does not let this account use e-mail addresses and phone numbers. Send own_clicks only.',
  PROCESSING_ERROR_REASON_ONE_PER_CLICK_CONVERSION_ACTION_NOT_PERMITTED_WITH_BRAID:
    'Let the conversion action count every conversion, not one per click.',
  PROCESSING_ERROR_REASON_NO_CONSENT:
    'In Google Ads, under Admin, Linked accounts and data, allow the use of customer data for advertising.',
  SERVICE_DISABLED: 'Switch on the Data Manager API in the Google Cloud project of the credentials.',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT:
    'Give consent anew, with the scopes datamanager and adwords, and connect with the new refresh token.',
  invalid_grant:
    'The key or the refresh token is no longer valid. Connect again with a new one; a consent screen in testing gives tokens for seven days only.',
  invalid_client: 'Client id and client secret do not belong together. Connect again with both.',
};
