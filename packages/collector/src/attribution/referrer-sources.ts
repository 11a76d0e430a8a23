import { domainsOf, hostOf, type ReferringSite } from '../net/hosts.ts';
import { AI_ASSISTANTS } from './tables/ai-assistants.ts';
import { MAIL_PROVIDERS } from './tables/mail-providers.ts';
import { CARD_CHECK_LABELS, PAYMENT_HOSTS } from './tables/payment-hosts.ts';
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

/** The endings that `name.*` stands for: `.com`, a country, or a country's commercial part as in `.co.uk`. */
const COUNTRY_ENDING = /\.(?:com|(?:(?:co|com|org|net|ne|or)\.)?[a-z]{2})$/;

/** Values by domain. A domain stands for its subdomains, `name.*` for that domain in every country. */
class HostTable<Value> {
  readonly #exact = new Map<string, Value>();
  readonly #worldwide = new Map<string, Value>();

  set(pattern: string, value: Value): void {
    const [domains, domain] = pattern.endsWith('.*')
      ? [this.#worldwide, pattern.slice(0, -2)]
      : [this.#exact, pattern];
    if (domains.has(domain)) throw new Error(`${pattern} stands in a table twice`);
    domains.set(domain, value);
  }

  /** The value of the longest domain that fits; its exact form before `name.*`. */
  get(host: string): Value | undefined {
    const ending = COUNTRY_ENDING.exec(host)?.[0] ?? '';
    for (const domain of domainsOf(host)) {
      const exact = this.#exact.get(domain);
      if (exact !== undefined) return exact;
      if (ending === '' || domain.length <= ending.length) continue;
      const worldwide = this.#worldwide.get(domain.slice(0, -ending.length));
      if (worldwide !== undefined) return worldwide;
    }
    return undefined;
  }
}

/** The words of a list that is written as one text. */
function wordsOf(text: string | undefined): string[] {
  return text ? text.split(' ') : [];
}

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

const paymentHosts = new HostTable<true>();
for (const host of wordsOf(PAYMENT_HOSTS)) paymentHosts.set(host, true);

const cardCheckLabels = new Set(wordsOf(CARD_CHECK_LABELS));

/** Does a checkout send its buyer here and get them back? Such a return is no new arrival. */
export function isPaymentProvider(host: string): boolean {
  return paymentHosts.get(host) === true || host.split('.').some((label) => cardCheckLabels.has(label));
}
