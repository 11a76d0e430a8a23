import type { Log } from '../log.ts';
import type { Bell } from './bell.ts';
import type { Deliverer } from './deliverer.ts';
import type { Upkeep } from './upkeep.ts';

type LoopOptions = {
  readonly deliverer: Deliverer;
  readonly upkeep: Upkeep;
  readonly log: Log;
  readonly now: () => number;
  /** Rung by the writer after a commit that may have added deliveries. */
  readonly bell: Pick<Bell, 'heard'>;
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
 * Turns of a deliverer until it is stopped, with the upkeep of the outbox between them. It sleeps until something is
 * due, an attempt ends, or another thread or process has written. Meanwhile it asks nothing.
 */
export class DeliveryLoop {
  readonly #options: LoopOptions;
  readonly #stopWatching: () => void;
  readonly #ended: Promise<void>;
  #stopped = false;
  #isAwake = true;
  #awake = Promise.withResolvers<void>();
  #isFailing = false;

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
    await this.#options.deliverer.stop(graceMs);
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
    await Promise.race([this.#awake.promise, this.#options.deliverer.ended()]);
    clearTimeout(timer);
  }

  /** How long there is nothing to do, unless something wakes it. */
  async #turn(): Promise<number> {
    const { deliverer, upkeep, log, now } = this.#options;
    try {
      const isGrowing = deliverer.hasEnded();
      const nextAt = await deliverer.turn();
      const upkeepAt = await upkeep.run(now(), isGrowing);
      if (this.#isFailing) log.info('Webhooks can be delivered again');
      this.#isFailing = false;
      return Math.min(nextAt ?? Infinity, upkeepAt) - now();
    } catch (error) {
      // A store that fails does so at each turn: it is logged when it begins and when it ends.
      if (!this.#isFailing)
        log.error({ err: error }, 'Webhooks cannot be delivered at the moment; nothing is lost');
      this.#isFailing = true;
      await new Promise((resolve) => setTimeout(resolve, AFTER_FAILURE_MS));
      return 0;
    }
  }
}
