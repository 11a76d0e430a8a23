import { safely } from './safely.ts';
import { isOurs, RECORDS, storedNames } from './storage.ts';

/** Takes every record of the visitor from the device, on this host and the domains above it; not their choices. */
export function forgetVisitor(): void {
  for (const name of storedNames()) if (isOurs(name)) safely(() => localStorage.removeItem(name));
  const labels = location.hostname.split('.');
  for (const name of RECORDS) {
    for (let i = 0; i <= labels.length; i++) {
      const domain = labels.slice(i).join('.');
      // The last two are of this host alone, as a page and in a frame of another site.
      const of = domain ? `;domain=${domain}` : '';
      for (const site of ['lax', 'none;partitioned;secure']) {
        // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is asynchronous, and only for https
        document.cookie = `${name}=;path=/;max-age=0;samesite=${site}${of}`;
      }
    }
  }
}
