import { NOT_SET, type SpendDimension } from '@cvq/contract';
import type { CampaignGroup } from '@cvq/storage';
import { groupingForm } from '../../attribution/read-link.ts';
import { NETWORK_SOURCES } from '../../attribution/tables/click-ids.ts';
import { trafficSourceOf } from '../../attribution/traffic-source.ts';
import type { JoinedCampaign } from './join-campaigns.ts';
import { networkOf, siteOf } from './network-of.ts';

/** The row of each dimension that the spend of a campaign stands in. */
export type SpendWords = Readonly<Record<SpendDimension, string>>;

/**
 * The words of the visits that a campaign led to most often; of several the ones with the most conversions, then the first
 * by their words. A campaign without visits has the words of a paid link to its platform.
 */
export function wordsOfCampaign(campaign: JoinedCampaign): SpendWords {
  const [first] = Array.from(
    Map.groupBy(campaign.groups, (group) => JSON.stringify(Object.values(wordsOf(group)))),
    ([name, own]) => ({
      name,
      words: wordsOf(own[0] as CampaignGroup),
      sessions: own.reduce((sum, { sessions }) => sum + sessions, 0),
      conversions: own.reduce((sum, { conversions }) => sum + conversions, 0),
    }),
  ).sort(
    (one, other) =>
      other.sessions - one.sessions ||
      other.conversions - one.conversions ||
      (one.name < other.name ? -1 : 1),
  );
  return first?.words ?? wordsOfPlatform(campaign);
}

function wordsOf({ source, medium, campaign, channel, adPlatform }: CampaignGroup): SpendWords {
  return { source, medium, campaign, channel, ad_platform: adPlatform };
}

function wordsOfPlatform({ platform, name }: JoinedCampaign): SpendWords {
  const network = networkOf(platform);
  const campaign = groupingForm(name);
  const { source, medium, channel } = trafficSourceOf({
    source: network === null ? siteOf(platform) : NETWORK_SOURCES[network][0],
    medium: 'cpc',
    campaign,
    ref: '',
    tagged: true,
    clickId: null,
    site: null,
  });
  return { source, medium, campaign, channel, ad_platform: network ?? NOT_SET };
}
