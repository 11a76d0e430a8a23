import type { Dimension } from '@cvq/contract';
import type { AnyDimension } from '../report-run.ts';
import type { DictionaryColumn } from './dictionary-columns.ts';
import type { ClientPart } from './part-of-clients.ts';

/**
 * Where the value of a dimension is found. `touch`: how the visitor came; a conversion counts for the touch that it
 * is attributed to. `client`, `entryPage`, `exitPage`: of the session; a client also of an event without one.
 * `page`, `type` and `property`: of each event. `by`: the column of the entry that has the value, in place of the client.
 */
export type DimensionSource =
  | {
      readonly of: 'touch' | 'client' | 'entryPage' | 'exitPage' | 'page';
      readonly by?: ClientPart;
      readonly column: DictionaryColumn;
    }
  | { readonly of: 'type' }
  | { readonly of: 'property'; readonly name: string };

export type DimensionScope = 'acquisition' | 'session' | 'event';

const touch = (column: DictionaryColumn) => ({ of: 'touch', column }) as const;
const ofUserAgent = (column: DictionaryColumn) =>
  ({ of: 'client', by: 'clients.user_agent', column }) as const;
const ofPlace = (column: DictionaryColumn) => ({ of: 'client', by: 'clients.place', column }) as const;

const SOURCES: Readonly<Record<Dimension, DimensionSource>> = {
  channel: touch('touches.channel'),
  source: touch('touches.source'),
  medium: touch('touches.medium'),
  campaign: touch('touches.campaign'),
  term: touch('touches.term'),
  content: touch('touches.content'),
  referrer: touch('touches.referrer'),
  ad_platform: touch('touches.ad_platform'),
  page: { of: 'page', column: 'pages.path' },
  entry_page: { of: 'entryPage', column: 'pages.path' },
  exit_page: { of: 'exitPage', column: 'pages.path' },
  hostname: { of: 'page', column: 'pages.hostname' },
  country: ofPlace('places.country'),
  region: ofPlace('places.region'),
  city: ofPlace('places.city'),
  language: { of: 'client', column: 'clients.language' },
  device: ofUserAgent('user_agents.device'),
  browser: ofUserAgent('user_agents.browser'),
  os: ofUserAgent('user_agents.os'),
  event_type: { of: 'type' },
};

const PROPERTY = 'property:';

/** Where the values of a dimension are found. */
export function sourceOf(dimension: AnyDimension): DimensionSource {
  if (dimension.startsWith(PROPERTY)) return { of: 'property', name: dimension.slice(PROPERTY.length) };
  return SOURCES[dimension as Dimension];
}

/** Whether a dimension says something of a single event, of a session, or of how a visitor came. */
export function scopeOf({ of }: DimensionSource): DimensionScope {
  if (of === 'touch') return 'acquisition';
  return of === 'page' || of === 'type' || of === 'property' ? 'event' : 'session';
}
