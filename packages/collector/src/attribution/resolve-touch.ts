import { NOT_SET } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import { isOwnHost, referringSite } from '../net/hosts.ts';
import {
  CLICK_ID_PARAMETERS,
  type ClickIds,
  clickIdsAmong,
  decidingClickId,
  knownClickIds,
} from './click-ids.ts';
import { isPaymentProvider } from './payment-providers.ts';
import { readParameters } from './query-parameters.ts';
import { groupingForm, UTM_PARAMETERS, type Utm, utmAmong } from './read-utm.ts';
import { type SourceSignals, type TrafficSource, trafficSourceOf } from './traffic-source.ts';

/** What is known of the first page of a visit. */
export type LandingPage = {
  /** Query of its address; the `?` before it and a fragment after it may be there. */
  readonly query: string;
  /** Address of the page before, as sent. */
  readonly referrer: string;
  /** Click ids of this visit that came beside its address, as a back end sends them. Those in the query win. */
  readonly clickIds?: Readonly<Record<string, unknown>>;
  /** The project's domain and its cross-domain partners. The same list for each call: it is read only once. */
  readonly ownHosts: readonly string[];
};

/** Where a visit came from, in the words of reports; none of them is ever missing. */
export type ResolvedTouch = TrafficSource & {
  readonly campaign: string;
  readonly term: string;
  readonly content: string;
  readonly referrerHost: string;
  readonly clickIds: ClickIds;
  /** The words of the link in the case in which they were written, for labels and webhooks. */
  readonly utm: Utm;
};

const PARAMETERS: ReadonlySet<string> = new Set([...CLICK_ID_PARAMETERS, ...UTM_PARAMETERS]);

/** Strangers choose the keys: a few words of 255 characters and a host. So there is a limit, of a few megabytes. */
const sources = new LRUCache<string, TrafficSource>({ max: 2048 });

/** Tells from the first page of a visit where it came from. Never throws, whatever was sent. */
export function resolveTouch({ query, referrer, clickIds: beside, ownHosts }: LandingPage): ResolvedTouch {
  const parameters = readParameters(query, PARAMETERS);
  const utm = utmAmong(parameters);
  const inQuery = clickIdsAmong(parameters);
  const clickIds = beside ? { ...knownClickIds(beside), ...inQuery } : inQuery;
  const before = referringSite(referrer);
  const site = before !== null && isExternal(before.host, ownHosts) ? before : null;
  const campaign = grouped(utm.campaign);
  const verdict = cachedSourceOf({
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
    ...verdict,
    campaign: campaign || NOT_SET,
    term: grouped(utm.term) || NOT_SET,
    content: grouped(utm.content) || NOT_SET,
    referrerHost: site?.host ?? NOT_SET,
    clickIds,
    utm,
  };
}

function grouped(word: string | null): string {
  return word === null ? '' : groupingForm(word);
}

/** A buyer who comes back from paying does not arrive, nor does one who walks from page to page. */
function isExternal(host: string, ownHosts: readonly string[]): boolean {
  return !isOwnHost(host, ownHosts) && !isPaymentProvider(host);
}

function cachedSourceOf(evidence: SourceSignals): TrafficSource {
  const key = keyOf(evidence);
  let verdict = sources.get(key);
  if (!verdict) {
    verdict = trafficSourceOf(evidence);
    sources.set(key, verdict);
  }
  return verdict;
}

/** Line breaks never are part of a word or a host, so that no two kinds of evidence share a key. */
function keyOf({ source, medium, campaign, ref, tagged, clickId, site }: SourceSignals): string {
  return `${source}\n${medium}\n${campaign}\n${ref}\n${tagged}\n${clickId?.name}\n${site?.kind}\n${site?.host}`;
}
