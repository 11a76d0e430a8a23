import type { AdPlatform, Conversion } from '@cvq/contract';

/** The platforms that a conversion can be sent to again: of a list about one platform that one alone. */
export function retryableOf({ deliveries }: Conversion, listed: AdPlatform | null): AdPlatform[] {
  return deliveries
    .filter(({ retryable, platform }) => retryable && platform === (listed ?? platform))
    .map(({ platform }) => platform);
}
