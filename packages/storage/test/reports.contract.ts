import type { ReportCapabilities } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitySuite } from './contract/activity.ts';
import { againstTheRulesSuite } from './contract/against-the-rules.ts';
import { askersSuite } from './contract/askers.ts';
import { attributionSuite } from './contract/attribution.ts';
import { botsSuite } from './contract/bots.ts';
import { breakdownSuite } from './contract/breakdown.ts';
import { campaignsSuite } from './contract/campaigns.ts';
import { conversionsSuite } from './contract/conversions.ts';
import { countingSuite } from './contract/counting.ts';
import { hashVisitorsSuite } from './contract/hash-visitors.ts';
import { importingSuite } from './contract/importing.ts';
import { journeysSuite } from './contract/journeys.ts';
import { listedEventsSuite } from './contract/listed-events.ts';
import { namedSessionsSuite } from './contract/named-sessions.ts';
import { personsSuite } from './contract/persons.ts';
import { seriesSuite } from './contract/series.ts';
import { stitchedSessionsSuite } from './contract/stitched-sessions.ts';
import type { Stores } from './contract/stores.ts';
import type { EventStores } from './event-stores.ts';

type GivenStores = Pick<Stores, 'open'> &
  Partial<Pick<Stores, 'share'>> & {
    /** Whether the examples are left to `npm run test:whole`, and the rules alone are tried by `npm test`. */
    readonly areExamplesLong?: boolean;
  };

/** What all reports must do, and what those must that promise more. */
export function reportsContract(name: string, promised: ReportCapabilities, given: GivenStores): void {
  const { areExamplesLong = false, ...own } = given;
  describe(`${name} as reports`, () => {
    let store: EventStores;
    const stores: Stores = { shared: () => store, share: 1, ...own };

    beforeAll(async () => {
      store = await stores.open('shared');
    });
    afterAll(() => store.close());

    it('declare what they promise', () => {
      expect(store.reports.capabilities).toEqual(promised);
    });

    describe('by examples', { tags: areExamplesLong ? ['long'] : [] }, () => {
      askersSuite(stores);
      countingSuite(stores);
      seriesSuite(stores);
      breakdownSuite(stores);
      campaignsSuite(stores);
      botsSuite(stores);
      conversionsSuite(stores);
      journeysSuite(stores);
      listedEventsSuite(stores);
      activitySuite(stores);
      if (promised.lateEvents !== 'exact') return;
      namedSessionsSuite(stores);
      stitchedSessionsSuite(stores);
      hashVisitorsSuite(stores);
      attributionSuite(stores);
      importingSuite(stores);
      personsSuite(stores);
    });
    if (promised.lateEvents === 'exact') againstTheRulesSuite(stores);
  });
}
