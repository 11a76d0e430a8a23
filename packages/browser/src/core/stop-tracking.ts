import { discard } from './deliveries.ts';
import { OPT_OUT } from './opted-out.ts';
import { stop } from './start.ts';
import { forget, keep, restrict } from './storage.ts';

/** Tracks nothing from here on, and takes everything from the device but the wish itself. */
export function stopTracking(): void {
  stop();
  restrict(() => false);
  forget();
  keep(OPT_OUT, true);
  discard();
}
