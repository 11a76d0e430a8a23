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

/**
 * All click ids of each platform, the one that it matches best first. A click on an iPhone has one of Google's others.
 */
export const CLICK_IDS_OF_PLATFORM = {
  google_ads: ['gclid', 'gbraid', 'wbraid'],
  microsoft_ads: ['msclkid'],
  meta_ads: ['fbclid'],
} as const satisfies Record<AdPlatform, readonly string[]>;

/**
 * For how long a platform takes a conversion, in days after the click that it is matched by, or after the conversion
 * itself: section "Limits" of the specification. Without a click, all count from the conversion.
 */
export const RETRY_WINDOWS = {
  google_ads: { after: 'click', days: 90 },
  microsoft_ads: { after: 'click', days: 90 },
  meta_ads: { after: 'conversion', days: 7 },
} as const satisfies Record<AdPlatform, { readonly after: 'click' | 'conversion'; readonly days: number }>;

/** Where a delivery to a platform stands, in a word. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'retrying', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Where it stands exactly, with the status that says so in a word. */
export const STATUS_OF_DELIVERY_STATE = {
  /** Waits for a late classification, click or removal. */
  held: 'pending',
  /** Has its time: a platform that knows the click only in some hours, a sale that is dated ahead. */
  waiting: 'pending',
  sending: 'pending',
  /** The platform has it, and has not said what became of it. */
  accepted: 'pending',
  /** Something must be set right at the integration or the platform first. */
  blocked: 'pending',
  retry_scheduled: 'retrying',
  /** The platform takes nothing more for some time, neither this nor what waits behind it. */
  throttled: 'retrying',
  delivered: 'delivered',
  /** The platform had it before. */
  duplicate: 'delivered',
  /** The platform took it, and knows nobody whom it is of. */
  unmatched: 'delivered',
  /** All attempts were used up, or what became of the last is unknown and must not be tried again by itself. */
  failed: 'failed',
  /** The platform says that the conversion is wrong. */
  rejected: 'failed',
  /** Past the window of the platform. */
  expired: 'failed',
  skipped: 'skipped',
  /** Built and not sent, as the integration says. */
  dry_run: 'skipped',
  /** Taken back before it was sent. */
  cancelled: 'skipped',
} as const satisfies Record<string, DeliveryStatus>;
export type AdDeliveryState = keyof typeof STATUS_OF_DELIVERY_STATE;

/** Why a conversion is not sent to a platform. */
export const SKIP_REASONS = [
  'bot',
  'duplicate_order',
  'no_consent',
  'no_identifier',
  'no_mapping',
  'no_value',
  'foreign_host',
  'local_page',
  'removed',
  'erased',
  'dry_run',
  'integration_removed',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * What counts for a visitor who has said nothing of a purpose of advertising. `by_country`: denied where the law asks for
 * consent first, and elsewhere nothing is claimed.
 */
export const AD_CONSENT_DEFAULTS = ['by_country', 'granted', 'denied'] as const;
export type AdConsentDefault = (typeof AD_CONSENT_DEFAULTS)[number];

/** What a project's connection to a platform does. */
export const INTEGRATION_STATES = ['active', 'dry_run', 'paused', 'reconnect_required'] as const;
export type IntegrationState = (typeof INTEGRATION_STATES)[number];

/** Which conversions go to a platform: those with anything that it can match, or only those of its own clicks. */
export const SEND_CHOICES = ['matchable', 'own_clicks'] as const;
export type SendChoice = (typeof SEND_CHOICES)[number];
