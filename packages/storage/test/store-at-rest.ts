import { join } from 'node:path';
import { afterAll } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { DayCompactor } from '../src/sqlite/compaction/day-compactor.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForCompacting, openForReading } from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { EVER } from './contract/stores.ts';

/**
 * A store for a whole file of tests, whose days are stored as columns when a test says so. The engine keeps what it
 * worked out of days for all that is asked of it.
 */
export function openStoreAtRest() {
  const folder = temporaryFolder();
  const file = join(folder, 'events.db');
  const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
  const [reading, compacting] = [openForReading(file), openForCompacting(file)];
  const compactor = new DayCompactor(compacting, { rest: { afterMs: 0, againMs: 0 }, clock: () => EVER.to });
  afterAll(async () => {
    for (const connection of [reading, compacting]) connection.close();
    await ledger.close();
  });
  return { file, ledger, compactor, engine: new ReportEngine(reading) };
}
