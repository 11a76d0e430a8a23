import { setTimeout as delay } from 'node:timers/promises';
import type { AdPlatform } from '@cvq/contract';
import type { AdPlatformAdapter, SpendAdapter } from './adapter.ts';
import type { PlatformApis } from './exchange/platform-apis.ts';
import { googleAdapter } from './google/google-adapter.ts';
import { metaAdapter } from './meta/meta-adapter.ts';
import { microsoftAdapter } from './microsoft/microsoft-adapter.ts';
import type { Wait } from './spend/wait-for-report.ts';

const onTheClock: Wait = async (ms, signal) => void (await delay(ms, undefined, { signal }));

/** The adapter of every platform. They hold nothing open; an integration is opened by `connect` of its platform's. */
export function openAdapters(
  { addresses, versions }: PlatformApis,
  now: () => number = Date.now,
  wait: Wait = onTheClock,
): Readonly<Record<AdPlatform, AdPlatformAdapter & SpendAdapter>> {
  return {
    google_ads: googleAdapter({
      address: addresses.google,
      version: versions.google,
      adsAddress: addresses.googleAds,
      adsVersion: versions.googleAds,
      tokenAddress: addresses.googleToken,
      now,
    }),
    microsoft_ads: microsoftAdapter({
      address: addresses.microsoft,
      version: versions.microsoft,
      customerAddress: addresses.microsoftCustomer,
      reportingAddress: addresses.microsoftReporting,
      tokenAddress: addresses.microsoftToken,
      now,
      wait,
    }),
    meta_ads: metaAdapter({ address: addresses.meta, version: versions.meta, now, wait }),
  };
}
