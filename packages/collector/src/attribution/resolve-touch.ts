import { NOT_SET } from '@cvq/contract/constants';
import { hostOf, isOwnHost, referringSite } from '../net/hosts.ts';
import { type ClickIds, decidingClickId, knownClickIds } from './known-click-ids.ts';
import { groupingForm, type Utm } from './link-words.ts';
import { readLink } from './read-link.ts';
import { isPaymentProvider } from './referrer-sources.ts';
import { type TrafficSource, trafficSourceOf } from './traffic-source.ts';

/** The first page of a visit, as far as it tells where the visit came from. */
export type LandingPage = {
  /** Query of its address; the `?` before it and a fragment after it may be there. */
  readonly query: string;
  /** Address of the page before, as sent. */
  readonly referrer: string;
  /** Click ids of this visit that came beside its address, as a back end sends them. Those in the query win. */
  readonly clickIds?: Readonly<Record<string, unknown>>;
  /** The project's domain and its cross-domain partners. The same list for each call: it is read only once. */
  readonly ownHosts: readonly string[];
  /** The host of the page itself: a page on it is no other site, whatever the project says of its hosts. */
  readonly hostname?: string | null;
};

/** Where a visit came from, in the words of reports; none of them is ever missing. */
export type ResolvedTouch = TrafficSource & {
  readonly campaign: string;
  readonly term: string;
  readonly content: string;
  readonly referrerHost: string;
  /** The id of the campaign at its ad platform, as the link carries it; null where it carries none. */
  readonly campaignId: string | null;
  readonly clickIds: ClickIds;
  /** Those of them that stood in the address. */
  readonly addressClickIds: ClickIds;
  /** The words of the link in the case in which they were written. */
  readonly utm: Utm;
};

/** Finds out from the first page of a visit where it came from. Never throws, whatever was sent. */
export function resolveTouch(page: LandingPage): ResolvedTouch {
  const { utm, clickIds: addressClickIds, campaignId, isGclidOfOthers } = readLink(page.query);
  const beside = page.clickIds && knownClickIds(page.clickIds, isGclidOfOthers);
  const clickIds = beside ? { ...beside, ...addressClickIds } : addressClickIds;
  const before = referringSite(page.referrer);
  const site = before !== null && isExternal(before.host, page) ? before : null;
  const campaign = grouped(utm.campaign);
  const source = trafficSourceOf({
    source: grouped(utm.source),
    medium: grouped(utm.medium),
    campaign,
    // On the site's own pages, `?ref=menu` names a place in them.
    ref: before === null || site !== null ? grouped(utm.ref) : '',
    tagged: utm.term !== null || utm.content !== null,
    clickId: decidingClickId(clickIds),
    site,
  });
  return {
    ...source,
    campaign: campaign || NOT_SET,
    term: grouped(utm.term) || NOT_SET,
    content: grouped(utm.content) || NOT_SET,
    referrerHost: site?.host ?? NOT_SET,
    campaignId,
    clickIds,
    addressClickIds,
    utm,
  };
}

function grouped(word: string | null): string {
  return word === null ? '' : groupingForm(word);
}

/** A buyer who comes back from paying comes from nowhere new, nor does one who walks from page to page. */
function isExternal(host: string, { ownHosts, hostname }: LandingPage): boolean {
  return !isOwnHost(host, ownHosts) && !isBelow(host, hostname) && !isPaymentProvider(host);
}

/** True for the host of the page itself and what is below it. */
function isBelow(host: string, hostname: string | null | undefined): boolean {
  const own = hostname ? hostOf(hostname) : null;
  return own !== null && (host === own || host.endsWith(`.${own}`));
}
