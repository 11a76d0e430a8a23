import {
  type ControlStore,
  holdsSealed,
  openControlStore,
  openEventLog,
  openReports,
  type Reports,
  readSetting,
  refuseUnopenable,
  refuseUnwritable,
  SECRET_CANARY,
  type StoreLocation,
  type StoreNews,
} from '@cvq/storage';
import { keptFrom } from './accounts/kept-from.ts';
import { closePart } from './close-part.ts';
import type { Config } from './config.ts';
import { openCityFile } from './geo/open-city-file.ts';
import type { Log } from './log.ts';
import { logStoreNews } from './log-store-news.ts';
import type { InstallationSecret } from './secrets/installation-secret.ts';
import { adoptSecret, proveByCanary } from './secrets/open-secret.ts';

export type OpenStores = {
  readonly location: StoreLocation;
  readonly control: ControlStore;
  readonly reports: Reports;
  readonly secret: InstallationSecret;
  /** Where what writes belongs: it closes after the reports, since a connection that only reads leaves the log as it is. */
  readonly writing: AsyncDisposableStack;
  /** How many ranges of days, and how many rows, the store has compacted and archived since the start. */
  readonly compactedRanges: () => number;
  readonly archivedRows: () => number;
};

type Opening = {
  readonly log: Log;
  readonly now: () => number;
  /** What is opened goes there at once. */
  readonly opened: AsyncDisposableStack;
};

/** The stores that the main thread asks, and the secret, proven to be theirs. */
export async function openStores(config: Config, { log, now, opened }: Opening): Promise<OpenStores> {
  const location = { folder: config.dataFolder, migrate: config.migrate };
  // The writer reads it in its own thread; a bad one must stop the start and not the writer.
  if (config.cityFile !== null) openCityFile(config.cityFile);
  refuseUnwritable(location);
  refuseUnopenable(location);
  proveSecretUnopened(config.secret, location);
  const control = opened.adopt(
    openControlStore(location, (news) => logStoreNews(news, log)),
    closePart,
  );
  const writing = opened.use(new AsyncDisposableStack());
  let compactedRanges = 0;
  let archivedRows = 0;
  const { readers, questionSeconds: deadlineSeconds, reportBytes: memoryBytes, archiveHours } = config;
  const hear = (news: StoreNews) => {
    if (news.kind === 'compacted') {
      compactedRanges += news.days;
      archivedRows += news.rows;
    }
    logStoreNews(news, log);
  };
  const reports = opened.adopt(
    openReports(location, {
      hear,
      readers,
      deadlineSeconds,
      memoryBytes,
      archiveHours,
      keptFrom: (project) => keptFrom({ control, now }, project),
    }),
    closePart,
  );
  const secret = await adoptSecret(config.secret, { control, openEventLog: () => openEventLog(location) });
  return {
    location,
    control,
    reports,
    secret,
    writing,
    compactedRanges: () => compactedRanges,
    archivedRows: () => archivedRows,
  };
}

/**
 * Refuses a secret that is lost or another one before a store is brought to a newer schema, as far as the stores tell without
 * that: the secret of those without a canary is proven once they are open.
 * @throws BadSetting
 */
function proveSecretUnopened(secret: Config['secret'], location: StoreLocation): void {
  proveByCanary(secret, { canary: readSetting(location, SECRET_CANARY), holdsSealed: holdsSealed(location) });
}
