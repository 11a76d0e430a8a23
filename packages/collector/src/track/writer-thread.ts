import { parentPort, workerData } from 'node:worker_threads';
import { AUDIT_LOG_DAYS, DAY_MS, HOUR_MS } from '@cvq/contract/constants';
import {
  collectStartGarbage,
  guardStores,
  openControlStore,
  openIngestLedger,
  packError,
} from '@cvq/storage';
import { openBell } from '../deliveries/bell.ts';
import { openIngestFigures } from '../metrics/ingest-figures.ts';
import { WindowCounters } from '../quotas/limits.ts';
import { answerGroups } from './answer-groups.ts';
import { openEnrichment } from './open-enrichment.ts';
import { cacheProjects } from './projects.ts';
import type { PurgedPart, WriterMessage, WriterNews, WriterSettings } from './writer-channel.ts';

const PURGE_MS = HOUR_MS;

/** Projects that are counted at once. Only known ones are. */
const COUNTED_PROJECTS = 100_000;

const settings = workerData as WriterSettings;
const ledger = openIngestLedger(settings.location, (news) => send({ kind: 'news', news }));
const control = openControlStore(settings.location);
const guard = guardStores(settings.location);
const enrichment = openEnrichment({ ...settings, folder: settings.location.folder, control, now: Date.now });
const deps = {
  ledger,
  guard,
  projects: cacheProjects(control, settings),
  enrichment,
  figures: openIngestFigures(settings.figures),
  bell: openBell(settings.bell),
  browserBytes: new WindowCounters({ limit: settings.projectBytes, names: COUNTED_PROJECTS }),
};

if (parentPort) answerGroups(parentPort, deps, close);

send({ kind: 'started' });
collectStartGarbage();

/** Also at the start: a collector that is started anew each hour must purge as well. */
void purge();
setInterval(purge, PURGE_MS).unref();

async function close(): Promise<void> {
  await ledger.close();
  await control.close();
  process.exit(0);
}

/** Each part by itself: what keeps user data from being deleted must not keep the salts as well. */
async function purge(): Promise<void> {
  const parts: Record<PurgedPart, () => Promise<void>> = {
    'user data': () => ledger.purge(Date.now()),
    salts: () => enrichment.purgeOldSalts(),
    'audit log': () => control.forgetAuditBefore(Date.now() - AUDIT_LOG_DAYS * DAY_MS),
  };
  for (const part of Object.keys(parts) as PurgedPart[]) {
    await parts[part]().then(
      () => send({ kind: 'purged', part, error: null }),
      (error: unknown) => send({ kind: 'purged', part, error: packError(error) }),
    );
  }
}

function send(message: WriterMessage | WriterNews): void {
  parentPort?.postMessage(message);
}
