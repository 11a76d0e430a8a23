import { batchBody, nextBatch, withBareHeads } from './batch.ts';
import { cutToSize } from './cut-to-size.ts';
import type { Entry } from './entry.ts';
import { idOf } from './event-text.ts';
import { listen } from './listen.ts';
import type { Outcome } from './read-answer.ts';
import { writeDown } from './storage.ts';
import { isOverdue, lostQueue, PATIENCE_MS, storeQueue, takeOverQueues } from './stored-queue.ts';
import { addressOf, post } from './transport.ts';
import { warn } from './warn.ts';
import { withinBounds } from './within-bounds.ts';

/** The device is told this much after an event, when its request is usually on its way. */
const STORE_DELAY_MS = 150;
/** Events of one moment travel together; a page that is left within it sends them by beacon. */
const BATCH_DELAY_MS = 100;
const MAX_BACKOFF_EXPONENT = 9;
/** A visitor whose network blocks the collector must not fill the memory. */
const MAX_CHARACTERS = 2_000_000;
/** A copy may be on its way for so long when the collector says that it has none. */
const MISSED_MS = 3_000;
/** A page that is left sends a copy anew of what is unsure for so long already. */
const UNSURE_MS = 30_000;
const MAX_ASKED = 50;

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
export type EventQueue = {
  /** Takes an event over: it is delivered, by this page or by a later one. One that `isDue` waits for no others. */
  enqueue(entry: Entry, isDue?: boolean): void;
  /** Writes what waits to the device, where it may be written. What a hidden page holds is released: it may not live on. */
  store(): void;
  /** Forgets every event. */
  discard(): void;
};

type Attempt = { readonly batch: readonly Entry[]; readonly isKeptAlive: boolean };

export function createEventQueue(project: string, endpoint: string): EventQueue {
  const url = addressOf(endpoint, '/v1/events');
  let entries: readonly Entry[] = [];
  /** Entries of which a copy is in localStorage. */
  let stored = entries;
  /** Those of them that had been there for long when they were last seen there. */
  let overdue = entries;
  let attempt: Attempt | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  /** The collector asked for silence until the next attempt. */
  let isSilent = false;
  let failures = 0;
  let hasLeft = false;
  /** What other pages have left was not looked for, since a request was on its way. */
  let isTakeoverDue = false;

  const isUnsure = ({ sentAt, isMissed }: Entry) => !!sentAt && !isMissed;

  /** How much longer than this ago a copy went out. */
  const since = ({ sentAt = 0 }: Entry, durationMs: number) => Math.abs(Date.now() - sentAt) - durationMs;

  /** A copy of an entry goes out. */
  function sendOut(batch: readonly Entry[]): void {
    for (const entry of batch) Object.assign(entry, { sentAt: Date.now(), isMissed: false });
  }

  function enqueue(entry: Entry, isDue?: boolean): void {
    entries = withinBounds([...entries, entry], MAX_CHARACTERS);
    if (hasLeft) leave();
    else if (document.hidden) hide();
    else {
      // A loop of events is written once, and the page's own task is not held up.
      storeTimer = storeTimer || setTimeout(storeChange, STORE_DELAY_MS);
      if (failures || attempt || timer) return;
      if (isDue) flush();
      else schedule(BATCH_DELAY_MS);
    }
  }

  /**
   * While this page slept, another may have taken its stored events over: they are that page's now, but for those that
   * were written while it did so, which it may not have seen.
   */
  function yieldLost(): void {
    if (!stored.length) return;
    if (lostQueue(project)) entries = entries.filter((entry) => !overdue.includes(entry));
    else overdue = stored.filter(isOverdue);
  }

  /** Brings the device up to date. */
  function storeChange(): void {
    storeTimer = undefined;
    yieldLost();
    // Most events are answered before they would rest on the device.
    if (stored === entries || !(stored.length + entries.length)) writeDown();
    else store();
  }

  function store(isLast?: boolean): void {
    writeDown(isLast);
    stored = storeQueue(project, entries, hasLeft || document.hidden);
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      isSilent = false;
      takeOver();
    }, delayMs);
  }

  /** Sends the oldest batch now, if nothing is on its way and the collector wants to hear; or asks for what is unsure. */
  function flush(): void {
    yieldLost();
    if (isSilent || attempt) return;
    const unsure = entries.filter(isUnsure).slice(0, MAX_ASKED);
    const waiting = entries.filter((entry) => !isUnsure(entry) && since(entry, MISSED_MS) >= 0);
    if (waiting.length || unsure.length) void send(nextBatch(waiting), unsure);
    // A copy of what is left may still be on its way.
    else if (entries.length) setTimeout(() => timer || flush(), MISSED_MS);
  }

  async function send(batch: readonly Entry[], unsure: readonly Entry[]): Promise<void> {
    // Every second attempt goes without keepalive, whose quota others on the page may have used up.
    const own = { batch, isKeptAlive: failures % 2 === 0 };
    attempt = own;
    const body = batchBody(project, batch, unsure);
    sendOut(batch);
    const outcome = await post(url, body, { count: batch.length, keepalive: own.isKeptAlive });
    if (attempt === own) attempt = undefined;
    handleOutcome(outcome, batch, unsure);
  }

  /** Forgets what was delivered or refused for good; all else is tried again after a pause. */
  function handleOutcome(
    { stored: known, isRefused, isUnknownKey, isForeign, silenceMs = 0 }: Outcome,
    batch: readonly Entry[],
    unsure: readonly Entry[],
  ) {
    // Once may be a moment of the network's.
    if (isForeign && failures) warn('wrong-endpoint', url);
    let pauseMs = silenceMs;
    isSilent = silenceMs > 0;
    if (known || isRefused || isUnknownKey) {
      failures = 0;
      const healed = isRefused ? withBareHeads(batch) : [];
      entries = [
        ...healed,
        ...entries.filter((entry) => !batch.includes(entry) && !known?.includes(idOf(entry))),
      ];
      for (const entry of unsure) entry.isMissed = !!known;
    } else {
      for (const entry of batch) entry.sentAt = undefined;
      pauseMs = pauseMs || 2 ** Math.min(failures, MAX_BACKOFF_EXPONENT) * (500 + 1000 * Math.random());
      failures++;
    }
    storeChange();
    if (entries.length || isTakeoverDue) schedule(pauseMs);
  }

  /** The page may never be shown again, nor hear of it. */
  function hide(): void {
    yieldLost();
    flush();
    store(true);
  }

  /**
   * The page goes away. A beacon that was queued may still be lost, so its events stay in the store, where the next page
   * finds them. It asks the collector for them, and sends again what did not arrive.
   */
  function leave(): void {
    hasLeft = true;
    yieldLost();
    let waiting = entries.filter((entry) =>
      attempt?.batch.includes(entry)
        ? // A request without keepalive dies with the page.
          !attempt.isKeptAlive
        : !isUnsure(entry) || since(entry, UNSURE_MS) > 0,
    );
    while (waiting.length && !isSilent) {
      const batch = nextBatch(waiting);
      // What does not fit any more is for the next page.
      if (!navigator.sendBeacon(url, batchBody(project, batch))) break;
      sendOut(batch);
      waiting = waiting.filter((entry) => !batch.includes(entry));
    }
    attempt = undefined;
    store(true);
  }

  /** The page is shown again from the back/forward cache. Requests may have died without an answer. */
  function resume(): void {
    hasLeft = false;
    attempt = undefined;
    takeOver();
  }

  /** Takes over what other pages have left, or have yet to send. */
  function takeOver(): void {
    // Behind a request they would wait, and a page that is left would beacon again what another has beaconed.
    isTakeoverDue = !!attempt;
    if (attempt) return;
    takeOverQueues(project, (left) => {
      const isNew = ({ event }: Entry) => !entries.some((entry) => entry.event === event);
      entries = withinBounds([...left.filter(isNew).map(cutToSize), ...entries], MAX_CHARACTERS);
      store();
    });
    // During a pause nothing is sent before its end.
    if (!timer) flush();
  }

  function discard(): void {
    entries = [];
    store();
  }

  listen(window, 'pagehide', () => {
    leave();
    // Not from the start: every page is shown once, and a listener that hears of it costs a slow phone a millisecond.
    addEventListener('pageshow', resume);
  });
  listen(document, 'visibilitychange', () => document.hidden && hide());
  // The network is back.
  listen(window, 'online', () => {
    failures = 0;
    flush();
  });
  // Not at once, when a page has much else to do; and later again, for what a tab left that died a moment ago.
  setTimeout(takeOver, PATIENCE_MS);
  setTimeout(takeOver, STORE_DELAY_MS);
  return { enqueue, store, discard };
}
