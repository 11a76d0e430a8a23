/** Where the platforms are spoken to. Base addresses have no slash at their end. */
export type PlatformApis = {
  readonly addresses: Readonly<Record<keyof typeof PLATFORM_API_ADDRESSES, string>>;
  readonly versions: Readonly<Record<keyof typeof PLATFORM_API_VERSIONS, string>>;
};

/** The platforms' own addresses. */
export const PLATFORM_API_ADDRESSES = {
  /** https://developers.google.com/data-manager/api */
  google: 'https://datamanager.googleapis.com',
  /** https://developers.google.com/google-ads/api */
  googleAds: 'https://googleads.googleapis.com',
  /** https://developers.google.com/identity/protocols/oauth2 */
  googleToken: 'https://oauth2.googleapis.com',
  /** https://developers.facebook.com/docs/graph-api */
  meta: 'https://graph.facebook.com',
  /** https://learn.microsoft.com/en-us/advertising/guides/migrate-to-rest */
  microsoft: 'https://campaign.api.bingads.microsoft.com',
  /** Of accounts. */
  microsoftCustomer: 'https://clientcenter.api.bingads.microsoft.com',
  microsoftReporting: 'https://reporting.api.bingads.microsoft.com',
  /** https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow */
  microsoftToken: 'https://login.microsoftonline.com',
} as const;

/** The versions that requests are written for, as their paths name them. */
export const PLATFORM_API_VERSIONS = {
  google: 'v1',
  googleAds: 'v26',
  meta: 'v25.0',
  /** Of campaigns, accounts and reports. */
  microsoft: 'v13',
} as const;
