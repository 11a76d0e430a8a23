import type { EventStore } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitySuite } from './contract/activity.ts';
import { againstTheRulesSuite } from './contract/against-the-rules.ts';
import { appendingSuite } from './contract/appending.ts';
import { attributionSuite } from './contract/attribution.ts';
import { botsSuite } from './contract/bots.ts';
import { breakdownSuite } from './contract/breakdown.ts';
import { conversionsSuite } from './contract/conversions.ts';
import { countingSuite } from './contract/counting.ts';
import { hashVisitorsSuite } from './contract/hash-visitors.ts';
import { idempotencySuite } from './contract/idempotency.ts';
import { namedSessionsSuite } from './contract/named-sessions.ts';
import { ordersSuite } from './contract/orders.ts';
import { readingBackSuite } from './contract/reading-back.ts';
import { removalsSuite } from './contract/removals.ts';
import { seriesSuite } from './contract/series.ts';
import { stitchedSessionsSuite } from './contract/stitched-sessions.ts';
import type { OpenEventStore, Stores } from './contract/stores.ts';
import { upkeepSuite } from './contract/upkeep.ts';

/** What every adapter of EventStore must do. */
export function eventStoreContract(name: string, open: OpenEventStore): void {
  describe(`${name} as an event store`, () => {
    let store: EventStore;
    const stores: Stores = { shared: () => store, open };

    beforeAll(async () => {
      store = await open('shared');
    });
    afterAll(() => store.close());

    appendingSuite(stores);
    idempotencySuite(stores);
    countingSuite(stores);
    ordersSuite(stores);
    removalsSuite(stores);
    namedSessionsSuite(stores);
    stitchedSessionsSuite(stores);
    hashVisitorsSuite(stores);
    seriesSuite(stores);
    breakdownSuite(stores);
    attributionSuite(stores);
    botsSuite(stores);
    conversionsSuite(stores);
    activitySuite(stores);
    readingBackSuite(stores);
    upkeepSuite(stores);
    againstTheRulesSuite(stores);

    it('finds nothing wrong with itself', async () => {
      expect((await store.check()).problems).toEqual([]);
    });
  });
}
