import { navigator } from './browser.ts';
import { later } from './later.ts';
import { type Outcome, readAnswer } from './read-answer.ts';

/** A request without an answer is given up, so that it does not keep all others waiting. */
const TIMEOUT_MS = 20_000;

type Ask = (credentials: RequestCredentials, signal?: AbortSignal) => Promise<Response>;

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
 * Sends a batch of so many events, and says what became of it. Text without a content type of its own is `text/plain`,
 * for which a browser asks no permission from another origin first. With `keepalive` the request outlives the page, but
 * shares a quota of 64 KiB with everything else that the page has in flight
 * (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
 */
export function post(
  url: string,
  body: string,
  { count, keepalive }: { readonly count: number; readonly keepalive: boolean },
): Promise<Outcome> {
  const ask = async (): Promise<Outcome> => {
    let answer: Promise<Response>;
    try {
      answer = guide(url, (credentials, signal) =>
        fetch(url, { method: 'POST', body, keepalive, credentials, ...(signal && { signal }) }),
      );
    } catch {
      // The page has replaced fetch with one that fails at once. Then a beacon's word is all there is.
      return navigator.sendBeacon(url, body) ? { stored: [] } : {};
    }
    return readAnswer(await answer, count);
  };
  const outcome = ask();
  // The browser's own, whatever a page has made of the name.
  const OwnPromise = outcome.constructor as PromiseConstructor;
  return new OwnPromise((settle) => {
    outcome.then(settle, () => settle({}));
    // Not an AbortSignal for every page: the first costs a slow phone a millisecond, and older browsers cannot make one.
    later(() => settle({}), TIMEOUT_MS);
  });
}
