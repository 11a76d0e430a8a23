import { AD_PLATFORMS, type AdDeliveryState, type AdPlatform, STATUS_OF_DELIVERY_STATE } from '@cvq/contract';
import { type Figures, openFigures } from './figures.ts';

/** What a look at a delivery to an ad platform came to, as a state of the delivery. */
export const AD_DELIVERY_RESULTS = Object.keys(STATUS_OF_DELIVERY_STATE) as AdDeliveryState[];

const NAMES = AD_PLATFORMS.flatMap((platform) =>
  AD_DELIVERY_RESULTS.map((result) => `${platform}:${result}` as const),
);

/** Looks at deliveries since the collector began, by platform and what they came to. */
export type AdFigures = Figures<`${AdPlatform}:${AdDeliveryState}`>;

/** Figures of deliveries to ad platforms, in memory of their own or in that of another thread. */
export function openAdFigures(buffer?: SharedArrayBuffer): AdFigures {
  return openFigures(NAMES, buffer);
}
