import { join } from 'node:path';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { eventLogContract } from './event-log.contract.ts';
import { openSqliteEventStores } from './event-stores.ts';
import { ingestLedgerContract } from './ingest-ledger.contract.ts';
import { reportsContract } from './reports.contract.ts';

const folder = temporaryFolder();
const openIn = (name: string) => (place: string) => openSqliteEventStores(join(folder, name, place));

ingestLedgerContract('SQLite', { durability: 'process_end', duplicates: 'at_once' }, openIn('ledger'));
eventLogContract('SQLite', 'at_once', openIn('log'));
reportsContract('SQLite', { freshness: 'at_once', lateEvents: 'exact' }, { open: openIn('reports') });
