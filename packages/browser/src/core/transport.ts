import { settings } from './settings.ts';

function address(): string {
  return (settings.endpoint as string).replace(/\/*$/, '/v1/events');
}

type Ask = (credentials: RequestCredentials) => Promise<Response>;

/** Decides whether a request brings cookies along, and hears what became of it. */
let guide = (ask: Ask): Promise<Response> => ask('same-origin');

/** Sets who decides about cookies. Without anybody they go to the page's own origin alone, as browsers have it. */
export function guideRequests(by: (ask: Ask) => Promise<Response>): void {
  guide = by;
}

/** Sends a body while the page goes away. Whether it arrived cannot be known, only whether the browser took it. */
export function sendBeacon(body: string): boolean {
  return navigator.sendBeacon(address(), body);
}

/**
 * Sends a body. Text without a content type of its own is `text/plain`, for which a browser asks no permission
 * from another origin first. With `keepalive` the request outlives the page, but shares a quota of 64 KiB with
 * everything else that the page has in flight (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 */
export function send(body: string, keepalive: boolean): Promise<Response> | { status: number } {
  try {
    return guide((credentials) => fetch(address(), { method: 'POST', body, keepalive, credentials }));
  } catch {
    // The page has replaced fetch with one that fails at once. Then a beacon's word is all there is.
    return { status: sendBeacon(body) ? 202 : 0 };
  }
}
