import { EVENTS_PATH } from '@cvq/contract/constants';
import { batchBody, nextBatch } from './batch.ts';
import { navigator } from './browser.ts';
import { documentValue } from './document-value.ts';
import type { Entry } from './entry.ts';
import { flush, schedule, takeOver } from './exchange.ts';
import { isNewcomer } from './identity.ts';
import { later } from './later.ts';
import { listen } from './listen.ts';
import {
  type EventQueue,
  hold,
  isUnsure,
  sendOut,
  since,
  storeChange,
  storeUndelivered,
  yieldLost,
} from './queue-state.ts';
import { heedOtherTabs } from './start.ts';
import { STORE_DELAY_MS, writeDown } from './storage.ts';
import { PATIENCE_MS } from './stored-queue.ts';
import { addressOf } from './transport.ts';

/** Events of one moment travel together; a page that is left within it sends them by beacon. */
const BATCH_DELAY_MS = 100;
/** A page that is left sends a copy anew of what is unsure for so long already. */
const UNSURE_MS = 30_000;

/**
 * Brings the events of one project to its collector.
 *
 *     enqueue ──► waiting ── flush ──► in flight ── the collector's word ──► forgotten
 *                  ▲   ▲                   │
 *                  │   └──── pause ◄───────┤ no answer, one that is not the collector's, 408, 429, 5xx
 *                  │                       │
 *                  │                       ▼ the page is left: what waits goes by beacon
 *                  └──── missed ◄────── unsure ── the collector has it ─────► forgotten
 *
 * An event that is unsure may have arrived. A page that takes a stored queue over asks the collector before it sends it.
 */
export function createEventQueue(project: string, endpoint: string): EventQueue {
  const queue: EventQueue = {
    projectKey: project,
    address: addressOf(endpoint, EVENTS_PATH),
    undelivered: [],
    resting: [],
    failures: 0,
  };
  followPage(queue);
  return queue;
}

/** Takes an event over: it is delivered, by this page or by a later one. One that `isDue` waits for no others. */
export function enqueue(queue: EventQueue, entry: Entry, isDue?: boolean): void {
  hold(queue, [...queue.undelivered, entry]);
  if (queue.hasLeft) leave(queue);
  else if (documentValue('hidden')) hide(queue);
  else {
    // A loop of events is written once, and the page's own task is not held up.
    queue.storeTimer = queue.storeTimer || later(() => storeChange(queue), STORE_DELAY_MS);
    if (queue.failures || queue.inFlight || queue.timer) return;
    if (isDue) flush(queue);
    else schedule(queue, BATCH_DELAY_MS);
  }
}

/** Hears when the page is left, hidden and shown again, and when the network is back. */
function followPage(queue: EventQueue): void {
  const resume = () => {
    // Shown again from the back/forward cache. Requests may have died without an answer.
    queue.hasLeft = false;
    queue.inFlight = undefined;
    takeOver(queue);
  };
  listen(window, 'pagehide', () => {
    leave(queue);
    // Not from the start: every page is shown once, and a listener that hears of it costs a slow phone a millisecond.
    addEventListener('pageshow', resume);
  });
  listen(document, 'visibilitychange', () => documentValue('hidden') && hide(queue));
  listen(window, 'online', () => {
    queue.failures = 0;
    flush(queue);
  });
  // Not at once, when a page has much else to do; and later again, for what a tab left that died a moment ago.
  later(() => takeOver(queue), PATIENCE_MS);
  later(() => {
    // No page has left events of a visitor who has no cookie, where cookies are taken, and what waits is sent anyway.
    if (!isNewcomer || !writeDown()) takeOver(queue);
  }, STORE_DELAY_MS);
}

/** The page may never be shown again, nor hear of it. */
function hide(queue: EventQueue): void {
  flush(queue);
  storeUndelivered(queue, true);
}

/**
 * The page goes away. A beacon that was queued may still be lost, so its events stay in the store, where the next page
 * finds them. It asks the collector for them, and sends again what did not arrive.
 */
function leave(queue: EventQueue): void {
  queue.hasLeft = true;
  heedOtherTabs();
  yieldLost(queue);
  let waiting = queue.undelivered.filter((entry) =>
    queue.inFlight?.includes(entry)
      ? // A request without keepalive dies with the page.
        !queue.isKeptAlive
      : !isUnsure(entry) || since(entry, UNSURE_MS) > 0,
  );
  while (waiting.length && !queue.isSilent) {
    const batch = nextBatch(waiting);
    // What does not fit any more is for the next page.
    if (!navigator.sendBeacon(queue.address, batchBody(queue.projectKey, batch))) break;
    sendOut(batch);
    waiting = waiting.filter((entry) => !batch.includes(entry));
  }
  queue.inFlight = undefined;
  storeUndelivered(queue, true);
}
