import type { LedgerCapabilities } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendingSuite } from './contract/appending.ts';
import { idempotencySuite } from './contract/idempotency.ts';
import { ordersSuite } from './contract/orders.ts';
import { removalsSuite } from './contract/removals.ts';
import type { OpenEventStores, Stores } from './contract/stores.ts';
import { upkeepSuite } from './contract/upkeep.ts';
import type { EventStores } from './event-stores.ts';

/** What every ledger must do, and what one must that promises more. */
export function ingestLedgerContract(
  name: string,
  promised: LedgerCapabilities,
  open: OpenEventStores,
): void {
  describe(`${name} as a ledger`, () => {
    let store: EventStores;
    const stores: Stores = { shared: () => store, open, share: 1 };

    beforeAll(async () => {
      store = await open('shared');
    });
    afterAll(() => store.close());

    it('declares what it promises', () => {
      expect(store.ledger.capabilities).toEqual(promised);
    });

    appendingSuite(stores);
    removalsSuite(stores);
    upkeepSuite(stores);
    if (promised.duplicates === 'at_once') {
      idempotencySuite(stores);
      ordersSuite(stores);
    }
  });
}
