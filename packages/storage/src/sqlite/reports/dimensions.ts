import type { Dimension } from '@cvq/contract';

/**
 * Where a dimension's value is found, as an SQL expression that gives the integer of its text.
 * `acquisition`: how the visitor came; a conversion counts for the touch that it is attributed to.
 * `session`: a property of the session, or of an event without one. `event`: a property of each event.
 */
type DimensionSource = { readonly scope: 'acquisition' | 'session' | 'event'; readonly sql: string };

const acquisition = (column: string): DimensionSource => ({ scope: 'acquisition', sql: `touches.${column}` });
const client = (column: string): DimensionSource => ({ scope: 'session', sql: `clients.${column}` });

export const DIMENSION_SOURCES: Readonly<Record<Dimension, DimensionSource>> = {
  channel: acquisition('channel'),
  source: acquisition('source'),
  medium: acquisition('medium'),
  campaign: acquisition('campaign'),
  term: acquisition('term'),
  content: acquisition('content'),
  referrer: acquisition('referrer'),
  ad_platform: acquisition('ad_platform'),
  page: { scope: 'event', sql: '(SELECT path FROM pages WHERE id = counted.page)' },
  entry_page: { scope: 'session', sql: '(SELECT path FROM pages WHERE id = sessions.entry_page)' },
  exit_page: { scope: 'session', sql: '(SELECT path FROM pages WHERE id = sessions.exit_page)' },
  hostname: { scope: 'event', sql: '(SELECT hostname FROM pages WHERE id = counted.page)' },
  country: client('country'),
  region: client('region'),
  city: client('city'),
  language: client('language'),
  device: client('device'),
  browser: client('browser'),
  os: client('os'),
  event_type: { scope: 'event', sql: 'counted.type' },
};
