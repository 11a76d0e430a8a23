import type { CampaignGroup } from '@cvq/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignsOf } from '../../../src/read/spend/campaigns-of.ts';
import { joinCampaigns } from '../../../src/read/spend/join-campaigns.ts';
import { wordsOfCampaign } from '../../../src/read/spend/words-of-campaign.ts';
import { spent } from './spend-shop.ts';

type Paid = { platform?: string; id?: string; name?: string; clicks?: number; date?: string };

const paid = ({
  platform = 'google_ads',
  id = '101',
  name = 'Autumn Sale',
  clicks = 20,
  date,
}: Paid = {}) => ({
  ...spent(date ?? '2026-11-20', { campaignId: id, campaign: name, clicks }),
  ...{ platform, account: '777', worth: 10n ** 19n },
});

const visits = (given: Partial<CampaignGroup> = {}): CampaignGroup => ({
  ...{ source: 'google', medium: 'cpc', channel: 'Paid Search', campaign: '(not set)', adPlatform: 'google' },
  ...{ campaignId: null, sessions: 1, conversions: 0, values: [] },
  ...given,
});

/** By campaign, the places of the groups that it meets. */
function meetings(campaigns: Paid[], groups: CampaignGroup[]) {
  const joined = joinCampaigns(campaignsOf(campaigns.map(paid)), groups);
  return Object.fromEntries(
    joined.map(({ id, groups: own }) => [id, own.map((group) => groups.indexOf(group)).toSorted()]),
  );
}

describe('a campaign meets visits', () => {
  it('by the id that the link carried, whatever it is called', () => {
    expect(meetings([{ id: '101' }], [visits({ campaignId: '101', campaign: 'x' })])).toEqual({ 101: [0] });
  });

  it('by its id in place of the name', () => {
    const groups = [visits({ campaign: '101' }), visits({ campaign: 'c-9a' })];
    expect(meetings([{ id: '101' }, { id: 'C-9A' }], groups)).toEqual({ 101: [0], 'C-9A': [1] });
  });

  it.each(['autumn sale', 'autumn_sale', 'autumn-sale', 'autumn+sale', ' autumn  sale '])(
    'by its name as links write it: %j',
    (campaign) => {
      expect(meetings([{ name: 'Autumn Sale' }], [visits({ campaign })])).toEqual({ 101: [0] });
    },
  );

  it('by every name that it had', () => {
    const renamed = [
      { name: 'Old', date: '2026-11-18' },
      { name: 'New', date: '2026-11-19' },
    ];
    expect(meetings(renamed, [visits({ campaign: 'old' }), visits({ campaign: 'new' })])).toEqual({
      101: [0, 1],
    });
    expect(campaignsOf(renamed.map(paid))).toMatchObject([{ name: 'New' }]);
  });

  it('by id before by name, so that each group is of one campaign', () => {
    const groups = [visits({ campaignId: '202', campaign: 'autumn sale' })];
    const campaigns = [
      { id: '101', name: 'Autumn Sale', clicks: 900 },
      { id: '202', name: 'Other' },
    ];
    expect(meetings(campaigns, groups)).toEqual({ 101: [], 202: [0] });
  });

  it('of several of one name as the one with the most clicks, then the first by platform and id', () => {
    const groups = [visits({ campaign: 'autumn sale' })];
    expect(meetings([{ id: '1' }, { id: '2', clicks: 21 }], groups)).toEqual({ 1: [], 2: [0] });
    expect(meetings([{ id: '2' }, { id: '1' }], groups)).toEqual({ 1: [0], 2: [] });
  });

  it('never those of another network', () => {
    const groups = [
      visits({ campaign: 'autumn sale', adPlatform: 'meta', source: 'facebook' }),
      visits({ campaignId: '101', adPlatform: 'microsoft', source: 'bing' }),
    ];
    expect(meetings([{ id: '101' }], groups)).toEqual({ 101: [] });
  });

  it('by name only from a site of its network where nothing else tells the network', () => {
    const unnamed = { campaign: 'autumn sale', adPlatform: '(not set)' };
    const groups = [
      visits({ ...unnamed, source: 'letter', medium: 'email' }),
      visits({ ...unnamed, source: 'youtube', medium: 'social' }),
      visits({ ...unnamed, source: '(not set)' }),
    ];
    expect(meetings([{}], groups)).toEqual({ 101: [1, 2] });
    expect(meetings([{ platform: 'podcast', id: 'fm' }], groups), 'of no known network').toEqual({
      fm: [0, 1, 2],
    });
    expect(
      meetings([{ platform: 'tiktok_ads' }], [visits({ campaign: 'autumn sale', adPlatform: 'tiktok' })]),
    ).toEqual({
      101: [0],
    });
  });

  it('never for want of a name', () => {
    expect(meetings([{ id: '(not set)', name: '(not set)' }], [visits()])).toEqual({ '(not set)': [] });
  });
});

describe('the words of a campaign', () => {
  const wordsOf = (campaign: Paid, groups: CampaignGroup[]) =>
    joinCampaigns(campaignsOf([paid(campaign)]), groups).map(wordsOfCampaign)[0];

  it('are those of most of its visits, whatever ids their links had; then of most conversions', () => {
    const groups = [
      visits({ campaign: 'autumn sale', sessions: 3 }),
      visits({ campaign: 'autumn_sale', sessions: 2, conversions: 5 }),
      visits({ campaign: 'autumn_sale', sessions: 2, campaignId: '101' }),
    ];
    expect(wordsOf({}, groups)).toMatchObject({ campaign: 'autumn_sale' });
    const even = [visits({ campaign: 'autumn sale', conversions: 1 }), visits({ campaign: '101' })];
    expect(wordsOf({}, even)).toMatchObject({ campaign: 'autumn sale' });
  });

  it.each([
    ['microsoft_ads', 'Brand', ['bing', 'cpc', 'brand', 'Paid Search', 'microsoft']],
    ['facebook_ads', 'Brand', ['facebook', 'cpc', 'brand', 'Paid Social', 'meta']],
    ['google_ads', 'Shopping DE', ['google', 'cpc', 'shopping de', 'Paid Shopping', 'google']],
    ['podcast', 'Spring FM', ['podcast', 'cpc', 'spring fm', 'Paid Other', '(not set)']],
  ])('without visits are those of a paid link: %s, %s', (platform, name, words) => {
    expect(Object.values(wordsOf({ platform, name }, []) ?? {})).toEqual([
      ...[words[0], words[1], words[2], words[3], words[4]],
    ]);
  });
});

it('every group is of one campaign at most, whatever the order of either', () => {
  const word = fc.constantFrom('a', 'b', 'a b', 'a_b', '1', '2', '(not set)');
  const platform = fc.constantFrom('google_ads', 'meta_ads', 'podcast');
  const group = fc.record({
    campaign: word,
    campaignId: fc.option(word),
    adPlatform: fc.constantFrom('google', 'meta', '(not set)'),
    source: fc.constantFrom('google', 'facebook', 'letter'),
  });
  const campaign = fc.record({ platform, id: word, name: word, clicks: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(campaign), fc.array(group), fc.boolean(), (campaigns, given, turned) => {
      const groups = given.map(visits);
      const rows = campaigns.map(paid);
      const joined = joinCampaigns(campaignsOf(rows), groups);
      const met = joined.flatMap((each) => each.groups);
      expect(new Set(met).size).toBe(met.length);
      const again = joinCampaigns(campaignsOf(rows).toReversed(), turned ? groups.toReversed() : groups);
      const owners = (all: typeof joined) =>
        new Map(
          all.flatMap((each) => each.groups.map((own) => [own, `${each.platform} ${each.id}`] as const)),
        );
      expect(owners(again)).toEqual(owners(joined));
    }),
  );
});
