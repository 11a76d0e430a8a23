import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { compacted, openCompactingStores } from './compacting-stores.ts';
import { againstTheRulesSuite } from './contract/against-the-rules.ts';
import { attributionSuite } from './contract/attribution.ts';
import { botsSuite } from './contract/bots.ts';
import { conversionsSuite } from './contract/conversions.ts';
import { ordersSuite } from './contract/orders.ts';
import { personsSuite } from './contract/persons.ts';
import { removalsSuite } from './contract/removals.ts';
import type { OpenEventStores, Stores } from './contract/stores.ts';
import type { EventStores } from './event-stores.ts';
import { HISTORIES } from './histories.ts';

const folder = temporaryFolder();
const open: OpenEventStores = (place) => openCompactingStores(join(folder, place));

/** The rules over columns that were stored: late events, repeats and demoted orders withdraw them. */
describe('SQLite with all compacted and archived that can be', () => {
  let store: EventStores;
  const share = 0.6;
  const stores: Stores = { shared: () => store, open, share };
  beforeAll(async () => {
    store = await open('shared');
  });
  afterAll(async () => {
    // As many histories as are tried store so many days.
    expect(compacted.most).toBeGreaterThan((1000 / 150) * HISTORIES * share);
    await store.close();
  });

  attributionSuite(stores);
  botsSuite(stores);
  conversionsSuite({ ...stores, share: 1 });
  ordersSuite(stores);
  personsSuite(stores);
  removalsSuite(stores);
  againstTheRulesSuite(stores);
});
