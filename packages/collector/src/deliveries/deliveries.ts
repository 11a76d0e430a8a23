import { Worker } from 'node:worker_threads';
import type { ControlStore } from '@cvq/storage';
import type { DeliverySettings } from '../delivery-thread.ts';
import type { Log } from '../log.ts';
import { openAdFigures } from '../metrics/ad-figures.ts';
import { openDeliveryFigures } from '../metrics/delivery-figures.ts';
import { THREAD_NURSERY } from '../thread-nursery.ts';

type Options = {
  /** Whether there is anything to send, or to delete. */
  readonly hasWork: () => Promise<boolean>;
  readonly control: ControlStore;
  readonly log: Log;
};

const RESTART_MS = 1000;

/**
 * The thread that sends deliveries: it takes its work from the outbox. A slow receiver, a slow disk and a thread that
 * died delay deliveries only: never an event. The thread takes 30 MB, so it is there from the first destination on.
 */
export class Deliveries {
  /** How its attempts to deliver webhooks ended. */
  readonly figures = openDeliveryFigures();
  /** What became of its looks at deliveries to ad platforms. */
  readonly adFigures = openAdFigures();
  readonly #settings: DeliverySettings;
  readonly #options: Options;
  readonly #watching: { stop(): void };
  #looked: Promise<void>;
  #isNeeded = false;
  #closed = false;
  #timer: NodeJS.Timeout | null = null;
  #thread: Worker | null = null;
  #lastDeath: string | null = null;

  constructor(settings: Omit<DeliverySettings, 'figures' | 'adFigures'>, options: Options) {
    this.#settings = { ...settings, figures: this.figures.buffer, adFigures: this.adFigures.buffer };
    this.#options = options;
    // A first destination is most often made by a command: nothing is asked until the control store has changed.
    this.#watching = options.control.onChange(() => {
      this.#looked = this.#looked.then(() => this.#look());
    });
    this.#looked = this.#look();
  }

  /** Finish what is under way or give it back, then end the thread. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#watching.stop();
    await this.#looked;
    if (this.#timer) clearTimeout(this.#timer);
    const thread = this.#thread;
    if (thread === null) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('close');
    await ended;
  }

  async #look(): Promise<void> {
    if (this.#closed || this.#isNeeded) return;
    this.#isNeeded = await this.#options.hasWork().catch(() => true);
    if (this.#closed || !this.#isNeeded) return;
    this.#watching.stop();
    this.#start();
  }

  #start(): void {
    const thread = new Worker(new URL('../delivery-thread.bundle.js', import.meta.url), {
      name: 'delivery',
      workerData: this.#settings,
      resourceLimits: THREAD_NURSERY,
    });
    this.#thread = thread;
    thread.on('error', (error) => {
      this.#thread = null;
      if (this.#closed) return;
      // A store that cannot be opened is the same failure each second.
      const text = String(error);
      if (text !== this.#lastDeath)
        this.#options.log.error({ err: error }, 'The thread that sends deliveries died; starting another');
      this.#lastDeath = text;
      this.#timer = setTimeout(() => this.#start(), RESTART_MS);
    });
  }
}
