import { join } from 'node:path';
import { openControlStore } from '@cvq/storage';
import { controlStoreContract } from './control-store.contract.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

controlStoreContract('SQLite', (place) => openControlStore({ folder: join(folder, place), migrate: true }));
