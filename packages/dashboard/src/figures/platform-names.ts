import type { AdPlatform } from '@cvq/contract';

/** Ad platforms as their owners write them. */
export const PLATFORM_NAMES: Readonly<Record<AdPlatform, string>> = {
  google_ads: 'Google Ads',
  meta_ads: 'Meta',
  microsoft_ads: 'Microsoft Ads',
};
