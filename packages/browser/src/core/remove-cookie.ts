import { writeCookie } from './document-cookie.ts';

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
