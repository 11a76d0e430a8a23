import type { SpendUnavailableReason } from '@cvq/contract';
import type { SourceCover } from './cover-of-spend.ts';

/** Why nothing is known of what no source has read of those that could tell it; null where there is no such source. */
export function whyUnknown(sources: readonly SourceCover[] | null): SpendUnavailableReason {
  if (sources === null) return 'no_ad_platform_integration';
  return sources.some(({ reason }) => reason === 'integration_error') ? 'integration_error' : 'not_read';
}
