import type { ControlStore } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessSuite } from './contract/control/access.ts';
import { agenciesSuite } from './contract/control/agencies.ts';
import { annotationsAndSegmentsSuite } from './contract/control/annotations-and-segments.ts';
import { auditLogSuite } from './contract/control/audit-log.ts';
import { changesSuite } from './contract/control/changes.ts';
import { erasureRequestsSuite } from './contract/control/erasure-requests.ts';
import { grantsSuite } from './contract/control/grants.ts';
import { integrationsSuite } from './contract/control/integrations.ts';
import { keyLimitsSuite } from './contract/control/key-limits.ts';
import { peopleSuite } from './contract/control/people.ts';
import { reachSuite } from './contract/control/reach.ts';
import { spendSuite } from './contract/control/spend.ts';
import type { ControlStores, OpenControlStore } from './contract/control/stores.ts';
import { usageSuite } from './contract/control/usage.ts';
import { webhooksSuite } from './contract/control/webhooks.ts';

/** What every adapter of ControlStore must do. */
export function controlStoreContract(name: string, open: OpenControlStore): void {
  describe(`${name} as a control store`, () => {
    let store: ControlStore;
    const stores: ControlStores = { shared: () => store, beside: () => open('shared') };

    beforeAll(() => {
      store = open('shared');
    });
    afterAll(() => store.close());

    peopleSuite(stores);
    agenciesSuite(stores);
    keyLimitsSuite(stores);
    reachSuite(stores);
    usageSuite(stores);
    changesSuite(stores);
    webhooksSuite(stores);
    integrationsSuite(stores);
    spendSuite(stores);
    accessSuite(stores);
    annotationsAndSegmentsSuite(stores);
    grantsSuite(stores);
    auditLogSuite(stores);
    erasureRequestsSuite(stores);

    it('finds nothing wrong with itself', async () => {
      expect((await store.check()).problems).toEqual([]);
    });
  });
}
