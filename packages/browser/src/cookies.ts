import type { Feature } from './core/feature.ts';
import { useJar } from './core/storage.ts';

/** Browsers cap a cookie at 400 days (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#section-5.5). */
const COOKIE_SECONDS = 34_560_000;

function write(name: string, text: string, seconds = COOKIE_SECONDS): void {
  const pair = `${name}=${encodeURIComponent(text)}`;
  const secure = location.protocol === 'https:' ? ';secure' : '';
  const labels = location.hostname.split('.');
  // A browser refuses a cookie for a public suffix (co.uk), so the widest domain that works is found by trying. No
  // single label is a domain, so the first try has two; the last is for the host alone.
  for (let i = labels.length - 1; i >= 0; i--) {
    const domain = i ? `;domain=${labels.slice(i - 1).join('.')}` : '';
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is asynchronous, and only for https
    document.cookie = `${pair};path=/;samesite=lax;max-age=${seconds}${secure}${domain}`;
    if (seconds && document.cookie.includes(pair)) return;
  }
}

function read(name: string): string | undefined {
  const [, rest] = `; ${document.cookie}`.split(`; ${name}=`);
  return rest && decodeURIComponent(rest.split(';')[0] as string);
}

/** Keeps the visitor in a cookie as well, so that the subdomains of a site see one visitor and not one each. */
export const cookies: Feature = () => useJar({ read, write });
