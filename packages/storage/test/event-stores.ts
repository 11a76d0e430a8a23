import { join } from 'node:path';
import { type EventLog, type IngestLedger, openEventLog, openReports, type Reports } from '@cvq/storage';
import { folderWithStores } from '../../../test/builders/folder-with-stores.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { untilFileEnds } from '../../../test/builders/until-file-ends.ts';
// Of the build, as the reports are, whose thread starts from a compiled script.
import { openSqliteIngestLedger } from '../dist/sqlite/ingest-ledger.js';

/** What an engine keeps events with, opened on one place. */
export type EventStores = {
  readonly ledger: IngestLedger;
  readonly log: EventLog;
  readonly reports: Reports;
  close(): Promise<void>;
};

/**
 * Stores in a folder, new ones in one that is empty. What is stored is the same whether a commit waits for the disk;
 * that it does is for sqlite-durability.test.ts.
 */
export function openSqliteEventStores(folder: string): EventStores {
  folderWithStores(folder);
  const location = { folder, migrate: true };
  return closingAll({
    ledger: openSqliteIngestLedger(location, 'unsynced'),
    log: openEventLog(location),
    reports: openReports(location),
  });
}

/** The stores of a test file, in a folder of their own, until the file is done. `file` is the database of events. */
export function eventStoresOfFile() {
  const folder = temporaryFolder();
  const store = openSqliteEventStores(folder);
  untilFileEnds(() => store.close());
  return { folder, file: join(folder, 'events.db'), store };
}

export function closingAll(stores: Omit<EventStores, 'close'>): EventStores {
  return {
    ...stores,
    async close() {
      for (const store of [stores.reports, stores.log, stores.ledger]) await store.close();
    },
  };
}
