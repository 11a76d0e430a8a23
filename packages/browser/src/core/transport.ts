type Ask = (credentials: RequestCredentials) => Promise<Response>;

/** Decides whether a request brings cookies along, and hears what became of it. */
let guide = (_url: string, ask: Ask): Promise<Response> => ask('same-origin');

/** Sets who decides about cookies. Without anybody they go to the page's own origin alone, as browsers have it. */
export function guideRequests(by: (url: string, ask: Ask) => Promise<Response>): void {
  guide = by;
}

/** The address of something that the collector serves. */
export function addressOf(endpoint: string, path: string): string {
  return endpoint.replace(/\/*$/, path);
}

/**
 * Sends a body. Text without a content type of its own is `text/plain`, for which a browser asks no permission
 * from another origin first. With `keepalive` the request outlives the page, but shares a quota of 64 KiB with
 * everything else that the page has in flight (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 * Broken where the page has replaced fetch with something that fails at once.
 */
export function send(url: string, body: string, keepalive: boolean): Promise<Response> | 'broken' {
  try {
    return guide(url, (credentials) => fetch(url, { method: 'POST', body, keepalive, credentials }));
  } catch {
    return 'broken';
  }
}
