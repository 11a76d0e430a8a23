import { OPT_OUT_RECORD } from '@cvq/contract/constants';
import { applyConsent } from './consent.ts';
import { cookies } from './cookies.ts';
import { safely } from './core/safely.ts';
import { stopTracking } from './core/stop-tracking.ts';
import { withdraw } from './core/storage.ts';
import { resume } from './init.ts';

/** Tracks nothing any more on this site, and takes everything from the device but the wish itself. */
export function optOut(): void {
  safely(() => {
    cookies();
    stopTracking();
  });
}

/** Tracks again from here on. */
export function optIn(): void {
  safely(() => {
    cookies();
    withdraw(OPT_OUT_RECORD);
    applyConsent();
    resume();
  });
}
