import { documentValue } from './document-value.ts';
import type { Entry } from './entry.ts';
import { idOf } from './event-text.ts';
import { now } from './now.ts';
import { writeDown } from './storage.ts';
import { lostQueue, othersQueues, storeQueue } from './stored-queue.ts';
import { withinBounds } from './within-bounds.ts';

/** A visitor whose network blocks the collector must not fill the memory. */
const MAX_CHARACTERS = 2_000_000;

type Timer = ReturnType<typeof setTimeout>;

/** What the queue of one project knows of its events and of the collector. `event-queue.ts` says how they travel. */
export type EventQueue = {
  readonly projectKey: string;
  /** Where the collector takes events. */
  readonly address: string;
  undelivered: readonly Entry[];
  /** Entries of which a copy is in localStorage. */
  resting: readonly Entry[];
  /** The batch that is on its way. */
  inFlight?: readonly Entry[] | undefined;
  /** Its request outlives the page. */
  isKeptAlive?: boolean;
  /** Runs until the next attempt. */
  timer?: Timer | undefined;
  storeTimer?: Timer | undefined;
  /** The collector asked for silence until the next attempt. */
  isSilent?: boolean;
  failures: number;
  hasLeft?: boolean;
  /** What other pages have left was not looked for, since a request was on its way. */
  isTakeoverDue?: boolean;
};

/** True for an entry that may have arrived. */
export function isUnsure({ sentAt, isMissed }: Entry): boolean {
  return !!sentAt && !isMissed;
}

/** How much longer than this ago a copy went out. */
export function since({ sentAt = 0 }: Entry, durationMs: number): number {
  return Math.abs(now() - sentAt) - durationMs;
}

/** A copy of each entry goes out. */
export function sendOut(batch: readonly Entry[]): void {
  for (const entry of batch) Object.assign(entry, { sentAt: now(), isMissed: false });
}

/** Holds these entries, as far as the memory may be filled. */
export function hold(queue: EventQueue, entries: readonly Entry[]): void {
  queue.undelivered = withinBounds(entries, MAX_CHARACTERS);
}

/**
 * While this page slept or was hidden, another may have taken its stored events over: what lies in the record of another
 * is that page's now. The rest may be delivered already, or the site has cleared its storage: the collector is asked.
 */
export function yieldLost(queue: EventQueue): void {
  const { resting } = queue;
  if (!resting.length || !lostQueue(queue.projectKey)) return;
  const taken = othersQueues(queue.projectKey);
  queue.undelivered = queue.undelivered.filter(
    (entry) => !resting.includes(entry) || !taken.includes(idOf(entry)),
  );
  sendOut(resting);
  queue.resting = [];
}

/** Brings the device up to date. */
export function storeChange(queue: EventQueue): void {
  clearTimeout(queue.storeTimer);
  queue.storeTimer = undefined;
  yieldLost(queue);
  // Most events are answered before they would rest on the device.
  if (queue.resting === queue.undelivered || !(queue.resting.length + queue.undelivered.length)) writeDown();
  else storeUndelivered(queue);
}

/** Writes what is not delivered to the device. What a page holds that is hidden or has left is released. */
export function storeUndelivered(queue: EventQueue, isLast?: boolean): void {
  writeDown(isLast);
  queue.resting = storeQueue(queue.projectKey, queue.undelivered, queue.hasLeft || documentValue('hidden'));
}
