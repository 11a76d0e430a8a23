import { NOT_SET } from '@cvq/contract';
import type { CampaignGroup } from '@cvq/storage';
import type { SourceCover } from './cover-of-spend.ts';
import type { SomeWords } from './filter-words.ts';
import { linksTo } from './links-to.ts';
import { networkOf, sitesOf } from './network-of.ts';

/** A part of what ads cost: that of one row, or of what filters keep. */
type SpendPart = {
  /** The visits of it. */
  readonly groups: readonly CampaignGroup[];
  /** The campaigns that stand in it. */
  readonly campaigns: readonly { readonly platform: string }[];
  /** Whether words are of it. */
  readonly includes: (words: SomeWords) => boolean;
};

/**
 * Finds the sources that tell what a part of what ads cost is: those of the platforms of its campaigns, and of those whose
 * network or site its visits came from. Where there are none, all where its visits name a campaign, else those whose paid
 * links have its words, and all again where no ad leads to it, since nothing was spent on it. Null where visits came from an ad
 * network that nothing tells of.
 */
export function findSourcesBehind(
  sources: readonly SourceCover[],
): (part: SpendPart) => readonly SourceCover[] | null {
  const platforms = Array.from(
    Map.groupBy(sources, ({ source }) => source.platform),
    ([platform, own]) => ({ platform, own, hasLedTo: ledFrom(platform), links: linksTo(platform) }),
  );
  return ({ groups, campaigns, includes }) => {
    const ofCampaigns = new Set(campaigns.map(({ platform }) => platform));
    const named = platforms.filter(
      ({ platform, hasLedTo }) => ofCampaigns.has(platform) || groups.some(hasLedTo),
    );
    if (named.length > 0) return named.flatMap(({ own }) => own);
    if (groups.some(({ adPlatform }) => adPlatform !== NOT_SET)) return null;
    if (groups.some(namesCampaign)) return sources;
    const linked = platforms.filter(({ links }) => links.some(includes));
    return linked.length > 0 ? linked.flatMap(({ own }) => own) : sources;
  };
}

/** Whether an ad of a platform may be what led to a group of visits. */
function ledFrom(platform: string): (group: CampaignGroup) => boolean {
  const network = networkOf(platform);
  const sites = sitesOf(platform);
  return (group) =>
    group.adPlatform === NOT_SET
      ? sites.has(group.source) && namesCampaign(group)
      : group.adPlatform === network;
}

function namesCampaign({ campaign, campaignId }: CampaignGroup): boolean {
  return campaign !== NOT_SET || campaignId !== null;
}
