import type { AdNetwork } from '@cvq/contract';
import { DIRECT, NONE, NOT_SET } from '@cvq/contract/constants';
import type { ReferringSite } from '../net/hosts.ts';
import { type Source, type SourceKind, sourceOfName, sourceOfSite } from './referrer-sources.ts';
import { type ClickIdRow, NETWORK_SOURCES } from './tables/click-ids.ts';

/** The channels of visits that were paid for. */
const PAID_CHANNELS = [
  'Cross-network',
  'Paid Shopping',
  'Paid Search',
  'Paid Social',
  'Paid Video',
  'Display',
  'Paid Other',
] as const;

/** The channels, in the order in which their rules are tried. The names are stored and shown as they stand here. */
export const CHANNELS = [
  ...PAID_CHANNELS,
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

/** All that tells where a visit came from. Words are in lower case; one that is missing is empty. */
export type SourceSignals = {
  /** `utm_source`, `utm_medium`, `utm_campaign`. */
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
  /** `source` or `ref`, where the link has no `utm_source`. */
  readonly ref: string;
  /** Any other word of a tagged link. */
  readonly tagged: boolean;
  readonly clickId: ClickIdRow | null;
  /** The external site or app before. */
  readonly site: ReferringSite | null;
};

/** Where a visit came from, as reports name it. */
export type TrafficSource = {
  /** Something led to the visit. Its source is `(direct)`, and its channel Direct, exactly when nothing did. */
  readonly isTouch: boolean;
  readonly source: string;
  readonly medium: string;
  readonly channel: Channel;
  readonly adPlatform: AdNetwork | typeof NOT_SET;
};

/** What the rules of the channels ask for. Words are in lower case; one that is missing is empty. */
export type ChannelFacts = Pick<SourceSignals, 'medium' | 'campaign' | 'clickId'> & {
  readonly source: string;
  readonly sourceKind: SourceKind;
  /** The source is named as an ad account, such as `fb-ads`. */
  readonly adAccount: boolean;
};

const NO_SOURCE: TrafficSource = {
  isTouch: false,
  source: DIRECT,
  medium: NONE,
  channel: 'Direct',
  adPlatform: NOT_SET,
};

/** Media of visits from each kind of site, in the words that people know. The others are referrals. */
const MEDIUM_OF_KIND: Partial<Record<SourceKind, string>> = {
  search: 'organic',
  social: 'social',
  email: 'email',
};

const paidChannels: ReadonlySet<Channel> = new Set(PAID_CHANNELS);
const DISPLAY_MEDIA = new Set(['display', 'banner', 'expandable', 'interstitial', 'cpm']);
const SOCIAL_MEDIA = /^(?:sm|social|social[-_ ](?:network|media))$/;
const PAID_MEDIUM = /^(?:.*cp.*|ppc|retargeting|paid.*)$/s;
/** "shop" as a word's start or after an "e" ("e-shop", "eshop"), never in "workshop"; or "shopping" anywhere. */
const SHOPPING_CAMPAIGN = /^.*(?:(?:[^a-df-z]|^)shop|shopping).*$/s;
const EMAIL_MEDIUM = /^(?:.*newsletter.*|(?:.*[^a-z])?e[-_ ]?mails?(?:[^a-z].*)?)$/s;

/** The first rule that applies names the channel. */
const CHANNEL_RULES: readonly (readonly [channel: Channel, applies: (facts: ChannelFacts) => boolean])[] = [
  ['Cross-network', ({ campaign }) => campaign.includes('cross-network')],
  ['Paid Shopping', (facts) => isShopping(facts) && isPaid(facts)],
  ['Paid Search', (facts) => (facts.sourceKind === 'search' && isPaid(facts)) || isSearchAdClick(facts)],
  ['Paid Social', (facts) => facts.sourceKind === 'social' && isPaid(facts)],
  ['Paid Video', (facts) => facts.sourceKind === 'video' && isPaid(facts)],
  ['Display', ({ medium }) => DISPLAY_MEDIA.has(medium)],
  ['Paid Other', (facts) => isPaid(facts)],
  ['Organic Shopping', (facts) => isShopping(facts)],
  ['Organic Social', ({ sourceKind, medium }) => sourceKind === 'social' || SOCIAL_MEDIA.test(medium)],
  ['Organic Video', ({ sourceKind, medium }) => sourceKind === 'video' || medium.includes('video')],
  ['AI Assistants', ({ sourceKind }) => sourceKind === 'ai'],
  ['Organic Search', ({ sourceKind, medium }) => sourceKind === 'search' || medium === 'organic'],
  ['Email', ({ sourceKind, medium }) => sourceKind === 'email' || EMAIL_MEDIUM.test(medium)],
  ['Affiliates', ({ medium }) => medium === 'affiliate' || medium === 'affiliates'],
  ['Audio', ({ medium }) => medium === 'audio'],
  ['SMS', ({ source, medium }) => source === 'sms' || medium === 'sms'],
  ['Mobile Push Notifications', (facts) => isPush(facts)],
  [
    'Referral',
    ({ source, medium, campaign, clickId }) => clickId !== null || `${source}${medium}${campaign}` !== '',
  ],
];

const networksBySource = new Map<string, AdNetwork>();
for (const [network, sources] of Object.entries(NETWORK_SOURCES)) {
  for (const source of sources) networksBySource.set(source, network as AdNetwork);
}

/** Source, medium and channel of a visit. */
export function trafficSourceOf(signals: SourceSignals): TrafficSource {
  if (!isTouch(signals)) return NO_SOURCE;
  const { campaign, clickId } = signals;
  const source = sourceOf(signals);
  const medium = mediumOf(signals, source);
  const channel = classifyChannel({
    source: source?.source ?? '',
    sourceKind: source?.kind ?? 'other',
    adAccount: source?.adAccount ?? false,
    medium,
    campaign,
    clickId,
  });
  return {
    isTouch: true,
    source: source?.source ?? NOT_SET,
    medium: medium || NOT_SET,
    // A touch is never direct, though a link may say nothing but its term.
    channel: channel === 'Direct' ? 'Referral' : channel,
    adPlatform: clickId?.network ?? paidNetworkOf(source, channel),
  };
}

/** The channel of a visit. Only a visit that nothing leads to is direct. */
export function classifyChannel(facts: ChannelFacts): Channel {
  for (const [channel, applies] of CHANNEL_RULES) if (applies(facts)) return channel;
  return 'Direct';
}

function isTouch({ source, medium, campaign, ref, tagged, clickId, site }: SourceSignals): boolean {
  return tagged || clickId !== null || site !== null || `${source}${medium}${campaign}${ref}` !== '';
}

/** The link's own word, the network of its click id, `source` or `ref`, the site before; the first that is there. */
function sourceOf({ source, clickId, ref, site }: SourceSignals): Source | null {
  if (source !== '') return sourceOfName(source);
  if (clickId?.network) return sourceOfNetwork(clickId.network, site);
  if (ref !== '') return sourceOfName(ref);
  return site && sourceOfSite(site);
}

/** A network runs several sites: of Meta's, the referrer tells whether it was Facebook or Instagram. */
function sourceOfNetwork(network: AdNetwork, site: ReferringSite | null): Source {
  const names = NETWORK_SOURCES[network];
  const referring = network === 'meta' && site ? sourceOfSite(site) : null;
  return referring && names.includes(referring.site) ? referring : sourceOfName(names[0]);
}

/** The link's own word; what the click id proves, if it is of the source; what visits from such a source are. */
function mediumOf({ source, medium, clickId, ref, site }: SourceSignals, from: Source | null): string {
  if (medium !== '' || from === null) return medium;
  if (clickId?.proves && (source === '' || networksBySource.get(from.site) === clickId.network)) {
    return clickId.proves;
  }
  if (from.adAccount) return 'cpc';
  const usual = MEDIUM_OF_KIND[from.kind];
  if (usual !== undefined) return usual;
  // Only a page before the visit makes it a referral: a link that merely names a source proves no such page.
  return source === '' && ref === '' && site !== null ? 'referral' : '';
}

/** The network on whose sites a paid link without a click id says that it stood. */
function paidNetworkOf(source: Source | null, channel: Channel): AdNetwork | typeof NOT_SET {
  const paidAt = source && paidChannels.has(channel) ? networksBySource.get(source.site) : undefined;
  return paidAt ?? NOT_SET;
}

function isPaid({ medium, adAccount }: ChannelFacts): boolean {
  return adAccount || PAID_MEDIUM.test(medium);
}

function isShopping({ sourceKind, campaign }: ChannelFacts): boolean {
  return sourceKind === 'shopping' || SHOPPING_CAMPAIGN.test(campaign);
}

/** A search ad also leads to banners on other sites: a medium of display says so, and wins. */
function isSearchAdClick({ source, medium, clickId }: ChannelFacts): boolean {
  if (!clickId?.isOfSearchAd || clickId.network === null || DISPLAY_MEDIA.has(medium)) return false;
  return source === '' || source === NETWORK_SOURCES[clickId.network][0];
}

function isPush({ source, medium }: ChannelFacts): boolean {
  return (
    source === 'firebase' ||
    medium.endsWith('push') ||
    medium.includes('mobile') ||
    medium.includes('notification')
  );
}
