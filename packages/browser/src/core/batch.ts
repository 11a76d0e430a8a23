import { MAX_BATCH_EVENTS, MAX_BROWSER_REQUEST_BYTES } from '@cvq/contract/constants';
import type { Entry } from './entry.ts';
import { toldEvent, toldHead, toldUserData } from './told.ts';

/** What a batch has beside its heads and events: `"sent_at"`, brackets and commas. */
const FRAME_BYTES = 500;

/**
 * The oldest entries that can travel in one request: equal heads, at most 100 events and 60 KB. None when the oldest
 * is too large by itself.
 */
export function nextBatch(entries: readonly Entry[]): Entry[] {
  let bytes = FRAME_BYTES;
  return entries.filter((entry, i) => {
    const isAlike = entry[0] === (entries[0] as Entry)[0] && i < MAX_BATCH_EVENTS;
    // One character for each byte of UTF-8. A first Blob would cost a slow phone milliseconds.
    if (isAlike) bytes += unescape(encodeURIComponent(`${entry}`)).length;
    return isAlike && bytes < MAX_BROWSER_REQUEST_BYTES;
  });
}

/** The JSON of a batch. `sent_at` lets the collector correct a wrong clock. */
export function batchBody(batch: readonly Entry[]): string {
  const events = batch.map(([, event, secret]) => {
    const userData = toldUserData(secret);
    return userData ? `${toldEvent(event).slice(0, -1)},"user_data":${userData}}` : toldEvent(event);
  });
  const head = toldHead((batch[0] as Entry)[0]).slice(0, -1);
  return `${head},"sent_at":"${new Date().toISOString()}","events":[${events}]}`;
}
