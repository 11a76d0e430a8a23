import { documentValue } from './document-value.ts';
import { nodeShape } from './node-value.ts';

/** `document.cookie` as the task that runs now has read or written it. */
let cookies: string | undefined;

/**
 * The cookies of the page. A browser asks another process for them, which a slow phone feels, and several questions of
 * one task get the same answer.
 */
export function readCookies(): string {
  if (cookies === undefined) {
    cookies = documentValue('cookie');
    queueMicrotask(() => {
      cookies = undefined;
    });
  }
  return cookies;
}

/** Writes a cookie with its attributes. */
export function writeCookie(cookie: string): void {
  cookies = undefined;
  const own = Object.getOwnPropertyDescriptor(document, 'cookie');
  // Of its own it has an element with that name, or what the page has put there, such as to hold cookies back.
  if (typeof own?.value === 'object') Reflect.set(nodeShape(document), 'cookie', cookie, document);
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is asynchronous, and only for https
  else document.cookie = cookie;
}

/** Takes a cookie of ours away, on this host and the domains above it. */
export function removeCookie(name: string): void {
  const labels = location.hostname.split('.');
  for (let i = 0; i <= labels.length; i++) {
    const domain = labels.slice(i).join('.');
    // The last two are of this host alone, as a page and in a frame of another site.
    const of = domain ? `;domain=${domain}` : '';
    for (const site of ['lax', 'none;partitioned;secure']) {
      writeCookie(`${name}=;path=/;max-age=0;samesite=${site}${of}`);
    }
  }
}
