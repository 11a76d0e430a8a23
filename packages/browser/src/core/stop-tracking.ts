import { OPT_OUT_RECORD } from '@cvq/contract/constants';
import { discardQueues } from './event-queues.ts';
import { stop } from './start.ts';
import { forget, restrict, store } from './storage.ts';

/** Tracks nothing from here on, and takes everything from the device but the wish itself. */
export function stopTracking(): void {
  stop();
  restrict(() => false);
  forget();
  store(OPT_OUT_RECORD, true);
  discardQueues();
}
