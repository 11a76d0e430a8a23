import { batchBody, nextBatch, withBareHeads } from './batch.ts';
import { cutToSize } from './cut-to-size.ts';
import type { Entry } from './entry.ts';
import { idOf } from './event-text.ts';
import { later } from './later.ts';
import { log } from './log.ts';
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
import { safely } from './safely.ts';
import { heedOtherTabs } from './start.ts';
import { takeOverQueues } from './stored-queue.ts';
import { post } from './transport.ts';
import { warn } from './warn.ts';

const MAX_BACKOFF_EXPONENT = 9;
/** A copy may be on its way for so long when the collector says that it has none. */
const MISSED_MS = 3_000;
const MAX_ASKED = 50;

/** Sends the oldest batch now, if nothing is on its way and the collector wants to hear; or asks for what is unsure. */
export function flush(queue: EventQueue): void {
  heedOtherTabs();
  yieldLost(queue);
  if (queue.isSilent || queue.inFlight) return;
  const { undelivered } = queue;
  const unsure = undelivered.filter(isUnsure).slice(0, MAX_ASKED);
  const waiting = undelivered.filter((entry) => !isUnsure(entry) && since(entry, MISSED_MS) >= 0);
  if (waiting.length || unsure.length) exchange(queue, nextBatch(waiting), unsure);
  // A copy of what is left may still be on its way.
  else if (undelivered.length) later(() => queue.timer || flush(queue), MISSED_MS);
}

/** Sends a batch. Where something of ours fails, what a page has replaced may be to blame: the rest is tried again. */
function exchange(queue: EventQueue, batch: readonly Entry[], unsure: readonly Entry[]): void {
  send(queue, batch, unsure).catch((error) => {
    log(error);
    if (queue.inFlight === batch) queue.inFlight = undefined;
    queue.failures++;
    safely(() => schedule(queue, backoffMs(queue.failures)));
  });
}

/** Sends a batch and reads the outcome: what was delivered or refused for good is forgotten, all else is tried again. */
async function send(queue: EventQueue, batch: readonly Entry[], unsure: readonly Entry[]): Promise<void> {
  queue.inFlight = batch;
  // Every second attempt goes without keepalive, whose quota others on the page may have used up.
  queue.isKeptAlive = queue.failures % 2 === 0;
  const body = batchBody(queue.projectKey, batch, unsure);
  sendOut(batch);
  const outcome = await post(queue.address, body, { count: batch.length, keepalive: queue.isKeptAlive });
  const { stored: known, isRefused, isUnknownKey, isForeign, silenceMs = 0 } = outcome;
  if (queue.inFlight === batch) queue.inFlight = undefined;
  // Once may be a moment of the network's.
  if (isForeign && queue.failures) warn('wrong-endpoint', queue.address);
  queue.isSilent = silenceMs > 0;
  if (known || isRefused || isUnknownKey) {
    queue.failures = 0;
    queue.undelivered = [
      ...(isRefused ? withBareHeads(batch) : []),
      ...queue.undelivered.filter((entry) => !batch.includes(entry) && !known?.includes(idOf(entry))),
    ];
    for (const entry of unsure) entry.isMissed = !!known;
  } else {
    for (const entry of batch) entry.sentAt = undefined;
    queue.failures++;
  }
  storeChange(queue);
  if (queue.undelivered.length || queue.isTakeoverDue)
    schedule(queue, silenceMs || backoffMs(queue.failures));
}

/** How long to pause after so many failures in a row: about twice as long after each. */
function backoffMs(failures: number): number {
  return failures && 2 ** Math.min(failures - 1, MAX_BACKOFF_EXPONENT) * (500 + 1000 * Math.random());
}

/** Plans the next attempt, in the place of one that was planned before. */
export function schedule(queue: EventQueue, delayMs: number): void {
  clearTimeout(queue.timer);
  queue.timer = later(() => {
    queue.timer = undefined;
    queue.isSilent = false;
    takeOver(queue);
  }, delayMs);
}

/** Takes over what other pages have left, or have yet to send. */
export function takeOver(queue: EventQueue): void {
  // Behind a request they would wait, and a page that is left would beacon again what another has beaconed.
  queue.isTakeoverDue = !!queue.inFlight;
  if (queue.inFlight) return;
  takeOverQueues(queue.projectKey, (left) => {
    const isNew = ({ event }: Entry) => !queue.undelivered.some((entry) => entry.event === event);
    hold(queue, [...left.filter(isNew).map(cutToSize), ...queue.undelivered]);
    storeUndelivered(queue);
  });
  // During a pause nothing is sent before its end.
  if (!queue.timer) flush(queue);
}
