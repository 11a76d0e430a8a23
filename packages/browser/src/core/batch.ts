import { MAX_BATCH_EVENTS, MAX_BROWSER_REQUEST_BYTES } from '@cvq/contract/constants';
import { allowedEvent, allowedHead, allowsUserData } from './allowed.ts';
import { byteLength } from './byte-length.ts';
import { FRAME_BYTES } from './cut-to-size.ts';
import type { Entry } from './entry.ts';
import { idOf } from './event-text.ts';
import { json } from './json.ts';
import { isDebugging } from './log.ts';

/** The oldest entries that can travel in one request: equal heads, at most 100 events and 60 KB. */
export function nextBatch(entries: readonly Entry[]): Entry[] {
  const [oldest] = entries;
  let bytes = FRAME_BYTES + byteLength(oldest?.head || '');
  const batch: Entry[] = [];
  for (const entry of entries) {
    if (entry.head !== oldest?.head) continue;
    bytes += byteLength(entry.event) + byteLength(entry.userData || '');
    if (batch.length === MAX_BATCH_EVENTS || (batch.length && bytes > MAX_BROWSER_REQUEST_BYTES)) break;
    batch.push(entry);
  }
  return batch;
}

/**
 * The JSON of a batch. `sent_at` lets the collector correct a wrong clock; `unsure` asks which events it has of which
 * nobody knows whether they arrived; `debug` asks why events will not count.
 */
export function batchBody(project: string, batch: readonly Entry[], unsure: readonly Entry[] = []): string {
  const events = batch.map(({ event, userData }) =>
    allowsUserData && userData
      ? `${allowedEvent(event).slice(0, -1)},"user_data":${userData}}`
      : allowedEvent(event),
  );
  const asked = unsure.length ? `"unsure":${JSON.stringify(unsure.map(idOf))},` : '';
  const debug = isDebugging ? '"debug":true,' : '';
  const head = (batch[0] ? allowedHead(batch[0].head) : json({ key: project })).slice(0, -1);
  return `${head},${debug}${asked}"sent_at":"${new Date().toISOString()}","events":[${events}]}`;
}

/**
 * The entries of a batch that a collector refused, with nothing in their heads but what nobody can do without, to be
 * tried once more: an event without its visitor is better than none. Empty when that was refused.
 */
export function withBareHeads(batch: readonly Entry[]): Entry[] {
  return batch.flatMap((entry) => {
    const { key, consent, filter_bots, track_bots } = JSON.parse(entry.head);
    const head = json({ key, consent, filter_bots, track_bots });
    return head === entry.head ? [] : { ...entry, head, sentAt: undefined };
  });
}
