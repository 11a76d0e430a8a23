import { type AdPlatform, CLICK_IDS_OF_PLATFORM, RETRY_WINDOWS } from '@cvq/contract';
import { CLICK_ID, DAY_MS, HOUR_MS } from '@cvq/contract/constants';
import type { ForwardedClick } from '@cvq/storage';

/**
 * The click that a platform matches a conversion by: the latest of its own. Of clicks at the same time it is the one
 * whose id the platform matches best.
 */
export function clickOf(platform: AdPlatform, clicks: readonly ForwardedClick[]): ForwardedClick | null {
  let latest: ForwardedClick | null = null;
  // Older versions stored whatever an address had.
  for (const name of CLICK_IDS_OF_PLATFORM[platform])
    for (const click of clicks)
      if (click.name === name && CLICK_ID.test(click.value) && (latest === null || click.at > latest.at))
        latest = click;
  return latest;
}

/**
 * Until when a platform takes a conversion, in epoch milliseconds: sending, sending once more by hand and what the API
 * tells of it all go by this. `at` is the time of the conversion.
 */
export function retryUntil(
  platform: AdPlatform,
  click: Pick<ForwardedClick, 'at'> | null,
  at: number,
): number {
  const { after, days } = RETRY_WINDOWS[platform];
  return (after === 'click' && click !== null ? click.at : at) + days * DAY_MS;
}

type RepeatRule = (unknownSince: number, click: ForwardedClick | null) => number;

/** By what each platform knows that it has a conversion already, and for how long. */
const KNOWS_REPEATS_UNTIL: Readonly<Record<AdPlatform, RepeatRule>> = {
  /** By the transaction id, for good. */
  google_ads: () => Infinity,
  /** By click and second; without a click by nothing. */
  microsoft_ads: (unknownSince, click) => (click === null ? unknownSince : Infinity),
  /** By the event id, for 48 hours: developers.facebook.com, "Handling duplicate Pixel and Conversions API events". */
  meta_ads: (unknownSince) => unknownSince + 48 * HOUR_MS,
};

/**
 * Until when a conversion may be sent again by itself of which nobody knows whether the platform has it: as long as the
 * platform would know the repeat for one. Epoch milliseconds, or Infinity.
 */
export function repeatableUntil(
  platform: AdPlatform,
  click: ForwardedClick | null,
  unknownSince: number | null,
): number {
  return unknownSince === null ? Infinity : KNOWS_REPEATS_UNTIL[platform](unknownSince, click);
}
