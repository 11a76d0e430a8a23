import { OPT_OUT_RECORD } from '@cvq/contract/constants';
import { cookies } from './cookies.ts';
import { safely } from './core/safely.ts';
import { heedOtherTabs } from './core/start.ts';
import { stopTracking } from './core/stop-tracking.ts';
import { forget, isOnDevice, store, withdraw, writeDown } from './core/storage.ts';
import { resume } from './init.ts';

/** Tracks nothing any more on this site, and takes everything from the device but the wish itself. */
export function optOut(): void {
  safely(() => {
    cookies();
    stopTracking();
    store(OPT_OUT_RECORD, true);
    writeDown();
    // Where the device has it, it is the device that tells when the wish ends, in whichever window.
    if (isOnDevice(OPT_OUT_RECORD)) forget();
  });
}

/** Tracks again from here on. */
export function optIn(): void {
  safely(() => {
    cookies();
    // What this page knew before another window opted out must not come back.
    heedOtherTabs();
    withdraw(OPT_OUT_RECORD);
    resume();
  });
}
