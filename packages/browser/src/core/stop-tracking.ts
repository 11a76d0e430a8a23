import { discardQueues } from './event-queues.ts';
import { stop } from './start.ts';
import { forbid, forget } from './storage.ts';

/** Tracks nothing from here on, and takes everything from the device and the page but the wish itself. */
export function stopTracking(): void {
  stop();
  forbid(true);
  forget();
  discardQueues();
}
