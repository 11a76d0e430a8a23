import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { eventStoreContract } from './event-store.contract.ts';
import { openSealingStore, sealed } from './sealing-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

/** The same suite over columns that were stored: late events, repeats and demoted orders withdraw them. */
eventStoreContract('SQLite with all sealed that can be', (place) => openSealingStore(join(folder, place)));

afterAll(() => expect(sealed.most).toBeGreaterThan(1000));
