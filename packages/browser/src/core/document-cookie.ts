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
