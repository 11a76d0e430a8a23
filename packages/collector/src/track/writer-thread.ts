import { parentPort, workerData } from 'node:worker_threads';
import { openControlStore, openEventStore, type StoreLocation } from '@cvq/storage';
import { rememberEndpoints } from '../webhooks/endpoints.ts';
import type { Delivery, Reply } from './delivery.ts';
import { rememberProjects } from './find-project.ts';
import { openEnrichment } from './open-enrichment.ts';
import { trackDeliveries } from './track-deliveries.ts';

export type WriterSettings = {
  readonly location: StoreLocation;
  readonly secret: string;
  /** A file in MaxMind's format with regions and cities, when one is configured. */
  readonly cityFile: string | null;
};

/** A group of deliveries; their bodies lie one behind the other in `bytes`. Without any it is a probe. */
export type GroupRequest = {
  /** JSON of the deliveries without their bodies: one text crosses threads at a fraction of the cost of objects. */
  readonly heads: string;
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
};
/** `replies` is the JSON of `Reply[]`, in the order of the deliveries. */
export type GroupReply = { readonly replies: string } | { readonly failure: string };

const PURGE_MS = 3_600_000;

const settings = workerData as WriterSettings;
const events = openEventStore(settings.location);
const control = openControlStore(settings.location);
const enrichment = openEnrichment({ ...settings, folder: settings.location.folder, control, now: Date.now });
const deps = {
  events,
  projects: rememberProjects(control),
  endpoints: rememberEndpoints(control),
  enrichment,
};

parentPort?.on('message', async (message: GroupRequest | 'close') => {
  if (message === 'close') {
    await events.close();
    await control.close();
    process.exit(0);
  }
  parentPort?.postMessage(await attempt(() => track(message)));
});

parentPort?.postMessage('started');

/** Also at the start: a collector that is started anew each hour must forget as well. */
void forget();
setInterval(forget, PURGE_MS).unref();

function forget(): Promise<GroupReply> {
  return attempt(async () => {
    await events.purge(Date.now());
    await enrichment.forgetOldSalts();
  });
}

async function track(group: GroupRequest): Promise<readonly Reply[]> {
  if (group.ends.length > 0) return trackDeliveries(unpack(group), deps);
  await events.probe();
  return [];
}

async function attempt(work: () => Promise<readonly Reply[] | undefined>): Promise<GroupReply> {
  try {
    return { replies: JSON.stringify((await work()) ?? []) };
  } catch (error) {
    return { failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function unpack({ heads, ends, bytes }: GroupRequest): Delivery[] {
  return (JSON.parse(heads) as Omit<Delivery, 'body'>[]).map((delivery, index) => ({
    ...delivery,
    body: bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]),
  }));
}
