import { DIRECT, NONE, NOT_SET } from '@cvq/contract/constants';
import type { ReferringSite } from '../net/hosts.ts';
import { type Channel, classifyChannel } from './classify-channel.ts';
import { type Source, type SourceKind, sourceOfName, sourceOfSite } from './referrer-sources.ts';
import { type AdPlatform, type ClickIdRow, PLATFORM_SOURCES } from './tables/click-ids.ts';

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

/** What the evidence comes to. */
export type TrafficSource = {
  /** Something led to the visit. Its source is `(direct)`, and its channel Direct, exactly when nothing did. */
  readonly isTouch: boolean;
  readonly source: string;
  readonly medium: string;
  readonly channel: Channel;
  readonly adPlatform: AdPlatform | typeof NOT_SET;
};

/** Media of visits from each kind of site, in the words that people know. The others are referrals. */
const MEDIUM_OF_KIND: Partial<Record<SourceKind, string>> = {
  search: 'organic',
  social: 'social',
  email: 'email',
};

const PAID_CHANNELS: ReadonlySet<Channel> = new Set([
  'Cross-network',
  'Paid Shopping',
  'Paid Search',
  'Paid Social',
  'Paid Video',
  'Display',
  'Paid Other',
]);

const platformsBySource = new Map<string, AdPlatform>();
for (const [platform, sources] of Object.entries(PLATFORM_SOURCES)) {
  for (const source of sources) platformsBySource.set(source, platform as AdPlatform);
}

/** Source, medium and channel of a visit. */
export function trafficSourceOf(evidence: SourceSignals): TrafficSource {
  if (!isTouch(evidence)) {
    return { isTouch: false, source: DIRECT, medium: NONE, channel: 'Direct', adPlatform: NOT_SET };
  }
  const source = sourceOf(evidence);
  const medium = mediumOf(evidence, source);
  const channel = classifyChannel({
    source: source?.source ?? '',
    sourceKind: source?.kind ?? 'other',
    adAccount: source?.adAccount ?? false,
    medium,
    campaign: evidence.campaign,
    clickId: evidence.clickId?.name ?? '',
  });
  return {
    isTouch: true,
    source: source?.source ?? NOT_SET,
    medium: medium || NOT_SET,
    // A touch is never direct, though a link may say nothing but its term.
    channel: channel === 'Direct' ? 'Referral' : channel,
    adPlatform: adPlatformOf(evidence, source, channel),
  };
}

function isTouch({ source, medium, campaign, ref, tagged, clickId, site }: SourceSignals): boolean {
  return tagged || clickId !== null || site !== null || `${source}${medium}${campaign}${ref}` !== '';
}

/** The link's own word, the platform of its click id, `source` or `ref`, the site before; the first that is there. */
function sourceOf({ source, clickId, ref, site }: SourceSignals): Source | null {
  if (source !== '') return sourceOfName(source);
  if (clickId?.platform) return sourceOfPlatform(clickId.platform, site);
  if (ref !== '') return sourceOfName(ref);
  return site && sourceOfSite(site);
}

/** A platform runs several sites: of Meta's, the referrer tells whether it was Facebook or Instagram. */
function sourceOfPlatform(platform: AdPlatform, site: ReferringSite | null): Source {
  const names = PLATFORM_SOURCES[platform];
  const referring = platform === 'meta' && site ? sourceOfSite(site) : null;
  return referring && names.includes(referring.site) ? referring : sourceOfName(names[0]);
}

/** The link's own word; what the click id proves, if it is of the source; what visits from such a source are. */
function mediumOf({ source, medium, clickId, ref, site }: SourceSignals, from: Source | null): string {
  if (medium !== '' || from === null) return medium;
  if (clickId?.proves && (source === '' || platformsBySource.get(from.site) === clickId.platform)) {
    return clickId.proves;
  }
  if (from.adAccount) return 'cpc';
  const usual = MEDIUM_OF_KIND[from.kind];
  if (usual !== undefined) return usual;
  // Only a page before the visit makes it a referral: of a link that merely names a source, nobody knows.
  return source === '' && ref === '' && site !== null ? 'referral' : '';
}

/** The platform that marked the click; without a mark, the one on whose sites a paid link says it stood. */
function adPlatformOf(
  { clickId }: SourceSignals,
  source: Source | null,
  channel: Channel,
): AdPlatform | typeof NOT_SET {
  if (clickId?.platform) return clickId.platform;
  const paidAt = source && PAID_CHANNELS.has(channel) ? platformsBySource.get(source.site) : undefined;
  return paidAt ?? NOT_SET;
}
