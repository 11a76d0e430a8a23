/** `document.cookie` as the task that runs now has read or written it. */
let cookies: string | undefined;

/**
 * The cookies of the page. A browser asks another process for them, which a slow phone feels, and several questions of
 * one task get the same answer.
 */
export function readCookies(): string {
  if (cookies === undefined) {
    cookies = document.cookie;
    void Promise.resolve().then(() => {
      cookies = undefined;
    });
  }
  return cookies;
}

/** Writes a cookie with its attributes. */
export function writeCookie(cookie: string): void {
  cookies = undefined;
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is asynchronous, and only for https
  document.cookie = cookie;
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
