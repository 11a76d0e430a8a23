import { formatDeliveryId } from '@cvq/contract/webhook';
import type { Answer, ClaimedDelivery, DeliveryQueue, EndedAttempt } from '@cvq/storage';
import type { Log } from '../log.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { attemptDelivery } from '../webhooks/attempt-delivery.ts';
import type { Endpoints } from '../webhooks/endpoints.ts';
import type { Sender } from '../webhooks/send.ts';
import { type DeliveryFigures, openDeliveryFigures } from './delivery-figures.ts';
import { createSlots } from './places.ts';
import { nextAttemptAt } from './schedule.ts';

export type DelivererOptions = {
  readonly queue: DeliveryQueue;
  readonly endpoints: Endpoints;
  readonly sealer: Sealer;
  readonly sender: Sender;
  readonly log: Log;
  /** Epoch milliseconds; tests bring their own clock. */
  readonly now: () => number;
  /** From 0 to 1: how far a retry is moved within its jitter. */
  readonly chance: () => number;
  readonly figures?: DeliveryFigures;
};

/** Sends what the outbox owes. Nothing that it knows must survive it: all of that is in the queue. */
export type Deliverer = {
  /**
   * Write down what has ended, then begin what is due and has room. When to come again, in epoch milliseconds, if no
   * attempt ends before; null where nothing waits for its time.
   */
  turn(): Promise<number | null>;
  /** Turns until nothing more is due and every attempt has ended. */
  deliverDue(): Promise<void>;
  /** Resolves when there is an attempt that has ended and is not written down. */
  ended(): Promise<void>;
  /** Begin nothing more, give what is under way this long, and give back what has not ended by then. */
  stop(graceMs: number): Promise<void>;
};

/** An attempt takes ten seconds at most; a lease also covers writing down how it ended. */
export const LEASE_MS = 20_000;

export function createDeliverer(options: DelivererOptions): Deliverer {
  const { queue, endpoints, sealer, sender, log, now, chance, figures = openDeliveryFigures() } = options;
  const slots = createSlots();
  const underWay = new Map<ClaimedDelivery, Promise<void>>();
  const stopping = new AbortController();
  let results: EndedAttempt[] = [];
  let unfinished: ClaimedDelivery[] = [];
  let ending = Promise.withResolvers<void>();

  async function settle(): Promise<void> {
    if (results.length === 0) return;
    const batch = results;
    results = [];
    try {
      await queue.settle(batch);
    } catch (error) {
      results = [...batch, ...results];
      throw error;
    }
  }

  async function begin(): Promise<number | null> {
    const at = now();
    const owed = await queue.owed();
    // Asked after the queue: whoever is owed something then was there before.
    await endpoints.refresh();
    for (const { endpoint } of owed)
      if (endpoints.find(endpoint) === undefined) await queue.cancel(endpoint, at);
    const enabled = owed.filter(({ endpoint }) => endpoints.find(endpoint)?.enabled === true);
    const due = enabled.filter(({ dueAt }) => dueAt <= at);
    const free = slots.free(due.map(({ endpoint }) => endpoint));
    // What has no room is begun when an attempt ends, so only what is not due yet has a time.
    if (free.length === 0)
      return enabled.reduce<number | null>(
        (first, { dueAt }) => (dueAt <= at || (first !== null && first <= dueAt) ? first : dueAt),
        null,
      );
    const claims = await queue.claim(free, { now: at, until: at + LEASE_MS });
    for (const claim of claims) underWay.set(claim, attempt(claim));
    return at;
  }

  async function attempt(claim: ClaimedDelivery): Promise<void> {
    slots.take(claim.endpoint);
    const startedAt = now();
    const endpoint = endpoints.find(claim.endpoint);
    const answer = await attemptDelivery(claim, {
      ...{ endpoint, sealer, sender, log, now },
      signal: stopping.signal,
    });
    const endedAt = Math.max(now(), startedAt);
    slots.release(claim.endpoint, answer);
    if (stopping.signal.aborted && answer.status === null) unfinished.push(claim);
    else {
      const next = whatFollows(claim, answer, endedAt);
      figures.add(typeof next === 'number' ? 'retried' : next, 1);
      results.push({ claim, startedAt, durationMs: endedAt - startedAt, answer, next });
    }
    underWay.delete(claim);
    ending.resolve();
    ending = Promise.withResolvers<void>();
  }

  function whatFollows(
    claim: ClaimedDelivery,
    { status, error }: Answer,
    endedAt: number,
  ): EndedAttempt['next'] {
    if (status !== null && status >= 200 && status < 300) return 'acknowledged';
    // Who sends a test looks at its answer, and sends another.
    const next = claim.isTest ? null : nextAttemptAt(claim.attempt, endedAt, chance());
    if (next !== null) return next;
    const delivery = formatDeliveryId(claim.id);
    log.warn({ delivery, endpoint: claim.endpoint, status, error }, 'A webhook delivery has failed for good');
    return 'failed';
  }

  async function turn(): Promise<number | null> {
    await settle();
    return stopping.signal.aborted ? null : begin();
  }

  async function isDue(): Promise<boolean> {
    const nextAt = await turn();
    return nextAt !== null && nextAt <= now();
  }

  return {
    turn,
    ended: () => (results.length > 0 ? Promise.resolve() : ending.promise),
    async deliverDue() {
      while ((await isDue()) || underWay.size > 0 || results.length > 0) await Promise.all(underWay.values());
    },
    async stop(graceMs) {
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(underWay.values());
      clearTimeout(timer);
      stopping.abort();
      await settle();
      if (unfinished.length > 0) await queue.release(unfinished, now());
      unfinished = [];
    },
  };
}
