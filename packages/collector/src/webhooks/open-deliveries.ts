import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import type { DeliverySettings } from './delivery-thread.ts';

/** The thread that sends webhooks. It takes its work from the outbox, so nobody need tell it anything. */
export type Deliveries = {
  /** Finish what is under way or give it back, then end the thread. */
  close(): Promise<void>;
};

const RESTART_MS = 1000;

/** A slow receiver, a slow disk and a thread that died delay webhooks only: never an event. */
export function openDeliveries(settings: DeliverySettings, log: Log): Deliveries {
  let closed = false;
  let restart: NodeJS.Timeout | null = null;
  let thread: Worker | null = start();

  function start(): Worker {
    const worker = new Worker(new URL('./delivery-thread.js', import.meta.url), { workerData: settings });
    worker.on('error', (error) => {
      thread = null;
      if (closed) return;
      log.error({ err: error }, 'The thread that sends webhooks died; starting another');
      restart = setTimeout(() => {
        thread = start();
      }, RESTART_MS);
    });
    return worker;
  }

  return {
    async close() {
      closed = true;
      if (restart) clearTimeout(restart);
      if (thread === null) return;
      const ended = new Promise((resolve) => thread?.once('exit', resolve));
      thread.postMessage('close');
      await ended;
    },
  };
}
