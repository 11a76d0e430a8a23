import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { WHOLE } from '../../../test/builders/whole.ts';
import { archivedRows, openArchivingStores } from './archiving-stores.ts';
import { eventLogContract } from './event-log.contract.ts';
import { HISTORIES } from './histories.ts';
import { ingestLedgerContract } from './ingest-ledger.contract.ts';
import { reportsContract } from './reports.contract.ts';

const folder = temporaryFolder();
const openIn = (name: string) => (place: string) => openArchivingStores(join(folder, name, place));

afterAll(() => {
  // As many as the histories that are tried have, about; and the examples half of them again.
  expect(archivedRows.count).toBeGreaterThan(HISTORIES * (WHOLE ? 40 : 20));
});

/**
 * Whatever is stored, changed or asked meets rows that are archived already, and takes out those that it needs. The examples of
 * reports are those of plain stores: `npm test` tries the rules, which any history may break.
 */
const SQLITE = 'SQLite with all rows archived';
ingestLedgerContract(SQLITE, { durability: 'process_end', duplicates: 'at_once' }, openIn('ledger'));
eventLogContract(SQLITE, 'at_once', openIn('log'));
reportsContract(
  SQLITE,
  { freshness: 'at_once', lateEvents: 'exact' },
  { open: openIn('reports'), share: 0.4, areExamplesLong: true },
);
