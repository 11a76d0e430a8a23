import type { CampaignGroup } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import type { AskedSpend, AskedStores } from './asked-spend.ts';
import { campaignsOf } from './campaigns-of.ts';
import { filterWords } from './filter-words.ts';
import { type JoinedCampaign, joinCampaigns } from './join-campaigns.ts';
import type { ValuedRow } from './sum-spend.ts';
import { type SpendWords, wordsOfCampaign, wordsOfVisits } from './words-of-campaign.ts';

/** A campaign with the row of each dimension that its spend stands in. */
type PlacedCampaign = JoinedCampaign & { readonly words: SpendWords };

/** What fulfils the filters of a question. */
export type PlacedCampaigns = {
  readonly campaigns: readonly PlacedCampaign[];
  /** All visits and conversions, of these campaigns or not. */
  readonly groups: readonly CampaignGroup[];
};

/**
 * The campaigns of rows of spend, and the visits, that fulfil the filters of the question. Visits of campaigns are looked for
 * without filters, so that a campaign stands in the same row whatever is asked; and where rows are what is asked for,
 * without bots.
 */
export async function placeCampaigns(
  rows: readonly ValuedRow[],
  { question, range, by }: AskedSpend,
  { reports }: Pick<AskedStores, 'reports'>,
): Promise<PlacedCampaigns> {
  const bots = by?.campaign === true ? question.bots : 'excluded';
  const groups = await askStore(reports.campaigns({ ...question, bots, filters: [] }, range));
  const placed = joinCampaigns(campaignsOf(rows), groups).map((campaign) => ({
    ...campaign,
    words: wordsOfCampaign(campaign),
  }));
  if (question.filters.length === 0) return { campaigns: placed, groups };
  const fulfils = filterWords(question.filters);
  return {
    campaigns: placed.filter(({ words }) => fulfils(words)),
    groups: groups.filter((group) => fulfils(wordsOfVisits(group))),
  };
}
