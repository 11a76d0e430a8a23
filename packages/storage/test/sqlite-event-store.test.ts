import { join } from 'node:path';
// Built, since its reports run in a thread of their own, which starts from a compiled script.
import { openSqliteEventStore } from '../dist/sqlite/event-store.js';
import { eventStoreContract } from './event-store.contract.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

// What is stored is the same whether a commit waits for the disk; that it does is for sqlite-durability.test.ts.
eventStoreContract('SQLite', (place) =>
  openSqliteEventStore({ folder: join(folder, place), migrate: true }, () => {}, 'unsynced'),
);
