import { HOUR_MS, USER_DATA_MS } from '@cvq/contract/constants';
import type { AdDeliveryStore } from '@cvq/storage';
import type { Upkeep } from '../../deliveries/delivery-loop.ts';

/** Deletes attempts whose time is over: what was sent is kept as long as the hashes that it was made of. */
export function adUpkeep(deliveries: Pick<AdDeliveryStore, 'purgeAttempts'>): Upkeep {
  let purgeAt = 0;
  return {
    async run(now) {
      if (now < purgeAt) return purgeAt;
      const isMore = await deliveries.purgeAttempts(now - USER_DATA_MS);
      purgeAt = isMore ? now : now + HOUR_MS;
      return purgeAt;
    },
  };
}
