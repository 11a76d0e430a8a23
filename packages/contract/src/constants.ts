/** Names and numbers that cross a wire. Imports nothing, so that the browser SDK may use its values. */

/** Lengths of time in milliseconds. A day is always of UTC: days of a time zone are counted by the calendar. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/* Limits of the interface specification, section "Limits". */

/** Events of one request. */
export const MAX_BATCH_EVENTS = 100;
/** Bytes of the body of a tracking request. */
export const MAX_REQUEST_BYTES = 1_048_576;
/** Days of the range of a question. */
export const MAX_RANGE_DAYS = 400;
/** The same in a time zone whose offset is not a whole number of hours. */
export const MAX_RANGE_DAYS_PARTIAL_HOUR_ZONE = 90;
/** Days of a range that is told by the hour. */
export const MAX_HOURLY_RANGE_DAYS = 7;
/** Rows of a list of conversions that `offset` and `limit` reach; a cursor goes further. */
export const MAX_CONVERSION_ROWS = 2000;
/** Hosts of a project, and parameters that it cuts. */
export const MAX_PROJECT_NAMES = 200;
/** Conditions of one question. */
export const MAX_FILTERS = 20;

/** For how many days a project can keep what happened: attribution and deliveries look back as far as the fewest. */
export const RETENTION_DAYS = { fewest: 30, most: 3650 } as const;

/** For how many days the audit log keeps what it tells: as long as the longest range of a report. */
export const AUDIT_LOG_DAYS = 400;

/** How far back get_conversion can be asked to look, in days. */
export const MAX_LOOKBACK_DAYS = 400;

/** Bytes that a browser sends in one request at most: below the quota of 64 KiB for `keepalive` in every engine. */
export const MAX_BROWSER_REQUEST_BYTES = 60_000;

/** A session ends after this much inactivity; exactly this much continues it. */
export const SESSION_IDLE_MS = 30 * MINUTE_MS;
/** A session ends at this age, however active it is. */
export const SESSION_MAX_MS = 24 * HOUR_MS;

/** Levels of nested JSON: deeper JSON is refused before a serializer can overflow on it. */
export const MAX_JSON_DEPTH = 32;

/** Characters of an event type. */
export const MAX_EVENT_TYPE_LENGTH = 128;

/** How many field errors a refusal names: a request can have thousands. */
export const MAX_FIELD_ERRORS = 20;

/** Characters of an id that a site gives: of a user, a session, an order. */
export const MAX_ID_LENGTH = 256;
/** Characters of an e-mail address: no mail can be sent to a longer one (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
/** Characters of any other text of an event; longer ones are cut or refused. */
export const MAX_TEXT_LENGTH = 8192;
/** Items of one event: a checkout has a few, an order of a company hundreds. */
export const MAX_ITEMS = 10_000;
/** Signals that one browser tells of itself. */
export const MAX_SIGNALS = 100;
/** Click ids that one browser tells of. */
export const MAX_CLICK_IDS = 100;

/** What programs write where they have no id: such a text names no user, no session, no click and no order, whatever its case. */
export const PLACEHOLDER_ID =
  /^\s*(undefined|null|nil|none|nan|true|false|0|-1|guest|anonymous|unknown|not_authenticated|\[object \w+]|[0-]{36})?\s*$/i;

/**
 * The query parameters by which ad platforms and partner programmes name a click, as they write them. Those of one
 * family, which are joined here by a plus, name clicks on the same platform: the newest replaces the others.
 */
export const CLICK_ID_FAMILIES =
  'gclid+gbraid+wbraid dclid fbclid ctwa_clid msclkid ttclid twclid li_fat_id rdt_cid ScCid epik yclid ysclid ' +
  'irclickid+irclid awc cjevent ranSiteID tduid obclid+dicbo tblci qclid clickid+click_id ko_click_id oppref vmcid';

/**
 * A query, with its `?`, that says that its `gclid` is none of Google Ads: beside one of those `gclsrc` is missing, empty or begins
 * with `aw`. Beside `ds` and `3p.ds` of Search Ads 360 the click may be one on another platform, and Google Ads knows no such id.
 * @see https://support.google.com/searchads/answer/7342044
 */
export const GCLID_OF_OTHERS = /[?&]gclsrc=(?!aw|[&#]|$)/i;

/** Characters of a click id. A longer text is none, and a shortened id would be worth nothing to its platform. */
export const MAX_CLICK_ID_LENGTH = 1024;

/**
 * The value of a click id. It has the characters of both kinds of base64, and those that Taboola, Impact and Rakuten put between
 * words of it; no e-mail address consists of these alone. It has a letter or a digit, and is no placeholder.
 */
export const CLICK_ID = new RegExp(
  // The characters first, so that the pattern of placeholders has little left to try.
  `^(?=[\\w.~:#^|+/=*!$-]{1,${MAX_CLICK_ID_LENGTH}}$)(?!${PLACEHOLDER_ID.source})[^a-z\\d]*[a-z\\d]`,
  'i',
);

/** A route that a router writes behind `#`, and the query of that: `#/list?sort=price`, `#!/list`. No part of a page begins so. */
export const HASH_ROUTE = /^#(!?\/[^?#]*)(?:\?([^#]*))?/;

/** How far ahead the time of a click may be: clocks of visitors are wrong, and are set right later. */
export const MAX_CLICK_AHEAD_MS = 24 * HOUR_MS;

/** The largest value of an event in major units: in every currency its minor units are an exact integer. */
export const MAX_AMOUNT = 900_000_000_000;

/** The event of a page view. */
export const PAGEVIEW = 'pageview';

/** The event of `enhance` of the SDK: user data for its session alone. */
export const ENHANCE = 'enhance';

/**
 * What the SDK keeps in cookies of a site, which the collector reads and renews: who the visitor is, the clicks that led
 * here, as long as `ad_storage` is granted, and that the visitor opted out.
 */
export const VISITOR_RECORD = 'cvq';
export const CLICKS_RECORD = 'cvq_ad';
export const OPT_OUT_RECORD = 'no_cvq';
/** Browsers cap a cookie at 400 days (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-5.5). */
export const MAX_COOKIE_SECONDS = 34_560_000;

/** The parameter that carries a visitor from one domain of a customer to another. */
export const LINK_PARAMETER = '_cvl';

/** Event types that are conversions by their name alone. */
export const CONVERSION_TYPES = ['purchase', 'lead', 'signup', 'subscription', 'download'] as const;

/** Which conversions can be listed: those that count, other reports of their orders, or those of bots. */
export const CONVERSION_KINDS = ['counted', 'duplicate', 'bot'] as const;
export type ConversionKind = (typeof CONVERSION_KINDS)[number];

/** Query parameter names that the read API refuses, since a credential in an address ends in logs. */
export const REFUSED_QUERY_CREDENTIALS = ['token', 'api_key', 'apiKey', 'access_token', 'key'] as const;

/** What a key, or an application, can be allowed. */
export const SCOPES = [
  'projects:read',
  'analytics:read',
  'conversions:read',
  'conversions:write',
  'spend:read',
  'bots:read',
] as const;
export type Scope = (typeof SCOPES)[number];
/** What a key, or an application, gets unless more is said: reading, except for what ads cost. */
export const DEFAULT_SCOPES = ['projects:read', 'analytics:read', 'conversions:read', 'bots:read'] as const;

/** After how many days a key can expire. */
export const KEY_EXPIRIES = ['30', '90', '365', 'never'] as const;
export type KeyExpiry = (typeof KEY_EXPIRIES)[number];

/** The ranges that have a name. */
export const RANGE_PRESETS = [
  'today',
  'yesterday',
  '24h',
  '7d',
  '14d',
  '28d',
  '30d',
  '90d',
  'wtd',
  'mtd',
  'qtd',
  'ytd',
  'last_week',
  'last_month',
  'last_quarter',
  '12mo',
] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** What a report can be broken down by, in the order in which the error details list them. */
export const DIMENSIONS = [
  'channel',
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'referrer',
  'ad_platform',
  'page',
  'entry_page',
  'exit_page',
  'hostname',
  'country',
  'region',
  'city',
  'language',
  'device',
  'browser',
  'os',
  'event_type',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The most rows of a breakdown in one answer. */
export const MAX_BREAKDOWN_ROWS = 1000;

/** Dimensions beyond the twenty of which a session has several values: the pages that it saw, the types of its events. */
export const MULTI_VALUED_DIMENSIONS = ['seen_page', 'did_event'] as const;
export type MultiValuedDimension = (typeof MULTI_VALUED_DIMENSIONS)[number];

/** What a report says where a value is missing: of any dimension, of the source of a direct visit, and of its medium. */
export const NOT_SET = '(not set)';
export const DIRECT = '(direct)';
export const NONE = '(none)';
/** What stands in the place of a text that named a person who was erased. */
export const ERASED = '(erased)';

/** A touch can be credited with a conversion for this long. */
export const ATTRIBUTION_WINDOW_MS = 90 * DAY_MS;

/** User data of an event is kept sealed for this long, for platforms that take conversions that late. */
export const USER_DATA_MS = 90 * DAY_MS;

/**
 * How far back a browser's claim on an order reaches: the SDK keeps an event that it could not send for so long. Seven days,
 * written out, since a product weighs more in the SDK.
 */
export const BROWSER_CLAIM_MS = 604_800_000;

/** How far ahead of the clock an event may be: more is a mistake. */
export const MAX_AHEAD_MS = 24 * HOUR_MS;

/** A retry with the same Idempotency-Key is recognised for this long. */
export const IDEMPOTENCY_MS = 24 * HOUR_MS;

/** Requests per UTC minute that a server key may make. */
export const TRACK_REQUESTS_PER_MINUTE = 1000;

/** Where browsers send their events. */
export const EVENTS_PATH = '/v1/events';

/** The tracking APIs: an event and a batch of a backend, a batch of a browser, and the picture for clients without JavaScript. */
export const TRACKING_PATHS = {
  event: '/v1/track',
  batch: '/v1/track/batch',
  browser: EVENTS_PATH,
  pixel: '/v1/pixel.gif',
} as const;

/** How long the buckets of a report can be. */
export const GRANULARITIES = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Earlier periods that can be compared with by name. */
export const COMPARE_MODES = ['previous_period', 'previous_year'] as const;
export type CompareMode = (typeof COMPARE_MODES)[number];

/** Tells that a conversion was taken out of the reports. Sent only to endpoints that name it, and never tracked. */
export const CONVERSION_REMOVED = 'conversion.removed';

/** What a webhook endpoint can be sent: everything, single types, every conversion, or removals. */
export const WEBHOOK_EVENTS = [
  '*',
  'pageview',
  'purchase',
  'lead',
  'signup',
  'subscription',
  'conversion.*',
  CONVERSION_REMOVED,
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What a test delivery can be of. */
export const WEBHOOK_TEST_TYPES = [
  'pageview',
  'purchase',
  'lead',
  'signup',
  'subscription',
  'download',
  CONVERSION_REMOVED,
] as const;
export type WebhookTestType = (typeof WEBHOOK_TEST_TYPES)[number];

/** For how many hours the former secret of an endpoint may sign beside the new one. */
export const MAX_OVERLAP_HOURS = 720;

/** Attempts of a delivery: each this long after the end of the one before it. After the last it has failed. */
export const WEBHOOK_DELAYS_MS = [
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  8 * HOUR_MS,
] as const;

/** States of a delivery to an ad platform in which the platform has the conversion. */
export const TAKEN_DELIVERY_STATES = ['accepted', 'delivered', 'duplicate', 'unmatched'] as const;
