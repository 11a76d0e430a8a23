import type { Dimension, MultiValuedDimension } from '@cvq/contract';

const NAMES: Readonly<Record<Dimension | MultiValuedDimension, string>> = {
  channel: 'Channel',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  term: 'Term',
  content: 'Content',
  referrer: 'Referrer',
  ad_platform: 'Ad platform',
  page: 'Page',
  entry_page: 'Entry page',
  exit_page: 'Exit page',
  hostname: 'Host',
  country: 'Country',
  region: 'Region',
  city: 'City',
  language: 'Language',
  device: 'Device',
  browser: 'Browser',
  os: 'System',
  event_type: 'Event',
  seen_page: 'Page in visit',
  did_event: 'Event in visit',
};

const PROPERTY = 'property:';

/** A dimension as people call it; a property of events by its own name. */
export function dimensionName(dimension: string): string {
  if (dimension.startsWith(PROPERTY)) return dimension.slice(PROPERTY.length);
  return NAMES[dimension as Dimension] ?? dimension;
}
