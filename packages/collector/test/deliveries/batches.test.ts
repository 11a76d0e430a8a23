import type { ClaimedDelivery } from '@cvq/storage';
import { expect, it } from 'vitest';
import { Deliverer } from '../../src/deliveries/deliverer.ts';
import type { DestinationKind, SendResult } from '../../src/deliveries/destination.ts';
import { createLog } from '../../src/log.ts';
import { openWorkshop } from '../webhooks/workshop.ts';

const answer = { status: 200, error: null, headers: null, body: null };
const ACKNOWLEDGED: SendResult = { outcome: 'acknowledged', answer };

/** An outbox with seven deliveries, and a deliverer that sends them to a destination of the test. */
async function openOutbox(kind: Partial<DestinationKind<ClaimedDelivery>>) {
  const shop = await openWorkshop();
  await shop.addEndpoint('http://127.0.0.1:1999/');
  for (let index = 0; index < 7; index += 1) await shop.buy();
  const whole: DestinationKind<ClaimedDelivery> = {
    delaysMs: [0, 60_000],
    maxBatch: 3,
    prepare: async (claims) => claims.map((claim) => ({ send: claim })),
    send: async (batch) => batch.map(() => ACKNOWLEDGED),
    ...kind,
  };
  const { queue, now } = shop;
  const deliverer = new Deliverer({
    ...{ queue, now, log: createLog('silent'), chance: () => 0 },
    destinations: { refresh: async () => {}, find: () => ({ enabled: true, kind: whole }) },
  });
  const statesOf = async () => (await shop.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`);
  return { shop, deliverer, statesOf };
}

it('deliveries go together in one request up to what the destination takes, the oldest first', async () => {
  const batches: number[][] = [];
  const { shop, deliverer, statesOf } = await openOutbox({
    async send(batch) {
      batches.push(batch.map(({ id }) => id));
      return batch.map(() => ACKNOWLEDGED);
    },
  });
  await deliverer.deliverDue();
  expect(batches.map((batch) => batch.length)).toEqual([3, 3, 1]);
  expect(batches.flat()).toEqual((await shop.deliveries()).map(({ id }) => id));
  expect(new Set(await statesOf())).toEqual(new Set(['acknowledged 1']));
});

it('what a destination does not want is cancelled, is no attempt, and is not sent', async () => {
  const sent: number[] = [];
  const { deliverer, statesOf } = await openOutbox({
    prepare: async (claims) =>
      claims.map((claim) =>
        claim.id % 2 === 0
          ? { send: claim }
          : { result: { outcome: 'skipped', reason: 'The visitor has not consented' } },
      ),
    async send(batch) {
      sent.push(...batch.map(({ id }) => id));
      return batch.map(() => ACKNOWLEDGED);
    },
  });
  await deliverer.deliverDue();
  expect(sent.every((id) => id % 2 === 0)).toBe(true);
  expect((await statesOf()).filter((state) => state === 'cancelled 0')).toHaveLength(7 - sent.length);
  expect((await statesOf()).filter((state) => state === 'acknowledged 1')).toHaveLength(sent.length);
});

it('a destination that asks for a pause is sent nothing until it is over, and no attempt is counted', async () => {
  let requests = 0;
  const { shop, deliverer, statesOf } = await openOutbox({
    maxBatch: 100,
    async send(batch) {
      requests += 1;
      return batch.map(() =>
        requests === 1 ? { outcome: 'pause', until: shop.clock.now + 60_000 } : ACKNOWLEDGED,
      );
    },
  });
  await deliverer.deliverDue();
  await shop.buy();
  shop.clock.now += 59_999;
  await deliverer.deliverDue();
  expect(requests).toBe(1);
  expect(new Set(await statesOf())).toEqual(new Set(['pending 0']));
  shop.clock.now += 1;
  await deliverer.deliverDue();
  expect(requests).toBe(2);
  expect(await statesOf()).toEqual(Array.from({ length: 8 }, () => 'acknowledged 1'));
});

it('an error in what sends is a failed attempt that is tried again, and stops nothing else', async () => {
  const { deliverer, statesOf } = await openOutbox({
    send: () => Promise.reject(new Error('planted')),
  });
  await deliverer.deliverDue();
  expect(new Set(await statesOf())).toEqual(new Set(['retry_scheduled 1']));
});
