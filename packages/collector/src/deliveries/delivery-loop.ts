import type { Log } from '../log.ts';
import type { Bell } from './bell.ts';
import type { Deliverer } from './deliverer.ts';

/** What is done for one kind of destination. */
export type DeliveryWork = {
  readonly deliverer: Pick<Deliverer<never, never>, 'turn' | 'ended' | 'hasEnded' | 'stop'>;
  readonly upkeep: Upkeep;
};

/** What is done beside sending, such as keeping a log small. */
export type Upkeep = {
  /** Do what is due. When to come again, in epoch milliseconds. `isGrowing`: attempts were written down since. */
  run(now: number, isGrowing: boolean): Promise<number>;
};

type LoopOptions = {
  readonly work: readonly DeliveryWork[];
  readonly log: Log;
  readonly now: () => number;
  /** Rung by the writer after a commit that may have added deliveries. */
  readonly bell: Pick<Bell, 'heard' | 'takeDue'>;
  /** Calls what it is given when another process may have changed something; returns how to stop that. */
  readonly watch: (heard: () => void) => () => void;
};

/**
 * From the beginning of a turn to that of the next. Under load the attempts that have ended meanwhile are written down
 * in one commit, and what many commits added is looked for once.
 */
const BETWEEN_TURNS_MS = 25;
const AFTER_FAILURE_MS = 1000;

/**
 * Turns of the deliverers until they are stopped, with the upkeep of the outbox between them. It sleeps until something
 * is due, an attempt ends, or another thread or process has written. Meanwhile it asks nothing.
 */
export class DeliveryLoop {
  readonly #options: LoopOptions;
  readonly #stopWatching: () => void;
  readonly #ended: Promise<void>;
  #stopped = false;
  #isAwake = true;
  #awake = Promise.withResolvers<void>();
  #isFailing = false;
  /** Those whose next ending is waited for. */
  readonly #awaited = new Set<DeliveryWork['deliverer']>();

  /** Begins at once. */
  constructor(options: LoopOptions) {
    this.#options = options;
    this.#stopWatching = options.watch(() => this.#wake());
    void this.#listen();
    this.#ended = this.#loop();
  }

  /** Begin nothing more; resolves when everything is written down or given back. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#stopWatching();
    this.#wake();
    await this.#ended;
    await Promise.all(this.#options.work.map(({ deliverer }) => deliverer.stop(graceMs)));
  }

  #wake(): void {
    this.#isAwake = true;
    this.#awake.resolve();
  }

  async #listen(): Promise<void> {
    while (!this.#stopped) {
      await this.#options.bell.heard();
      this.#wake();
    }
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      this.#isAwake = false;
      this.#awake = Promise.withResolvers();
      const beganAt = performance.now();
      const pause = await this.#turn();
      if (!this.#isAwake && pause > 0) await this.#rest(pause);
      const early = BETWEEN_TURNS_MS - (performance.now() - beganAt);
      if (early > 0 && !this.#stopped) await new Promise((resolve) => setTimeout(resolve, early));
    }
  }

  async #rest(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#wake(), ms);
    for (const { deliverer } of this.#options.work) this.#wakeAfter(deliverer);
    await this.#awake.promise;
    clearTimeout(timer);
  }

  /**
   * Once an attempt has ended. Waited for once: a promise keeps whoever waits until it is settled, and one may have
   * nothing to send for ever.
   */
  #wakeAfter(deliverer: DeliveryWork['deliverer']): void {
    if (this.#awaited.has(deliverer)) return;
    this.#awaited.add(deliverer);
    void deliverer.ended().then(() => {
      this.#awaited.delete(deliverer);
      this.#wake();
    });
  }

  /** How long there is nothing to do, unless something wakes it. */
  async #turn(): Promise<number> {
    const { work, log, now, bell } = this.#options;
    // Before the look: what is added during it rings again.
    let nextAt = bell.takeDue(now()) ?? Infinity;
    const failures: unknown[] = [];
    for (const each of work) {
      try {
        nextAt = Math.min(nextAt, await this.#turnOf(each));
      } catch (error) {
        // What fails for one kind of destination does not stop the other.
        failures.push(error);
      }
    }
    // A store that fails does so at each turn: it is logged when it begins and when it ends.
    if (!this.#isFailing)
      for (const err of failures)
        log.error({ err }, 'Deliveries cannot be made at the moment; nothing is lost');
    if (failures.length === 0 && this.#isFailing) log.info('Deliveries can be made again');
    this.#isFailing = failures.length > 0;
    if (!this.#isFailing) return nextAt - now();
    await new Promise((resolve) => setTimeout(resolve, AFTER_FAILURE_MS));
    return 0;
  }

  /** When to come again, in epoch milliseconds. */
  async #turnOf({ deliverer, upkeep }: DeliveryWork): Promise<number> {
    const isGrowing = deliverer.hasEnded();
    const nextAt = await deliverer.turn();
    return Math.min(nextAt ?? Infinity, await upkeep.run(this.#options.now(), isGrowing));
  }
}
