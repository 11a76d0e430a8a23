/** Who runs the advertisement, the share or the partner programme behind a click: what the dimension `ad_platform` says. */
export type AdNetwork =
  | 'google'
  | 'microsoft'
  | 'meta'
  | 'tiktok'
  | 'linkedin'
  | 'x'
  | 'reddit'
  | 'snapchat'
  | 'pinterest'
  | 'yandex'
  | 'quora'
  | 'openai'
  | 'yahoo'
  | 'kakao'
  | 'outbrain'
  | 'taboola'
  | 'impact'
  | 'awin'
  | 'cj'
  | 'rakuten'
  | 'tradedoubler';

/** Platforms that conversions are forwarded to. */
export const AD_PLATFORMS = ['google_ads', 'microsoft_ads', 'meta_ads'] as const;
export type AdPlatform = (typeof AD_PLATFORMS)[number];

/**
 * The network that each platform sells: how reports name it, and under which name its hashes of user data are kept.
 * Nothing else relates the two kinds of names.
 */
export const NETWORK_OF_PLATFORM = {
  google_ads: 'google',
  microsoft_ads: 'microsoft',
  meta_ads: 'meta',
} as const satisfies Record<AdPlatform, AdNetwork>;

/** The click id by which each platform finds the click of a conversion. */
export const CLICK_ID_OF_PLATFORM = {
  google_ads: 'gclid',
  microsoft_ads: 'msclkid',
  meta_ads: 'fbclid',
} as const satisfies Record<AdPlatform, string>;

/** How many days after the click a platform accepts a conversion: section "Limits" of the specification. */
export const RETRY_WINDOW_DAYS = { google_ads: 90, microsoft_ads: 90, meta_ads: 7 } as const satisfies Record<
  AdPlatform,
  number
>;

/** Where a delivery to a platform stands. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'retrying', 'skipped'] as const;

/** Why a conversion is not sent to a platform. */
export const SKIP_REASONS = ['bot', 'no_click_id', 'no_consent', 'outside_window', 'not_configured'] as const;
