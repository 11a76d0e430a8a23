import { NOT_SET, type SpendDimension } from '@cvq/contract';
import type { CampaignGroup } from '@cvq/storage';
import { groupingForm } from '../../attribution/link-words.ts';
import { trafficSourceOf } from '../../attribution/traffic-source.ts';
import type { JoinedCampaign } from './join-campaigns.ts';
import { mainSiteOf, networkOf } from './network-of.ts';

/** The row of each dimension that the spend of a campaign stands in. */
export type SpendWords = Readonly<Record<SpendDimension, string>>;

/**
 * The words of the visits that a campaign led to most often; of several the ones with the most conversions, then the first
 * by their words. A campaign without visits has the words of a paid link to its platform.
 */
export function wordsOfCampaign(campaign: JoinedCampaign): SpendWords {
  const [first] = Array.from(
    Map.groupBy(campaign.groups, (group) => JSON.stringify(Object.values(wordsOfVisits(group)))),
    ([name, own]) => ({
      name,
      words: wordsOfVisits(own[0] as CampaignGroup),
      sessions: own.reduce((sum, { sessions }) => sum + sessions, 0),
      conversions: own.reduce((sum, { conversions }) => sum + conversions, 0),
    }),
  ).sort(
    (one, other) =>
      other.sessions - one.sessions ||
      other.conversions - one.conversions ||
      (one.name < other.name ? -1 : 1),
  );
  return first?.words ?? wordsOfPaidLink(campaign);
}

/** The words of a group of visits. */
export function wordsOfVisits({ source, medium, campaign, channel, adPlatform }: CampaignGroup): SpendWords {
  return { source, medium, campaign, channel, ad_platform: adPlatform };
}

/** The words of a paid link to a platform for a campaign of some name, which may choose the channel. */
export function wordsOfPaidLink({ platform, name }: Pick<JoinedCampaign, 'platform' | 'name'>): SpendWords {
  const campaign = groupingForm(name);
  const { source, medium, channel } = trafficSourceOf({
    source: mainSiteOf(platform),
    medium: 'cpc',
    campaign,
    ref: '',
    tagged: true,
    clickId: null,
    site: null,
  });
  return { source, medium, campaign, channel, ad_platform: networkOf(platform) ?? NOT_SET };
}
