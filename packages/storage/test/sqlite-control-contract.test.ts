import { join } from 'node:path';
import { openControlStore } from '@cvq/storage';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { controlStoreContract } from './control-store.contract.ts';

const folder = temporaryFolder();

controlStoreContract('SQLite', (place) => openControlStore({ folder: join(folder, place), migrate: true }));
