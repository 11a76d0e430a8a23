import { join } from 'node:path';
import { openEventStore } from '@cvq/storage';
import { eventStoreContract } from './event-store.contract.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

eventStoreContract('SQLite', (place) => openEventStore({ folder: join(folder, place), migrate: true }));
