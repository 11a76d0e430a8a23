import { NOT_SET } from '@cvq/contract';
import type { CampaignGroup } from '@cvq/storage';
import { groupingForm } from '../../attribution/link-words.ts';
import type { PaidCampaign } from './campaigns-of.ts';
import { inOrder } from './in-order.ts';
import { networkOf, sitesOf } from './network-of.ts';

/** A campaign with what came of its visits; without any where none was found. */
export type JoinedCampaign = PaidCampaign & { readonly groups: readonly CampaignGroup[] };

/**
 * Finds the visits of each campaign: by the id that its links carried, in a parameter for it or as the campaign; then by
 * its name, on the sites of its network. A group of visits belongs to one campaign at most: by id before by name, and of
 * several candidates to the one with the most clicks.
 */
export function joinCampaigns(
  campaigns: readonly PaidCampaign[],
  groups: readonly CampaignGroup[],
): JoinedCampaign[] {
  const byId = Map.groupBy(groups, ({ campaignId }) => campaignId);
  const byWord = Map.groupBy(groups, ({ campaign }) => campaign);
  const byName = Map.groupBy(groups, ({ campaign }) => formOfName(campaign));
  byWord.delete(NOT_SET);
  byName.delete(formOfName(NOT_SET));

  const claimed = new Set<CampaignGroup>();
  const found = new Map<PaidCampaign, CampaignGroup[]>();
  const claim = (campaign: PaidCampaign, candidates: readonly CampaignGroup[]) => {
    const free = new Set(candidates.filter((group) => !claimed.has(group)));
    for (const group of free) claimed.add(group);
    found.set(campaign, [...(found.get(campaign) ?? []), ...free]);
  };
  const ordered = campaigns.toSorted(byClicks);
  for (const campaign of ordered) {
    const carried = [...(byId.get(campaign.id) ?? []), ...(byWord.get(groupingForm(campaign.id)) ?? [])];
    claim(campaign, carried.filter(isOfNetwork(campaign)));
  }
  for (const campaign of ordered) {
    const named = [...campaign.names].flatMap((name) => byName.get(formOfName(name)) ?? []);
    claim(campaign, named.filter(isOfNetwork(campaign)).filter(isOnItsSites(campaign)));
  }
  return campaigns.map((campaign) => ({ ...campaign, groups: found.get(campaign) ?? [] }));
}

/** Names that read the same: people write blanks in links as other signs. */
function formOfName(name: string): string {
  return groupingForm(name)
    .replace(/[\s_+-]+/g, ' ')
    .trim();
}

/** Clicks lead to visits, and are the same in every currency. */
function byClicks(one: PaidCampaign, other: PaidCampaign): number {
  return (
    other.sum.clicks - one.sum.clicks ||
    other.sum.impressions - one.sum.impressions ||
    inOrder(one.platform, other.platform) ||
    inOrder(one.id, other.id)
  );
}

/** A visit that another network has led to is never of the campaign. */
function isOfNetwork({ platform }: PaidCampaign): (group: CampaignGroup) => boolean {
  const network = networkOf(platform);
  return ({ adPlatform }) => adPlatform === NOT_SET || adPlatform === network;
}

/** A newsletter may have the name of a campaign: without a network of its own a visit must come from a site of the campaign's. */
function isOnItsSites({ platform }: PaidCampaign): (group: CampaignGroup) => boolean {
  const network = networkOf(platform);
  if (network === null) return () => true;
  const sites = sitesOf(platform);
  return ({ adPlatform, source }) => adPlatform === network || source === NOT_SET || sites.has(source);
}
