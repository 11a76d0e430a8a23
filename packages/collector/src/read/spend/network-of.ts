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

/** The sources of visits that the ads of a platform stand on: the sites of its network, and its own word. */
export function sitesOf(platform: string): ReadonlySet<string> {
  const network = networkOf(platform);
  const sites = network === null ? [] : [...NETWORK_SOURCES[network], network];
  return new Set([...sites, platform, siteOf(platform)]);
}

/** The source of a paid link to a platform that says nothing else. */
export function mainSiteOf(platform: string): string {
  const network = networkOf(platform);
  return network === null ? siteOf(platform) : NETWORK_SOURCES[network][0];
}

/** The word of a platform without what says that it sells ads. */
function siteOf(platform: string): string {
  return platform.replace(/_ads$/, '');
}
