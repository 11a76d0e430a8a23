import {
  type ControlStore,
  openControlStore,
  openEventLog,
  openReports,
  type Reports,
  refuseUnwritable,
  type StoreLocation,
  type StoreNews,
} from '@cvq/storage';
import { keptFrom } from './accounts/kept-from.ts';
import type { Config } from './config.ts';
import { openCityFile } from './geo/open-city-file.ts';
import type { Log } from './log.ts';
import { logStoreNews } from './log-store-news.ts';
import type { InstallationSecret } from './secrets/installation-secret.ts';
import { takeUpSecret } from './secrets/open-secret.ts';

export type OpenStores = {
  readonly location: StoreLocation;
  readonly control: ControlStore;
  readonly reports: Reports;
  readonly secret: InstallationSecret;
  /** How many ranges of days, and how many rows, the store has compacted and archived since the start. */
  readonly compactedRanges: () => number;
  readonly archivedRows: () => number;
};

/** The stores that the main thread asks, and the secret, proven to be theirs. */
export async function openStores(
  config: Config,
  { log, now }: { readonly log: Log; readonly now: () => number },
): Promise<OpenStores> {
  const location = { folder: config.dataFolder, migrate: config.migrate };
  // The writer reads it in its own thread; a bad one must stop the start and not the writer.
  if (config.cityFile !== null) openCityFile(config.cityFile);
  refuseUnwritable(location);
  const control = openControlStore(location, (news) => logStoreNews(news, log));
  let reports: Reports | null = null;
  let compactedRanges = 0;
  let archivedRows = 0;
  try {
    const { readers, questionSeconds: deadlineSeconds, reportBytes: memoryBytes, archiveHours } = config;
    const hear = (news: StoreNews) => {
      if (news.kind === 'compacted') {
        compactedRanges += news.days;
        archivedRows += news.rows;
      }
      logStoreNews(news, log);
    };
    reports = openReports(location, {
      ...{ hear, readers, deadlineSeconds, memoryBytes, archiveHours },
      keptFrom: (project) => keptFrom({ control, now }, project),
    });
    const stores = { control, openEventLog: () => openEventLog(location) };
    const secret = await takeUpSecret(config.secret, stores);
    return {
      location,
      control,
      reports,
      secret,
      compactedRanges: () => compactedRanges,
      archivedRows: () => archivedRows,
    };
  } catch (error) {
    await reports?.close();
    await control.close();
    throw error;
  }
}
