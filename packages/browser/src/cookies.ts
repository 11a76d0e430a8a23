import { MAX_COOKIE_SECONDS } from '@cvq/contract/constants';
import { carryCookies, endCarrying } from './carry-cookies.ts';
import { navigator } from './core/browser.ts';
import { readCookies, writeCookie } from './core/document-cookie.ts';
import type { Feature } from './core/feature.ts';
import { isOurs, useCookieStorage } from './core/storage.ts';

/** What a cookie holds: the record, the domain that it was written for, and the collector's mark. */
type Found = { text: string; domain: string | undefined; isRenewed: boolean };

/** The domain that took our cookies, once one was read or written; an empty text for this host alone. */
export let site: string | undefined;
/** Which try of `write` worked on this page. It will again: a slow phone feels each further try, and each look at it. */
let tried: number | undefined;

/** A text as it was encoded by us; earlier versions used `escape`, whose output is not always UTF-8. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return unescape(value);
  }
}

function find(name: string): Found | undefined {
  const [, rest] = `; ${readCookies()}`.split(`; ${name}=`);
  if (rest === undefined) return;
  const [, value, domain, mark] = (rest.split(';')[0] as string).match(
    /^(.*?)(?:@([\w.-]*)(!?))?$/,
  ) as RegExpMatchArray;
  return { text: decode(value as string), domain, isRenewed: !!mark };
}

/**
 * Writes the records that no cookie holds as the collector has renewed it. True where cookies are taken, and are all that
 * is read later.
 */
function write(records: Readonly<Record<string, string>>): boolean {
  // All are looked for before one is written: then a browser has to ask another process.
  const due = Object.entries(records).filter(([name, text]) => {
    // What the collector has renewed lives for long, in Safari too. A script's cookie lives for a week there.
    const found = find(name);
    return !found?.isRenewed || found.text !== text;
  });
  for (const [name, text] of due) writeRecord(name, text);
  return site !== undefined && !mayBeElsewhere();
}

/**
 * Writes `<record>@<domain>`. The domain tells the collector, which renews the cookie, for whom it was written: a
 * `Cookie` header names no domains.
 */
function writeRecord(name: string, text: string): void {
  // Pages over http read no secure cookie, and cannot replace one. A choice holds there too, and names nobody.
  const secure = location.protocol === 'https:' && isOurs(name) ? ';secure' : '';
  const labels = location.hostname.split('.');
  // A browser refuses a cookie for a public suffix (co.uk), so the widest domain that works is found by trying. No
  // single label is a domain, so the first try has two; then comes the host alone. The last works where nothing else
  // does, in a frame of another site: one for that site's pages (https://github.com/privacycg/CHIPS).
  for (let i = tried ?? labels.length - 1; i >= -1; i--) {
    const domain = i > 0 ? labels.slice(i - 1).join('.') : '';
    const pair = `${name}=${encodeURIComponent(text)}${i < 0 ? '' : `@${domain}`}`;
    const reach = i < 0 ? 'none;partitioned;secure' : `lax${secure}`;
    writeCookie(
      `${pair};path=/;max-age=${MAX_COOKIE_SECONDS};samesite=${reach}${domain && `;domain=${domain}`}`,
    );
    if (i === tried || `; ${readCookies()};`.includes(`; ${pair};`)) {
      tried = i;
      site = i < 0 ? undefined : domain;
      return;
    }
  }
}

/**
 * Where cookies are refused, browsers refuse localStorage as well, so what no cookie tells is not known. Only those of
 * Apple let the cookies of a script live for no more than days (https://webkit.org/tracking-prevention/).
 */
function mayBeElsewhere(): boolean {
  return navigator.vendor.includes('Apple');
}

function read(name: string): string | undefined {
  const found = find(name);
  site = found?.domain ?? site;
  return found?.text || (mayBeElsewhere() ? undefined : '');
}

/** Keeps the visitor in a cookie as well, so that the subdomains of a site see one visitor and not one each. */
export const cookies: Feature = () => {
  useCookieStorage({ read, write, withdraw: endCarrying });
  carryCookies({ domain: () => site, areShortLived: mayBeElsewhere });
};
