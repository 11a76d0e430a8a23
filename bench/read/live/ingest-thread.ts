import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { batch, EVENTS_PER_BATCH } from './batches.ts';
import type { IngestOrder, IngestReport } from './live-ingest.ts';
import { sendBatch } from './send-batch.ts';

/** Sends events at a steady rate that waits for no answer, in a thread of its own: who asks beside it does not delay it. */
const { port, key, perSecond } = workerData as { port: number; key: string; perSecond: number };

const target = { port, agent: new Agent({ keepAlive: true, maxSockets: 64 }) };
const every = (1000 * EVENTS_PER_BATCH) / perSecond;
let sent = 0;

parentPort?.on('message', async ({ ms }: IngestOrder) => {
  parentPort?.postMessage(await window(ms));
});

async function window(ms: number): Promise<IngestReport> {
  const latencies: number[] = [];
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  let failures = 0;
  for (let count = 0; count * every < ms; count += 1) {
    const wait = began + count * every - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    underWay.push(
      timed().then((latency) => {
        if (latency === null) failures += 1;
        else latencies.push(latency);
      }),
    );
  }
  await Promise.all(underWay);
  return { latencies, failures };
}

/** Null where the events were not accepted. */
async function timed(): Promise<number | null> {
  const body = batch(key, sent, Date.now());
  sent += 1;
  const began = performance.now();
  const status = await sendBatch(target, body).catch(() => 0);
  return status === 202 ? performance.now() - began : null;
}
