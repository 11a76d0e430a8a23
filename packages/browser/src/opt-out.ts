import { applyConsent } from './consent.ts';
import { cookies } from './cookies.ts';
import { discard } from './core/deliveries.ts';
import { OPT_OUT } from './core/opted-out.ts';
import { safely } from './core/safely.ts';
import { stop } from './core/start.ts';
import { forget, keep, restrict } from './core/storage.ts';
import { resume } from './init.ts';

/** Tracks nothing any more on this site, and takes everything from the device but the wish itself. */
export function optOut(): void {
  safely(() => {
    cookies();
    stop();
    restrict(() => false);
    forget();
    keep(OPT_OUT, true);
    discard();
  });
}

/** Tracks again from here on. */
export function optIn(): void {
  safely(() => {
    cookies();
    keep(OPT_OUT, false);
    applyConsent();
    resume();
    // Once more, now that there may be cookies.
    keep(OPT_OUT, false);
  });
}
