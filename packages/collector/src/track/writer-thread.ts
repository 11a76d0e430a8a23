import { parentPort, workerData } from 'node:worker_threads';
import { HOUR_MS } from '@cvq/contract/constants';
import {
  openControlStore,
  openEventStore,
  type PackedError,
  packError,
  type StoreLocation,
} from '@cvq/storage';
import { openBell } from '../deliveries/bell.ts';
import { openIngestFigures } from '../metrics/ingest-figures.ts';
import { createWindowCounters } from '../quotas/limits.ts';
import { rememberEndpoints } from '../webhooks/endpoints.ts';
import { ingestGroup } from './ingest-group.ts';
import { openEnrichment } from './open-enrichment.ts';
import { cacheProjects } from './projects.ts';
import type { Reply } from './track-request.ts';
import { type PackedGroup, type PackedReplies, packReplies, unpackGroup } from './writer-channel.ts';

export type WriterSettings = {
  readonly location: StoreLocation;
  readonly secret: string;
  /** A file in MaxMind's format with regions and cities, when one is configured. */
  readonly cityFile: string | null;
  /** Bytes that a project may get from browsers in a minute; 0 for any number. */
  readonly projectBytes: number;
  /** Where the thread counts what it did: the memory of `openIngestFigures`. */
  readonly figures: SharedArrayBuffer;
  /** Wakes the thread that sends webhooks: the memory of `openBell`. */
  readonly bell: SharedArrayBuffer;
};

export type GroupReply = PackedReplies | { readonly failure: PackedError };
/** What the writer tells besides its replies. */
export type WriterNews =
  | 'started'
  | { readonly purged: PurgedPart }
  | { readonly notPurged: PurgedPart; readonly failure: PackedError };

/** What is deleted when its time is over. */
export type PurgedPart = 'user data' | 'salts';

const PURGE_MS = HOUR_MS;

/** Projects that are counted at once. Only known ones are. */
const COUNTED_PROJECTS = 100_000;

const settings = workerData as WriterSettings;
const events = openEventStore(settings.location);
const control = openControlStore(settings.location);
const enrichment = openEnrichment({ ...settings, folder: settings.location.folder, control, now: Date.now });
const deps = {
  events,
  projects: cacheProjects(control),
  endpoints: rememberEndpoints(control),
  enrichment,
  figures: openIngestFigures(settings.figures),
  bell: openBell(settings.bell),
  browserBytes: createWindowCounters({ limit: settings.projectBytes || Infinity, names: COUNTED_PROJECTS }),
};

parentPort?.on('message', async (message: PackedGroup | 'close') => {
  if (message === 'close') {
    await events.close();
    await control.close();
    process.exit(0);
  }
  parentPort?.postMessage(await attempt(() => track(message)));
});

tell('started');

/** Also at the start: a collector that is started anew each hour must forget as well. */
void purge();
setInterval(purge, PURGE_MS).unref();

/** Each part by itself: what keeps user data from being forgotten must not keep the salts as well. */
async function purge(): Promise<void> {
  const parts: Record<PurgedPart, () => Promise<void>> = {
    'user data': () => events.purge(Date.now()),
    salts: () => enrichment.purgeOldSalts(),
  };
  for (const part of Object.keys(parts) as PurgedPart[]) {
    await parts[part]().then(
      () => tell({ purged: part }),
      (error: unknown) => tell({ notPurged: part, failure: packError(error) }),
    );
  }
}

function tell(news: WriterNews): void {
  parentPort?.postMessage(news);
}

async function track(group: PackedGroup): Promise<readonly Reply[]> {
  if (group.ends.length > 0) return ingestGroup(unpackGroup(group), deps);
  await events.probe();
  return [];
}

async function attempt(work: () => Promise<readonly Reply[] | undefined>): Promise<GroupReply> {
  try {
    return packReplies((await work()) ?? []);
  } catch (error) {
    return { failure: packError(error) };
  }
}
