/** Platforms that conversions are forwarded to. */
export const AD_PLATFORMS = ['google_ads', 'microsoft_ads', 'meta_ads'] as const;
export type AdPlatform = (typeof AD_PLATFORMS)[number];

/** How many days after the click a platform accepts a conversion: section "Limits" of the specification. */
export const RETRY_WINDOW_DAYS = { google_ads: 90, microsoft_ads: 90, meta_ads: 7 } as const satisfies Record<
  AdPlatform,
  number
>;

/** Where a delivery to a platform stands. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'retrying', 'skipped'] as const;

/** Why a conversion is not sent to a platform. */
export const SKIP_REASONS = ['bot', 'no_click_id', 'no_consent', 'outside_window', 'not_configured'] as const;
