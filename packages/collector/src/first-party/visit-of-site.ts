/** What a page of a site lets the collector know beside its events: its origin, and the cookies of the SDK. */
export type SiteVisit = {
  readonly origin: string;
  readonly cookies: readonly OwnCookie[];
  /** The visitor has opted out of this site, in another tab it may be. */
  readonly hasOptedOut?: true;
};

/** A cookie as it was sent, and not looked into yet. */
export type OwnCookie = { readonly name: 'cvq' | 'cvq_ad'; readonly value: string };

/** A browser keeps no longer ones (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-5.6). */
const MAX_COOKIE_LENGTH = 4096;
const NONE: readonly OwnCookie[] = [];

/** How the SDK writes that a visitor opted out. */
const OPT_OUT = /(?:^|; *)no_cvq=true(?![\w%])/;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The visit that the headers (names in lower case) tell of; undefined for what a browser calls another site's, and for
 * programs. Other cookies of the site are left alone: they are nobody's business here.
 */
export function visitOfSite(headers: Headers): SiteVisit | undefined {
  const { origin, cookie } = headers;
  if (typeof origin !== 'string' || headers['sec-fetch-site'] === 'cross-site') return undefined;
  if (!/^https?:/.test(origin)) return undefined;
  if (typeof cookie !== 'string') return { origin, cookies: NONE };
  return { origin, cookies: ownCookies(cookie), ...(OPT_OUT.test(cookie) && { hasOptedOut: true }) };
}

function ownCookies(header: string): readonly OwnCookie[] {
  if (!header.includes('cvq')) return NONE;
  const found: OwnCookie[] = [];
  for (const pair of header.split(';')) {
    const [, name, value = ''] = /^ *(cvq|cvq_ad)=(.*?) *$/.exec(pair) ?? [];
    if (name !== undefined && value.length <= MAX_COOKIE_LENGTH) {
      found.push({ name: name as OwnCookie['name'], value });
    }
  }
  return found;
}
