import type { Claim, DeliveryQueue } from '@cvq/storage';
import type { Log } from '../log.ts';
import type { AttemptResult, DestinationKind, Destinations } from './destination.ts';
import { FaultLog } from './fault-log.ts';
import { MOST_PLACES, Places } from './places.ts';
import { StoppedDestinations } from './stopped-destinations.ts';

export type DelivererOptions<Claimed extends Claim, Ended> = {
  readonly queue: DeliveryQueue<Claimed, Ended>;
  readonly destinations: Destinations<Claimed, Ended>;
  readonly log: Log;
  /** Epoch milliseconds; tests bring their own clock. */
  readonly now: () => number;
};

const NO_BODIES = { from: Infinity, underWay: 0, most: Infinity };

/**
 * Sends what is outstanding in a queue to destinations of one kind. Nothing that it knows must survive it: all of that
 * is in the queue.
 */
export class Deliverer<Claimed extends Claim, Ended> {
  readonly #options: DelivererOptions<Claimed, Ended>;
  readonly #places = new Places();
  readonly #faults: FaultLog;
  readonly #stopped: StoppedDestinations;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** What is to be written down: how attempts ended, what is sent later, what was broken off. */
  #ended: Ended[] = [];
  #postponed: { readonly claim: Claimed; readonly until: number }[] = [];
  #unfinished: Claimed[] = [];
  #ending = Promise.withResolvers<void>();

  constructor(options: DelivererOptions<Claimed, Ended>) {
    this.#options = options;
    this.#faults = new FaultLog(options.log);
    const { queue, destinations } = options;
    this.#stopped = new StoppedDestinations({ queue, leaseMs: destinations.leaseMs });
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
    const stopped = outstanding.filter(
      ({ destination }) => destinations.find(destination)?.enabled === false,
    );
    const leasesEndAt = await this.#stopped.giveBack(
      stopped.map(({ destination }) => destination),
      at,
    );
    const due = enabled.filter((each) => each.due > 0);
    const places = this.#places.share(due, at).map(({ destination, limit }) => ({
      destination,
      limit: limit * (destinations.find(destination)?.kind.maxBatch ?? 1),
    }));
    if (places.length > 0) {
      const { from, underWay, most } = destinations.largeBodies?.() ?? NO_BODIES;
      const large = { from, room: most - underWay };
      const claims = await queue.claim(places, { now: at, until: at + destinations.leaseMs, large });
      for (const [destination, ofDestination] of Map.groupBy(claims, (claim) => claim.destination))
        this.#startAll(destination, ofDestination);
      // Else large ones wait for the end of those that are under way.
      if (claims.length > 0 || underWay === 0) return at;
    }
    // What is due and has no room begins when an attempt ends, or when one has been under way for so long.
    const times = [...enabled.map(({ dueAt }) => dueAt), ...leasesEndAt].filter((each) => each > at);
    const roomAt = due.length === 0 ? null : this.#places.nextAt(at);
    if (roomAt !== null) times.push(roomAt);
    return times.length === 0 ? null : times.reduce((first, each) => Math.min(first, each));
  }

  #startAll(destination: string, claims: readonly Claimed[]): void {
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
  async #attempt(kind: DestinationKind<Claimed, Ended>, claims: readonly Claimed[]): Promise<void> {
    const { now } = this.#options;
    const startedAt = now();
    const place = this.#places.take((claims[0] as Claimed).destination, startedAt);
    const results = await this.#resultsOf(kind, claims);
    const endedAt = Math.max(now(), startedAt);
    const isSilent = results.some((result) => 'ended' in result && result.isSilent === true);
    this.#places.release(place, { now: endedAt, isSilent });
    for (const [index, claim] of claims.entries()) {
      const result = results[index] ?? { ended: kind.afterError(claim, { startedAt, endedAt }) };
      this.#note(claim, result);
    }
    this.#ending.resolve();
    this.#ending = Promise.withResolvers<void>();
  }

  /** Fewer than there are claims where an error of ours stopped the attempt. */
  async #resultsOf(
    kind: DestinationKind<Claimed, Ended>,
    claims: readonly Claimed[],
  ): Promise<readonly AttemptResult<Ended>[]> {
    const { destination } = claims[0] as Claimed;
    try {
      const results = await kind.attempt(claims, this.#stopping.signal);
      this.#faults.forget(destination);
      return results;
    } catch (error) {
      this.#faults.tell(destination, error);
      return [];
    }
  }

  #note(claim: Claimed, result: AttemptResult<Ended>): void {
    if ('isBrokenOff' in result) this.#unfinished.push(claim);
    else if ('ended' in result) this.#ended.push(result.ended);
    else this.#postponed.push({ claim, until: result.postponedUntil });
  }
}
