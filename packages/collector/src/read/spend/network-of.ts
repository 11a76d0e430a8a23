import { type AdNetwork, NETWORK_OF_PLATFORM } from '@cvq/contract';
import { NETWORK_SOURCES } from '../../attribution/tables/click-ids.ts';

const networksByName = new Map<string, AdNetwork>(
  Object.entries(NETWORK_SOURCES).flatMap(([network, sources]) =>
    [network, ...sources].map((name) => [name, network as AdNetwork] as const),
  ),
);

/**
 * The network that sells the ads of a platform, whatever a file calls it: `tiktok`, `tiktok_ads` and `facebook_ads` are of
 * networks that reports know. Null for others, such as `podcast`.
 */
export function networkOf(platform: string): AdNetwork | null {
  const byPlatform: Readonly<Record<string, AdNetwork>> = NETWORK_OF_PLATFORM;
  return byPlatform[platform] ?? networksByName.get(siteOf(platform)) ?? null;
}

/** The word of a platform without what says that it sells ads. */
export function siteOf(platform: string): string {
  return platform.replace(/_ads$/, '');
}
