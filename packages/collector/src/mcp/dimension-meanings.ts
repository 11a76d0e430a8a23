import type { Dimension, MultiValuedDimension } from '@cvq/contract';

/** What each dimension is, for agents. docs/read-api.md says it at length. */
export const DIMENSION_MEANINGS: Readonly<Record<Dimension | MultiValuedDimension, string>> = {
  channel: 'group of sources, such as Paid Search or Email',
  source: 'utm_source, or the platform, site or host that led here; (direct)',
  medium: 'utm_medium, or cpc, display, affiliate, organic, social, email, referral; (none)',
  campaign: 'utm_campaign',
  term: 'utm_term',
  content: 'utm_content',
  referrer: 'host of the outside page before',
  ad_platform: 'platform of the click id or paid link, such as google or meta',
  page: 'path of the page of an event',
  entry_page: 'path of the first page view of a session',
  exit_page: 'path of the last page view of a session',
  hostname: 'host of the page of an event',
  country: 'ISO 3166-1 code of two letters',
  region: 'English name of the region',
  city: 'English name of the city',
  language: 'as the browser says it, such as de-DE',
  device: 'desktop, mobile, tablet, tv, console, wearable or embedded',
  browser: 'name of the browser',
  os: 'name of the system',
  event_type: 'type of an event, such as pageview or purchase',
  seen_page: 'path of a page that a visit viewed; rows do not add up',
  did_event: 'type of an event that happened in a visit; rows do not add up',
};
