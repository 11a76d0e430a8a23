import type { Feature } from './core/feature.ts';
import { useJar } from './core/storage.ts';

/** Browsers cap a cookie at 400 days (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-5.5). */
const COOKIE_SECONDS = 34_560_000;

function write(name: string, text: string, seconds = COOKIE_SECONDS): void {
  const pair = `${name}=${escape(text)}`;
  const secure = location.protocol === 'https:' ? ';secure' : '';
  const labels = location.hostname.split('.');
  // A browser refuses a cookie for a public suffix (co.uk), so the widest domain that works is found by trying. No
  // single label is a domain, so the first try has two; then comes the host alone. The last works where nothing else
  // does, in a frame of another site: one for that site's pages (https://github.com/privacycg/CHIPS).
  for (let i = labels.length - 1; i >= -1; i--) {
    const domain = i > 0 ? `;domain=${labels.slice(i - 1).join('.')}` : '';
    const site = i < 0 ? 'none;partitioned;secure' : `lax${secure}`;
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is asynchronous, and only for https
    document.cookie = `${pair};path=/;max-age=${seconds};samesite=${site}${domain}`;
    if (seconds && document.cookie.includes(pair)) return;
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
  const [, rest] = `; ${document.cookie}`.split(`; ${name}=`);
  if (rest) return unescape(rest.split(';')[0] as string);
  return mayBeElsewhere() ? rest : '';
}

/** Keeps the visitor in a cookie as well, so that the subdomains of a site see one visitor and not one each. */
export const cookies: Feature = () => useJar({ read, write });
