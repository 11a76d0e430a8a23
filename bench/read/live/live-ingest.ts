import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type IngestOrder = { readonly ms: number };
/** Milliseconds that requests took, from when each was sent to its answer, and how many were not accepted. */
export type IngestReport = { readonly latencies: readonly number[]; readonly failures: number };

/** A site that sends so many events a second, whenever it is told to. */
export class LiveIngest {
  readonly #thread: Worker;

  constructor(given: { readonly port: number; readonly key: string; readonly perSecond: number }) {
    this.#thread = new Worker(new URL('./ingest-thread.ts', import.meta.url), { workerData: given });
  }

  async run(ms: number): Promise<IngestReport> {
    this.#thread.postMessage({ ms } satisfies IngestOrder);
    const [report] = (await once(this.#thread, 'message')) as [IngestReport];
    return report;
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}
