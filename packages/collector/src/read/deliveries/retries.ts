import { type AdDeliveryStore, openAdDeliveryStore, type StoreLocation } from '@cvq/storage';
import type { Bell } from '../../deliveries/bell.ts';

/** What sends a conversion to an ad platform again. */
export type Retries = Pick<AdDeliveryStore, 'retry'>;

/** Opens its store when it is first asked, which is rare, and rings for the worker. */
export function openRetries(
  location: StoreLocation,
  bell: Pick<Bell, 'ring'>,
): Retries & { close(): Promise<void> } {
  let store: AdDeliveryStore | null = null;
  return {
    async retry(key, now) {
      store ??= openAdDeliveryStore({ ...location, migrate: false }, { synced: true });
      const asked = await store.retry(key, now);
      bell.ring();
      return asked;
    },
    close: async () => store?.close(),
  };
}
