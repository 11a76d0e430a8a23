import { formatDeliveryId } from '@cvq/contract/webhook';
import type { ClaimedDelivery, DeliveryQueue, EndedAttempt, ReceiverAnswer } from '@cvq/storage';
import type { Log } from '../log.ts';
import { type DeliveryFigures, openDeliveryFigures } from '../metrics/delivery-figures.ts';
import { type DestinationKind, type Destinations, MAX_ATTEMPT_MS, type SendResult } from './destination.ts';
import { MOST_PLACES, Places } from './places.ts';
import { nextAttemptAt } from './schedule.ts';

export type DelivererOptions = {
  readonly queue: DeliveryQueue;
  readonly destinations: Destinations;
  readonly log: Log;
  /** Epoch milliseconds; tests bring their own clock. */
  readonly now: () => number;
  /** From 0 to 1: how far a retry is moved within its jitter. */
  readonly chance: () => number;
  readonly figures?: DeliveryFigures;
};

/** A lease also covers writing down how the attempt ended. */
export const LEASE_MS = 2 * MAX_ATTEMPT_MS;

const NO_ANSWER = { status: null, headers: null, body: null } as const;

/** Sends what is outstanding in the outbox. Nothing that it knows must survive it: all of that is in the queue. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #figures: DeliveryFigures;
  readonly #places = new Places();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** What is to be written down: how attempts ended, what is sent later, what was broken off. */
  #ended: EndedAttempt[] = [];
  #postponed: { readonly claim: ClaimedDelivery; readonly until: number }[] = [];
  #unfinished: ClaimedDelivery[] = [];
  #ending = Promise.withResolvers<void>();

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#figures = options.figures ?? openDeliveryFigures();
  }

  /**
   * Write down what has ended, then begin what is due and has room. When to come again, in epoch milliseconds, if no
   * attempt ends before; null where nothing waits for its time.
   */
  async turn(): Promise<number | null> {
    await this.#record();
    return this.#stopping.signal.aborted ? null : this.#begin();
  }

  /** Turns until nothing more is due and every attempt has ended. */
  async deliverDue(): Promise<void> {
    for (;;) {
      const nextAt = await this.turn();
      const isDue = nextAt !== null && nextAt <= this.#options.now();
      if (!isDue && this.#running.size === 0 && !this.hasEnded()) return;
      await Promise.all(this.#running);
    }
  }

  /** Resolves when there is an attempt that has ended and is not written down. */
  ended(): Promise<void> {
    return this.hasEnded() ? Promise.resolve() : this.#ending.promise;
  }

  /** Begin nothing more, give what is under way this long, and give back what has not ended by then. */
  async stop(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#stopping.abort(), graceMs);
    await Promise.all(this.#running);
    clearTimeout(timer);
    this.#stopping.abort();
    await this.#record();
    if (this.#unfinished.length > 0) await this.#options.queue.release(this.#unfinished, this.#options.now());
    this.#unfinished = [];
  }

  /** Whether there is an attempt that has ended and is not written down. */
  hasEnded(): boolean {
    return this.#ended.length > 0 || this.#postponed.length > 0;
  }

  async #record(): Promise<void> {
    const { queue } = this.#options;
    const ended = this.#ended;
    if (ended.length > 0) {
      this.#ended = [];
      try {
        await queue.record(ended);
      } catch (error) {
        this.#ended = [...ended, ...this.#ended];
        throw error;
      }
    }
    for (let next = this.#postponed[0]; next !== undefined; next = this.#postponed[0]) {
      await queue.postpone([next.claim], next.until);
      this.#postponed.shift();
    }
  }

  async #begin(): Promise<number | null> {
    const { queue, destinations, now } = this.#options;
    const at = now();
    const outstanding = await queue.outstanding(at, MOST_PLACES);
    // Asked after the queue: a destination with something outstanding was there before.
    await destinations.refresh();
    for (const { destination } of outstanding)
      if (destinations.find(destination) === undefined) await queue.cancel(destination, at);
    const enabled = outstanding.filter(({ destination }) => destinations.find(destination)?.enabled);
    const due = enabled.filter((each) => each.due > 0);
    const places = this.#places.share(due, at).map(({ destination, limit }) => ({
      destination,
      limit: limit * (destinations.find(destination)?.kind.maxBatch ?? 1),
    }));
    if (places.length > 0) {
      const claims = await queue.claim(places, { now: at, until: at + LEASE_MS });
      for (const [destination, ofDestination] of Map.groupBy(claims, (claim) => claim.destination))
        this.#startAll(destination, ofDestination);
      return at;
    }
    // What is due and has no room begins when an attempt ends, or when one has been under way for so long.
    const times = enabled.flatMap(({ dueAt }) => (dueAt > at ? dueAt : []));
    const roomAt = due.length === 0 ? null : this.#places.nextAt(at);
    if (roomAt !== null) times.push(roomAt);
    return times.length === 0 ? null : times.reduce((first, each) => Math.min(first, each));
  }

  #startAll(destination: string, claims: readonly ClaimedDelivery[]): void {
    const kind = this.#options.destinations.find(destination)?.kind;
    const size = kind?.maxBatch ?? 1;
    for (let start = 0; kind !== undefined && start < claims.length; start += size) {
      const running: Promise<void> = this.#attempt(kind, claims.slice(start, start + size)).finally(() =>
        this.#running.delete(running),
      );
      this.#running.add(running);
    }
  }

  /** One attempt of a batch to one destination. */
  async #attempt(kind: DestinationKind, claims: readonly ClaimedDelivery[]): Promise<void> {
    const { now } = this.#options;
    const startedAt = now();
    const place = this.#places.take((claims[0] as ClaimedDelivery).destination, startedAt);
    const results = await this.#send(kind, claims);
    const endedAt = Math.max(now(), startedAt);
    this.#places.release(place, { now: endedAt, isSilent: results.some(isSilent) });
    for (const result of results)
      if (result.outcome === 'pause') this.#places.pause(place.destination, result.until);
    for (const [index, claim] of claims.entries()) {
      const result = results[index] ?? failure('failed: the sender gave no result');
      this.#note(claim, { result, kind, startedAt, endedAt });
    }
    this.#ending.resolve();
    this.#ending = Promise.withResolvers<void>();
  }

  async #send(kind: DestinationKind, claims: readonly ClaimedDelivery[]): Promise<readonly SendResult[]> {
    try {
      const prepared = await kind.prepare(claims);
      const batch = prepared.flatMap((each) => ('send' in each ? [each.send] : []));
      const sent = batch.length === 0 ? [] : await kind.send(batch, this.#stopping.signal);
      const results = sent.values();
      return prepared.map((each) => ('send' in each ? (results.next().value as SendResult) : each.result));
    } catch (error) {
      // A fault of ours: what it stopped is tried again like any other failure.
      this.#options.log.error({ err: error }, 'A delivery could not be sent');
      return claims.map(() => failure('failed: an error of the collector'));
    }
  }

  #note(
    claim: ClaimedDelivery,
    { result, kind, startedAt, endedAt }: Attempt & { readonly result: SendResult },
  ): void {
    const isBrokenOff = this.#stopping.signal.aborted && 'answer' in result && result.answer.status === null;
    if (isBrokenOff) this.#unfinished.push(claim);
    else if (result.outcome === 'pause') this.#postponed.push({ claim, until: result.until });
    else {
      const next = this.#nextOf(claim, result, { kind, endedAt });
      if (next !== 'skipped') this.#figures.add(typeof next === 'number' ? 'retried' : next, 1);
      const answer = 'answer' in result ? result.answer : { ...NO_ANSWER, error: result.reason };
      this.#ended.push({ claim, startedAt, durationMs: endedAt - startedAt, answer, next });
    }
  }

  #nextOf(
    claim: ClaimedDelivery,
    result: Exclude<SendResult, { outcome: 'pause' }>,
    { kind, endedAt }: Pick<Attempt, 'kind' | 'endedAt'>,
  ): EndedAttempt['next'] {
    const { log, chance } = this.#options;
    const { outcome } = result;
    if (outcome === 'acknowledged' || outcome === 'skipped') return outcome;
    // Who sends a test looks at its answer, and sends another.
    const schedule = { attempt: claim.attempt, endedAt, chance: chance() };
    const next = claim.isTest || outcome === 'failed' ? null : nextAttemptAt(kind.delaysMs, schedule);
    if (next !== null) return next;
    const { status, error } = result.answer;
    const { id, destination: endpoint } = claim;
    log.warn({ delivery: formatDeliveryId(id), endpoint, status, error }, 'A delivery has failed for good');
    return 'failed';
  }
}

type Attempt = { readonly kind: DestinationKind; readonly startedAt: number; readonly endedAt: number };

function failure(error: string): SendResult {
  return { outcome: 'retry', answer: { ...NO_ANSWER, error } };
}

function isSilent(result: SendResult): boolean {
  return 'answer' in result && isTimeout(result.answer);
}

function isTimeout({ status, error }: ReceiverAnswer): boolean {
  return status === null && error?.startsWith('timeout') === true;
}
