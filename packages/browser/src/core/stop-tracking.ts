import { discardQueues } from './event-queues.ts';
import { setPerson } from './known-person.ts';
import { pageWide } from './page-wide.ts';
import { stop } from './start.ts';
import { forbid, forget } from './storage.ts';

/** Tracks nothing from here on, and takes everything from the device and the page but the wish itself. */
export function stopTracking(): void {
  stop();
  forbid(true);
  forget();
  setPerson({});
  // Nor may a project that joins late be told of what was before.
  pageWide().captured = [];
  discardQueues();
}
