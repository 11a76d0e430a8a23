import type { Dimension } from '@cvq/contract';
import type { DictionaryColumn } from './dictionary-columns.ts';
import type { AnyDimension } from './report-run.ts';

/**
 * Where the value of a dimension is found. `touch`: how the visitor came; a conversion counts for the touch that it
 * is attributed to. `client`, `entryPage`, `exitPage`: of the session; a client also of an event without one.
 * `page`, `type` and `property`: of each event.
 */
export type DimensionSource =
  | { readonly of: 'touch' | 'client' | 'entryPage' | 'exitPage' | 'page'; readonly column: DictionaryColumn }
  | { readonly of: 'type' }
  | { readonly of: 'property'; readonly name: string };

export type DimensionScope = 'acquisition' | 'session' | 'event';

const touch = (column: DictionaryColumn) => ({ of: 'touch', column }) as const;
const client = (column: DictionaryColumn) => ({ of: 'client', column }) as const;

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
  country: client('clients.country'),
  region: client('clients.region'),
  city: client('clients.city'),
  language: client('clients.language'),
  device: client('clients.device'),
  browser: client('clients.browser'),
  os: client('clients.os'),
  event_type: { of: 'type' },
};

const PROPERTY = 'property:';

export function sourceOf(dimension: AnyDimension): DimensionSource {
  if (dimension.startsWith(PROPERTY)) return { of: 'property', name: dimension.slice(PROPERTY.length) };
  return SOURCES[dimension as Dimension];
}

export function scopeOf({ of }: DimensionSource): DimensionScope {
  if (of === 'touch') return 'acquisition';
  return of === 'page' || of === 'type' || of === 'property' ? 'event' : 'session';
}
