import { AD_PLATFORMS, type AdDeliveryState, type AdPlatform } from '@cvq/contract';
import { HOUR_MS } from '@cvq/contract/constants';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault, FaultMeaning } from '../../../../examples/mock-ad-platforms/fault.ts';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { inTurn } from '../../../../test/builders/whole.ts';
import type { Credentials } from '../../src/ad-platforms/adapter.ts';
import { openAdapters } from '../../src/ad-platforms/open-adapters.ts';
import { ADA, HOLD, openAdWorkshop } from './ad-workshop.ts';
import { apisAt } from './apis-at.ts';

const mock = await startMockAdPlatforms();
afterAll(() => mock.close());
beforeEach(() => mock.reset());

const { google, meta, microsoft } = mock.accounts;
const CONNECTED = {
  google_ads: { account: google.account, loginAccount: null, actions: { purchase: '7001' } },
  meta_ads: { account: meta.dataset, loginAccount: null, actions: { purchase: 'Purchase' } },
  microsoft_ads: {
    ...{ account: microsoft.account, loginAccount: microsoft.customer, actions: { purchase: 'Purchase' } },
  },
} as const;
const credentialsOf = (platform: AdPlatform) =>
  mock.credentials(
    ({ google_ads: 'google-service-account', meta_ads: 'meta', microsoft_ads: 'microsoft' } as const)[
      platform
    ],
  ) as Credentials;

/** What a delivery may be once the platform has said its last word: a field that is refused may have been left out. */
const ENDS: Readonly<Record<FaultMeaning, readonly AdDeliveryState[]>> = {
  transient: ['delivered', 'duplicate'],
  send_again: ['delivered', 'duplicate'],
  throttled: ['delivered'],
  too_early: ['delivered'],
  // The token is asked for once more; a login that is gone stays so.
  auth: ['delivered', 'blocked'],
  config: ['blocked'],
  invalid: ['delivered', 'rejected'],
  expired: ['expired'],
  duplicate: ['duplicate', 'delivered'],
  // Sent once, it is another's.
  same_click: ['rejected'],
  processing: ['delivered', 'accepted'],
  delivered: ['delivered'],
  unknown: ['delivered'],
};

/** One that hangs takes ten seconds of real time: an adapter's own test waits for it. Those of spend meet no conversion. */
const isQuick = ([, { connection, purpose }]: [string, Fault]) =>
  connection !== 'hang' && purpose !== 'spend';

/** Of faults that mean the same, every third, and at least one. */
const someOf = (faults: [string, Fault][]) =>
  [...Map.groupBy(faults, ([, { means }]) => means).values()].flatMap((alike) => inTurn(alike, 0, 3));

describe.each(AD_PLATFORMS)('%s, spoken to by its adapter,', (platform) => {
  it.each(someOf(Object.entries(mock.faults()[platform] ?? {}).filter(isQuick)))(
    'that fails once as %s',
    async (fault, { means }) => {
      const adapters = openAdapters(apisAt(mock.address), Date.now);
      const shop = await openAdWorkshop({ adapters, startsAt: Date.now() });
      await shop.connect(platform, CONNECTED[platform], credentialsOf(platform));
      mock.fail({ platform, fault });
      const sale = await shop.sell({
        clickIds: { gclid: 'Cj0KCQ', fbclid: 'IwAR0', msclkid: 'c'.repeat(32) },
      });
      const started = shop.clock.now;
      for (let due: number | null = started + HOLD; due !== null; ) {
        mock.advance(Math.max(0, due - shop.clock.now));
        await shop.deliverAt(Math.max(due, shop.clock.now));
        due = (await shop.delivery(sale)).nextAttemptAt;
        if (shop.clock.now > started + 100 * HOUR_MS) break;
      }
      const delivery = await shop.delivery(sale);
      const attempts = await shop.attempts(sale);
      expect(ENDS[means], JSON.stringify([delivery, attempts])).toContain(delivery.state);
      const counted = mock.state()[platform].conversions.length;
      const isCounted = ['delivered', 'duplicate', 'unmatched'].includes(delivery.state);
      if (isCounted && !['duplicate', 'same_click'].includes(means)) expect(counted).toBe(1);
      expect(counted).toBeLessThanOrEqual(1);
      // Names that chance has given may be those of people.
      const kept = JSON.stringify([attempts, shop.lines]).replaceAll(shop.project, '');
      for (const secret of [...mock.secrets(), ...Object.values(ADA)]) expect(kept).not.toContain(secret);
    },
  );
});

it('a conversion for a goal that Microsoft does not have waits, and is sent once its type is mapped to one', async () => {
  const shop = await openAdWorkshop({ adapters: openAdapters(apisAt(mock.address)), startsAt: Date.now() });
  const { id } = await shop.connect(
    'microsoft_ads',
    { ...CONNECTED.microsoft_ads, actions: { purchase: 'No such goal' } },
    credentialsOf('microsoft_ads'),
  );
  const sale = await shop.sell({ clickIds: { msclkid: 'c'.repeat(32) } });
  await shop.deliverAt(shop.clock.now + HOLD);
  expect(await shop.delivery(sale)).toMatchObject({
    ...{ state: 'blocked', reason: 'GoalNotFoundOrInactive', attempts: 1 },
    lastAttempt: {
      message: expect.stringMatching(/^Nothing was sent for the goal No such goal\. .* There are: /),
    },
  });
  expect(shop.lines).toMatchObject([{ level: 40, integration: id, code: 'GoalNotFoundOrInactive' }]);
  expect(mock.state().microsoft_ads.requests.send, 'nothing was sent').toBe(0);

  await shop.control.changeIntegration(id, { actions: { purchase: 'Purchase' } });
  await shop.queue.resume(id, shop.clock.now);
  await shop.deliverAt(shop.clock.now);
  expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered', attempts: 2 });
  expect(mock.state().microsoft_ads.conversions).toMatchObject([{ action: 'Purchase' }]);
});
