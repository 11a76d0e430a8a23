import { applyConsent } from './consent.ts';
import { discard } from './core/delivery.ts';
import type { Feature } from './core/feature.ts';
import { OPT_OUT } from './core/opted-out.ts';
import { safely } from './core/safely.ts';
import { stop } from './core/start.ts';
import { keep, recall, restrict } from './core/storage.ts';
import { resume } from './init.ts';

let hasOptedIn = false;

/** Tracks nothing any more on this site, and takes everything from the device but the wish itself. */
export function optOut(): void {
  safely(() => {
    hasOptedIn = false;
    stop();
    restrict((name) => name === OPT_OUT);
    keep(OPT_OUT, true);
    discard();
  });
}

/** Tracks again from here on. */
export function optIn(): void {
  safely(() => {
    hasOptedIn = true;
    keep(OPT_OUT, false);
    applyConsent();
    resume();
    // Once more, now that there may be cookies.
    keep(OPT_OUT, false);
  });
}

/** Honours an opt-out on another subdomain of the site, of which only a cookie tells. */
export const siteOptOut: Feature = () => hasOptedIn || !recall(OPT_OUT);
