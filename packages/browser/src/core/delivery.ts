import { batchBody, nextBatch } from './batch.ts';
import type { Entry } from './entry.ts';
import { listen } from './listen.ts';
import { isDebugging, log } from './log.ts';
import { writeDown } from './storage.ts';
import { adoptQueues, isOverdue, lostQueue, PATIENCE_MS, storeQueue } from './stored-queue.ts';
import { send, sendBeacon } from './transport.ts';

/** The device is told this much after an event, when its request is usually on its way. */
const SETTLE_MS = 150;
/** Events of one moment travel together; a page that is left within it sends them by beacon. */
const BATCH_DELAY_MS = 100;
/** The longest silence that a collector may ask for. */
const MAX_SILENCE_MS = 3_600_000;
const MAX_BACKOFF_EXPONENT = 9;
/** A request without an answer is given up, so that it does not keep all others waiting. */
const TIMEOUT_MS = 20_000;
/** A visitor whose network blocks the collector must not fill the site's storage. */
const MAX_ENTRIES = 200;

let entries: readonly Entry[] = [];
/** Entries of which a copy is in localStorage. */
let stored = entries;
/** Those of them that had been there for long when they were last seen there. */
let settled = entries;
let inFlight: readonly Entry[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** The collector asked for silence until the next attempt. */
let isSilent = false;
let failures = 0;
let hasLeft = false;

/**
 * Takes an event over. From here on it is delivered, by this page or by a later one. One that has waited for something
 * already waits for no others.
 */
export function enqueue(entry: Entry, waitingSince?: string | null): void {
  if (!nextBatch([entry]).length) {
    log('Too large', entry);
    return;
  }
  entries = [...entries, entry].slice(-MAX_ENTRIES);
  if (hasLeft) leave();
  else if (document.hidden) hide();
  else {
    // A loop of events is written once, and the page's own task is not held up.
    setTimeout(storeChange, SETTLE_MS);
    if (!failures && !inFlight.length && !timer) {
      if (waitingSince) flush();
      else schedule(BATCH_DELAY_MS);
    }
  }
}

/**
 * While this page slept, another may have taken its stored events over: they are that page's now, but for those that
 * were written while it did so, which it may not have seen.
 */
function yieldLost(): void {
  if (!stored.length) return;
  if (lostQueue()) entries = entries.filter((entry) => !settled.includes(entry));
  else settled = stored.filter(isOverdue);
}

/** Brings the device up to date. */
function storeChange(): void {
  yieldLost();
  if (stored === entries) writeDown();
  else store();
}

/** Writes what waits to the device, where it may be written. What a hidden page holds is released: it may not live on. */
export function store(isLast?: boolean): void {
  writeDown(isLast);
  stored = storeQueue(entries, hasLeft || document.hidden);
}

function release(): void {
  yieldLost();
  store(true);
}

/** The page may never be shown again, nor hear of it. */
function hide(): void {
  release();
  flush();
}

/** Forgets every event. */
export function discard(): void {
  entries = [];
  store();
}

function schedule(delayMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    isSilent = false;
    adopt();
  }, delayMs);
}

/** Sends the oldest batch now, if none is on its way and the collector wants to hear. */
function flush(): void {
  yieldLost();
  if (entries.length && !isSilent && !inFlight.length) void deliver(nextBatch(entries));
}

/** Sends a batch. It is forgotten when it was delivered or refused for good, else tried again after a pause. */
async function deliver(batch: Entry[]): Promise<void> {
  let status = 0;
  let delayMs = 0;
  inFlight = batch;
  try {
    // Every second attempt goes without keepalive, whose quota others on the page may have used up.
    const response = (await Promise.race([
      send(batchBody(batch), failures % 2 === 0),
      // Not an AbortSignal: the first costs a slow phone a millisecond, and older browsers cannot make one.
      new Promise((giveUp) => setTimeout(giveUp, TIMEOUT_MS)),
    ])) as Response;
    status = response.status;
    delayMs = Math.min(Number(response.headers.get('retry-after')) * 1000, MAX_SILENCE_MS);
    if (isDebugging) log('Collector', status, await response.text());
  } catch {}
  if (inFlight === batch) inFlight = [];
  if (/^(0|408|429|5..)$/.test(status as unknown as string)) {
    isSilent = delayMs > 0;
    if (!isSilent) delayMs = 2 ** Math.min(failures, MAX_BACKOFF_EXPONENT) * (500 + 1000 * Math.random());
    failures++;
  } else {
    failures = delayMs = 0;
    entries = entries.filter((entry) => !batch.includes(entry));
  }
  storeChange();
  schedule(delayMs);
}

/**
 * The page goes away. A beacon that was queued may still be lost, so its events stay in the store, where the
 * next page finds them and sends them again: the collector knows them by their ids.
 */
function leave(): void {
  hasLeft = true;
  release();
  const next = () => nextBatch(entries.filter((entry) => !inFlight.includes(entry)));
  for (let batch = next(); batch.length && !isSilent; batch = next()) {
    inFlight = [...inFlight, ...batch];
    sendBeacon(batchBody(batch));
  }
  // Not from the start: every page is shown once, and a listener that hears of it costs a slow phone a millisecond.
  addEventListener('pageshow', resume);
}

/** The page was shown again from the back/forward cache, where requests may have died without an answer. */
function resume(): void {
  hasLeft = false;
  inFlight = [];
  adopt();
}

/** Takes over what other pages have left, or have yet to send. */
function adopt(): void {
  // Behind a request they would wait, and a page that is left would beacon again what another has beaconed.
  if (inFlight.length) return;
  adoptQueues((adopted) => {
    entries = [...adopted, ...entries].slice(-MAX_ENTRIES);
    store();
  });
  flush();
}

/** Starts with what earlier pages left behind, and follows the page to its end. */
export function startDelivery(): void {
  listen(window, 'pagehide', leave);
  listen(document, 'visibilitychange', () => document.hidden && hide());
  listen(window, 'online', () => {
    failures = 0;
    flush();
  });
  // Not at once, when a page has much else to do; and later again, for what a tab left that died a moment ago.
  setTimeout(adopt, PATIENCE_MS);
  setTimeout(adopt, SETTLE_MS);
}
