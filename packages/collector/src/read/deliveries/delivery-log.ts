import {
  type AdDeliveryStore,
  type DeliveryStore,
  openAdDeliveryStore,
  openDeliveryStore,
  type StoreLocation,
} from '@cvq/storage';
import type { Bell } from '../../deliveries/bell.ts';

/** Where the read API finds what became of conversions, and asks for one to be sent again. */
export type DeliveryLog = Pick<
  AdDeliveryStore,
  'attemptsOf' | 'count' | 'deliveriesOf' | 'readConversion' | 'retry'
> &
  Pick<DeliveryStore, 'ofEvent'>;

/** The delivery log of a collector. Its stores are opened when they are first asked: most collectors have no integration. */
export function openDeliveryLog(
  location: StoreLocation,
  bell: Pick<Bell, 'ring'>,
): DeliveryLog & { close(): Promise<void> } {
  const opened = { ads: null as AdDeliveryStore | null, webhooks: null as DeliveryStore | null };
  const here = { ...location, migrate: false };
  const ads = () => (opened.ads ??= openAdDeliveryStore(here, { synced: true }));
  const webhooks = () => (opened.webhooks ??= openDeliveryStore(here));
  return {
    attemptsOf: async (...asked) => ads().attemptsOf(...asked),
    count: async (...asked) => ads().count(...asked),
    deliveriesOf: async (...asked) => ads().deliveriesOf(...asked),
    readConversion: async (...asked) => ads().readConversion(...asked),
    ofEvent: async (...asked) => webhooks().ofEvent(...asked),
    async retry(...asked) {
      const before = await ads().retry(...asked);
      bell.ring();
      return before;
    },
    async close() {
      await opened.ads?.close();
      await opened.webhooks?.close();
    },
  };
}
