import { Worker } from 'node:worker_threads';
import type { ControlStore } from '@cvq/storage';
import type { DeliverySettings } from '../delivery-thread.ts';
import type { Log } from '../log.ts';
import { type DeliveryFigures, openDeliveryFigures } from '../metrics/delivery-figures.ts';

/** The thread that sends webhooks. It takes its work from the outbox. */
export type Deliveries = {
  /** How its attempts ended. */
  readonly figures: DeliveryFigures;
  /** Finish what is under way or give it back, then end the thread. */
  close(): Promise<void>;
};

type OpenOptions = {
  /** Whether there is anything to send, or to delete. */
  readonly hasWork: () => Promise<boolean>;
  readonly control: ControlStore;
  readonly log: Log;
};

const RESTART_MS = 1000;

/**
 * A slow receiver, a slow disk and a thread that died delay webhooks only: never an event. The thread takes 30 MB, so
 * it is there from the first endpoint on.
 */
export function openDeliveries(
  settings: Omit<DeliverySettings, 'figures'>,
  { hasWork, control, log }: OpenOptions,
): Deliveries {
  const figures = openDeliveryFigures();
  let closed = false;
  let isNeeded = false;
  let timer: NodeJS.Timeout | null = null;
  let thread: Worker | null = null;

  /** A first endpoint is most often made by a command: nothing is asked until the control store has changed. */
  const watching = control.onChange(() => {
    looked = looked.then(look);
  });

  async function look(): Promise<void> {
    if (closed || isNeeded) return;
    isNeeded = await hasWork().catch(() => true);
    if (closed || !isNeeded) return;
    watching.stop();
    thread = start();
  }

  function start(): Worker {
    const worker = new Worker(new URL('../delivery-thread.js', import.meta.url), {
      workerData: { ...settings, figures: figures.buffer } satisfies DeliverySettings,
    });
    worker.on('error', (error) => {
      thread = null;
      if (closed) return;
      log.error({ err: error }, 'The thread that sends webhooks died; starting another');
      timer = setTimeout(() => {
        thread = start();
      }, RESTART_MS);
    });
    return worker;
  }

  let looked = look();
  return {
    figures,
    async close() {
      closed = true;
      watching.stop();
      await looked;
      if (timer) clearTimeout(timer);
      if (thread === null) return;
      const ended = new Promise((resolve) => thread?.once('exit', resolve));
      thread.postMessage('close');
      await ended;
    },
  };
}
