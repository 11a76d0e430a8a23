import { AD_PLATFORMS, NOT_SET } from '@cvq/contract';
import type { CampaignGroup } from '@cvq/storage';
import type { JoinedCampaign } from './join-campaigns.ts';
import { networkOf } from './network-of.ts';

/**
 * The visits of each platform that was paid: those of its campaigns, and all that its network led to and that are of no
 * campaign. Of several platforms of one network, these are of the one that cvq connects with, else of the first by name.
 */
export function platformGroups(
  campaigns: readonly JoinedCampaign[],
  groups: readonly CampaignGroup[],
): ReadonlyMap<string, readonly CampaignGroup[]> {
  const claimed = new Set(campaigns.flatMap((campaign) => campaign.groups));
  const free = Map.groupBy(
    groups.filter((group) => group.adPlatform !== NOT_SET && !claimed.has(group)),
    ({ adPlatform }) => adPlatform,
  );
  const ofPlatform = Map.groupBy(campaigns, ({ platform }) => platform);
  const ordered = [...ofPlatform.keys()].sort().sort((one, other) => rank(one) - rank(other));
  return new Map(
    ordered.map((platform) => {
      const network = networkOf(platform) ?? '';
      const own = ofPlatform.get(platform)?.flatMap((campaign) => campaign.groups) ?? [];
      const more = free.get(network) ?? [];
      free.delete(network);
      return [platform, [...own, ...more]];
    }),
  );
}

const rank = (platform: string) => (AD_PLATFORMS.some((known) => known === platform) ? 0 : 1);
