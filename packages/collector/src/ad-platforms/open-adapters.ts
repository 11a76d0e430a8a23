import type { AdPlatform } from '@cvq/contract';
import type { AdPlatformAdapter } from './adapter.ts';
import { googleAdapter } from './google/google-adapter.ts';
import { metaAdapter } from './meta/meta-adapter.ts';
import { microsoftAdapter } from './microsoft/microsoft-adapter.ts';
import type { PlatformApis } from './platform-apis.ts';

/** The adapter of every platform. They hold nothing open; an integration is opened by `connect` of its platform's. */
export function openAdapters(
  { addresses, versions }: PlatformApis,
  now: () => number = Date.now,
): Readonly<Record<AdPlatform, AdPlatformAdapter>> {
  return {
    google_ads: googleAdapter({
      address: addresses.google,
      version: versions.google,
      tokenAddress: addresses.googleToken,
      now,
    }),
    microsoft_ads: microsoftAdapter({
      address: addresses.microsoft,
      version: versions.microsoft,
      tokenAddress: addresses.microsoftToken,
      now,
    }),
    meta_ads: metaAdapter({ address: addresses.meta, version: versions.meta, now }),
  };
}
