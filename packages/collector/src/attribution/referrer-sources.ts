import { hostOf, type ReferringSite } from '../net/hosts.ts';
import { HostTable, wordsOf } from './host-table.ts';
import { AI_ASSISTANTS } from './tables/ai-assistants.ts';
import { MAIL_PROVIDERS } from './tables/mail-providers.ts';
import { PLAIN_HOSTS } from './tables/plain-hosts.ts';
import { SEARCH_ENGINES } from './tables/search-engines.ts';
import { SHOPPING_SITES } from './tables/shopping-sites.ts';
import { SOCIAL_NETWORKS } from './tables/social-networks.ts';
import type { SourceRow } from './tables/source-row.ts';
import { VIDEO_SITES } from './tables/video-sites.ts';

export type SourceKind = 'search' | 'social' | 'video' | 'shopping' | 'email' | 'ai' | 'other';

/** What is known of a source. */
export type Source = {
  /** Its name in reports, in lower case. */
  readonly source: string;
  /** The site behind the name: `facebook` for `fb`. The name itself where no table knows it. */
  readonly site: string;
  readonly label: string;
  readonly kind: SourceKind;
  /** The name is that of an ad account, such as `fb-ads`: its clicks are paid, whatever the medium says. */
  readonly adAccount: boolean;
};

const TABLES: readonly [kind: SourceKind, rows: readonly SourceRow[]][] = [
  ['ai', AI_ASSISTANTS],
  ['search', SEARCH_ENGINES],
  ['social', SOCIAL_NETWORKS],
  ['video', VIDEO_SITES],
  ['shopping', SHOPPING_SITES],
  ['email', MAIL_PROVIDERS],
];

const byHost = new HostTable<Source | null>();
const byApp = new Map<string, Source>();
const byName = new Map<string, Source>();

for (const [kind, rows] of TABLES) {
  for (const row of rows) {
    const { source: site, label } = row;
    const source: Source = Object.freeze({ source: site, site, label, kind, adAccount: false });
    for (const host of wordsOf(row.hosts)) byHost.set(host, source);
    for (const app of wordsOf(row.apps)) add(byApp, app, source);
    if (!row.byHostOnly) add(byName, row.source, source);
    for (const name of wordsOf(row.names)) add(byName, name, source);
  }
}
for (const host of wordsOf(PLAIN_HOSTS)) byHost.set(host, null);

function add(sources: Map<string, Source>, name: string, source: Source): void {
  if (sources.has(name)) throw new Error(`${name} stands in two rows`);
  sources.set(name, source);
}

/** Hosts of webmail that no table can list: every firm has its own. */
const WEBMAIL_HOST = /^(?:(?:web|e-?)?mail\d*|owa|roundcube|zimbra|horde)\.[^.]+\./;

/** Names of mailings that no table can list: `newsletter-uk`, `e-mail`. */
const MAILING_NAME = /(?:^|[^a-z])(?:e[-_ ]?mail|mailing|newsletter)s?(?:[^a-z]|$)/;

/** What makes a name that of an ad account: `fb-ads`, `google_ads`, `bing ads`. */
const ADS = /[-_. ]?ads?$/;
const AD_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ['adwords', 'google'],
  ['google-adwords', 'google'],
  ['dbm', 'google'],
  ['dv360', 'google'],
  ['an', 'facebook'],
  ['facebook-audience-network', 'facebook'],
]);

const ADDRESS = /^(?:https?:\/\/\S+|[^\s/?#:@.]+(?:\.[^\s/?#:@.]+)*\.[^\s/?#:@.]{2,})$/;

/** A site or app. One that no table knows goes by its host. */
export function sourceOfSite({ kind, host }: ReferringSite): Source {
  const known = kind === 'app' ? byApp.get(host) : byHost.get(host);
  if (known) return known;
  const webmail = known === undefined && kind === 'web' && WEBMAIL_HOST.test(host);
  return unlisted(host, webmail ? 'email' : 'other');
}

/**
 * A source by its name in a link, in lower case. A name stays as it is written, so that people find in reports what
 * they put into their links; the tables only add what is known of it. An address is no name: `chatgpt.com`, which
 * ChatGPT puts into links by itself, is `chatgpt`.
 */
export function sourceOfName(name: string): Source {
  const account = AD_ACCOUNTS.get(name) ?? (ADS.test(name) ? name.replace(ADS, '') : undefined);
  const paid = account === undefined ? undefined : byName.get(account);
  if (paid) return { ...paid, source: name, adAccount: true };
  const known = byName.get(name);
  if (known) return { ...known, source: name };
  const host = ADDRESS.test(name) ? hostOf(name) : null;
  if (host !== null) return sourceOfSite({ kind: 'web', host });
  return unlisted(name, MAILING_NAME.test(name) ? 'email' : 'other');
}

function unlisted(source: string, kind: SourceKind): Source {
  return { source, site: source, label: source, kind, adAccount: false };
}
