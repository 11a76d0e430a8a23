import type { Freshness } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readingBackSuite } from './contract/reading-back.ts';
import type { OpenEventStores, Stores } from './contract/stores.ts';
import type { EventStores } from './event-stores.ts';

/** What every event log must do. */
export function eventLogContract(name: string, promised: Freshness, open: OpenEventStores): void {
  describe(`${name} as an event log`, () => {
    let store: EventStores;
    const stores: Stores = { shared: () => store, open, share: 1 };

    beforeAll(async () => {
      store = await open('shared');
    });
    afterAll(() => store.close());

    it('declares how fresh it is', () => {
      expect(store.log.freshness).toEqual(promised);
    });

    readingBackSuite(stores);

    it('finds nothing wrong with itself', async () => {
      expect((await store.log.check()).problems).toEqual([]);
    });
  });
}
