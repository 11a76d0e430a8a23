import type { AdPlatform } from '@cvq/contract';

/**
 * Whether a delivery is of the newest connection with its platform: one that was removed and connected anew has a delivery of
 * each, the newest last.
 */
export function isOfNewest<Delivery extends { readonly platform: AdPlatform }>(
  delivery: Delivery,
  all: readonly Delivery[],
): boolean {
  return all.findLast(({ platform }) => platform === delivery.platform) === delivery;
}
