import { DAY_MS } from '@cvq/contract/constants';
import { later } from './core/later.ts';
import { now } from './core/now.ts';
import { heedOtherTabs } from './core/start.ts';
import { mayStore, readStored, restrictAgain, store, writeDown } from './core/storage.ts';
import { guideRequests } from './core/transport.ts';

/** When a collector, or a proxy before it, did not let this site send it cookies. */
const REFUSED_RECORD = 'cvq_c';
/** Then it is asked again a day later. */
const PATIENCE_MS = DAY_MS;

/** When cookies are looked for again after a withdrawal: nobody hears when a beacon of an earlier page is answered. */
const LATE_MS = [1_000, 5_000, 20_000];

/** Requests that are on their way with cookies. */
let carrying: readonly AbortController[] = [];
let timers: ReturnType<typeof setTimeout>[] = [];

/**
 * The visitor has withdrawn what a request on its way may renew: it is ended, and its events are sent again without
 * cookies where they may still be sent.
 */
export function endCarrying(): void {
  for (const request of carrying) request.abort();
  timers.forEach(clearTimeout);
  timers = LATE_MS.map((delay) => later(checkAgain, delay));
}

/** Takes away what an answer has brought back, also against what another tab was told. */
function checkAgain(): void {
  heedOtherTabs();
  restrictAgain();
}

type Cookies = {
  /** The domain that took the site's cookies, an empty text for the host alone; undefined while that is not known. */
  domain(): string | undefined;
  /** True in browsers that let a script's cookie live for days. */
  areShortLived(): boolean;
};

function isOfSite(url: string, domain: string | undefined): boolean {
  const host = url.split('/')[2]?.split(':')[0];
  return (
    domain !== undefined && (host === location.hostname || (!!domain && `.${host}`.endsWith(`.${domain}`)))
  );
}

/**
 * Sends the site's cookies with a request where the collector shares the site, so that it can renew them. One that does
 * not allow it answers what no page may read, which looks like a network that fails: requests go without cookies for a
 * day then, unless the next attempt fails as well.
 */
export function carryCookies({ domain, areShortLived }: Cookies): void {
  let isSuspected = false;
  let isDown = false;
  guideRequests((url, ask) => {
    // What is not in a cookie yet cannot be renewed, and a short visit has no second request.
    if (areShortLived()) writeDown();
    const isCarried =
      !isDown &&
      mayStore() &&
      isOfSite(url, domain()) &&
      !(now() - Number(readStored(REFUSED_RECORD)) < PATIENCE_MS);
    // The page's own host gets its cookies in any case, once there are some.
    const mayCarry = isCarried || (domain() !== undefined && isOfSite(url, ''));
    const request = mayCarry ? new AbortController() : undefined;
    if (request) carrying = [...carrying, request];
    const answer = ask(isCarried ? 'include' : 'same-origin', request?.signal);
    const end = () => {
      // What carried no cookies has brought none back, and a slow phone feels the look at them.
      if (!request) return;
      carrying = carrying.filter((other) => other !== request);
      checkAgain();
    };
    answer.then(
      () => {
        isSuspected = isDown = false;
        end();
      },
      () => {
        end();
        if (request?.signal.aborted) return;
        isDown = isDown || isSuspected;
        if (isCarried || isSuspected) store(REFUSED_RECORD, isCarried ? now() : 0);
        isSuspected = isCarried;
      },
    );
    return answer;
  });
}
