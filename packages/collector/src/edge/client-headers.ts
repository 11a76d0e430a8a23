import type { HeaderEvidence } from '../bots/evidence.ts';
import { CLIENT_HINT_HEADERS, type ClientHints } from '../clients/client.ts';

/** Headers as Node gives them, their names in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What the headers of a browser's request say of its client and of the site that it is on. Anything may be a lie. */
export type ClientHeaders = {
  readonly userAgent: string | null;
  readonly language: string | null;
  readonly hints: ClientHints | undefined;
  /** What tells browsers from programs. */
  readonly headers: HeaderEvidence | undefined;
  /** Which site is visited, where the browser says so. */
  readonly visit: SiteVisit | undefined;
};

/** Read where the request arrives: the headers stay there, and only this goes on to the writer. */
export function clientHeadersOf(headers: Headers, isSecure: boolean): ClientHeaders {
  return {
    userAgent: textOf(headers['user-agent']),
    language: textOf(headers['accept-language'])?.split(',')[0]?.trim() || null,
    hints: clientHintsOf(headers),
    headers: headerEvidenceOf(headers, isSecure),
    visit: visitOfSite(headers),
  };
}

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

/**
 * The visit that the headers speak of; undefined for what a browser calls another site's, and for programs. Other
 * cookies of the site are not looked at.
 */
function visitOfSite(headers: Headers): SiteVisit | undefined {
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

/** The client hints among the headers of a request, whose names are in lower case; undefined where there are none. */
export function clientHintsOf(headers: Headers): ClientHints | undefined {
  let hints: ClientHints | undefined;
  for (const [hint, header] of Object.entries(CLIENT_HINT_HEADERS) as [keyof ClientHints, string][]) {
    const value = headers[header];
    if (typeof value === 'string' && value !== '') hints = { ...hints, [hint]: value };
  }
  return hints;
}

/** What the headers of a request say of its sender. Over plain http browsers keep silent. */
export function headerEvidenceOf(headers: Headers, isSecure: boolean): HeaderEvidence {
  return {
    acceptLanguage: textOf(headers['accept-language']),
    secFetch: isSecure ? 'sec-fetch-mode' in headers || 'sec-fetch-site' in headers : null,
    signatureAgent: textOf(headers['signature-agent']),
  };
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
