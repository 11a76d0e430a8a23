import type { SourceKind } from './referrer-sources.ts';

/** The channels, in the order in which their rules are tried. The names are stored and shown as they stand here. */
export const CHANNELS = [
  'Cross-network',
  'Paid Shopping',
  'Paid Search',
  'Paid Social',
  'Paid Video',
  'Display',
  'Paid Other',
  'Organic Shopping',
  'Organic Social',
  'Organic Video',
  'AI Assistants',
  'Organic Search',
  'Email',
  'Affiliates',
  'Audio',
  'SMS',
  'Mobile Push Notifications',
  'Referral',
  'Direct',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** What the rules ask for. Words are in lower case; one that is missing is empty. */
export type ChannelFacts = {
  readonly source: string;
  readonly sourceKind: SourceKind;
  /** The source is named as an ad account, such as `fb-ads`. */
  readonly adAccount: boolean;
  readonly medium: string;
  readonly campaign: string;
  /** The parameter of the click id that decides; empty where there is none. */
  readonly clickId: string;
};

/** Click ids of search ads, with the source on which each proves a paid search, whatever the medium. */
const SEARCH_CLICKS: ReadonlyMap<string, string> = new Map([
  ['gclid', 'google'],
  ['gbraid', 'google'],
  ['wbraid', 'google'],
  ['msclkid', 'bing'],
]);

const DISPLAY_MEDIA = new Set(['display', 'banner', 'expandable', 'interstitial', 'cpm']);
const SOCIAL_MEDIA = new Set([
  'social',
  'social-network',
  'social-media',
  'sm',
  'social network',
  'social media',
  'social_network',
  'social_media',
]);
const AFFILIATE_MEDIA = new Set(['affiliate', 'affiliates']);

const PAID_MEDIUM = /^(?:.*cp.*|ppc|retargeting|paid.*)$/s;
/** "shop" as a word's start or after an "e" ("e-shop", "eshop"), never in "workshop"; or "shopping" anywhere. */
const SHOPPING_CAMPAIGN = /^.*(?:(?:[^a-df-z]|^)shop|shopping).*$/s;
const EMAIL_MEDIUM = /^(?:.*newsletter.*|(?:.*[^a-z])?e[-_ ]?mails?(?:[^a-z].*)?)$/s;

type Rule = readonly [channel: Channel, applies: (facts: ChannelFacts) => boolean];

/** The first rule that applies names the channel. */
const RULES: readonly Rule[] = [
  ['Cross-network', ({ campaign }) => campaign.includes('cross-network')],
  ['Paid Shopping', (facts) => isShopping(facts) && isPaid(facts)],
  ['Paid Search', (facts) => (facts.sourceKind === 'search' && isPaid(facts)) || isSearchAdClick(facts)],
  ['Paid Social', (facts) => facts.sourceKind === 'social' && isPaid(facts)],
  ['Paid Video', (facts) => facts.sourceKind === 'video' && isPaid(facts)],
  ['Display', ({ medium }) => DISPLAY_MEDIA.has(medium)],
  ['Paid Other', (facts) => isPaid(facts)],
  ['Organic Shopping', (facts) => isShopping(facts)],
  ['Organic Social', ({ sourceKind, medium }) => sourceKind === 'social' || SOCIAL_MEDIA.has(medium)],
  ['Organic Video', ({ sourceKind, medium }) => sourceKind === 'video' || medium.includes('video')],
  ['AI Assistants', ({ sourceKind }) => sourceKind === 'ai'],
  ['Organic Search', ({ sourceKind, medium }) => sourceKind === 'search' || medium === 'organic'],
  ['Email', ({ sourceKind, medium }) => sourceKind === 'email' || EMAIL_MEDIUM.test(medium)],
  ['Affiliates', ({ medium }) => AFFILIATE_MEDIA.has(medium)],
  ['Audio', ({ medium }) => medium === 'audio'],
  ['SMS', ({ source, medium }) => source === 'sms' || medium === 'sms'],
  ['Mobile Push Notifications', (facts) => isPush(facts)],
  ['Referral', ({ source, medium, campaign, clickId }) => `${source}${medium}${campaign}${clickId}` !== ''],
];

/** The channel of a visit. Only a visit that nothing leads to is direct. */
export function classifyChannel(facts: ChannelFacts): Channel {
  for (const [channel, applies] of RULES) if (applies(facts)) return channel;
  return 'Direct';
}

function isPaid({ medium, adAccount }: ChannelFacts): boolean {
  return adAccount || PAID_MEDIUM.test(medium);
}

function isShopping({ sourceKind, campaign }: ChannelFacts): boolean {
  return sourceKind === 'shopping' || SHOPPING_CAMPAIGN.test(campaign);
}

/** A search ad also leads to banners on other sites: a medium of display says so, and wins. */
function isSearchAdClick({ source, medium, clickId }: ChannelFacts): boolean {
  const searched = SEARCH_CLICKS.get(clickId);
  if (searched === undefined || DISPLAY_MEDIA.has(medium)) return false;
  return source === '' || source === searched;
}

function isPush({ source, medium }: ChannelFacts): boolean {
  return (
    source === 'firebase' ||
    medium.endsWith('push') ||
    medium.includes('mobile') ||
    medium.includes('notification')
  );
}
