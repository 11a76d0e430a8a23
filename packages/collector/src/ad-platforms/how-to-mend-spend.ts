import type { AdPlatform } from '@cvq/contract';
import { HOW_TO_MEND_GOOGLE } from './google/how-to-mend.ts';

const CUSTOMER =
  'Check the account number, and that the service account, or the person of the refresh token, has access to the account in Google Ads; name the manager account as login account if it is reached through one.';
const AD_ACCOUNT =
  'Check the id of the ad account. In Meta Business settings, assign the ad account to the system user of the token with permission to view performance, and make a token with the permission ads_read.';
const MICROSOFT_ACCOUNT =
  'Check the number of the account and of its customer; the person who gave consent must have access to both.';

/** What the owner of an account does about a code that a platform answered when it was asked what ads cost. */
export const HOW_TO_MEND_SPEND: Readonly<Record<AdPlatform, Readonly<Record<string, string>>>> = {
  google_ads: {
    ...HOW_TO_MEND_GOOGLE,
    USER_PERMISSION_DENIED: CUSTOMER,
    CUSTOMER_NOT_FOUND: CUSTOMER,
    INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION: CUSTOMER,
    CUSTOMER_NOT_ENABLED: 'The account is cancelled or not set up yet. Finish that in Google Ads.',
    REQUESTED_METRICS_FOR_MANAGER:
      'A manager account has no ads of its own. Give the account that runs the ads as spend account.',
    SERVICE_DISABLED: 'Switch on the Google Ads API in the Google Cloud project of the credentials.',
  },
  meta_ads: {
    '3': AD_ACCOUNT,
    '10': AD_ACCOUNT,
    '100/33': AD_ACCOUNT,
    '200': AD_ACCOUNT,
    '190': 'The token is not valid. Make a new one with the permission ads_read, and connect again.',
  },
  microsoft_ads: {
    InvalidCredentials: 'Check the developer token, and connect again.',
    UserIsNotAuthorized: MICROSOFT_ACCOUNT,
    CustomerIdHasToBeSpecified: MICROSOFT_ACCOUNT,
    invalid_grant: 'The consent has ended or was taken back. Connect again and give consent anew.',
  },
};
