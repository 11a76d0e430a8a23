import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { purchaseRecord } from './purchase-record.ts';
import { startReceiver } from './receiver.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const receiver = await startReceiver();
const MEBIBYTE = 2 ** 20;
/** What attempts that are under way may have of large bodies. */
const MOST = 32;

/** Stores purchases with a property of so many bytes, as the write path does. */
async function buy({ endpoints, ledger, project, clock }: Workshop, many: number, bytes: number) {
  await endpoints.refresh();
  const records = Array.from({ length: many }, (_, index) => ({
    ...purchaseRecord(project, clock.now, `b${bytes}n${index}`),
    properties: { note: 'x'.repeat(bytes) },
  }));
  for (const record of records) await ledger.append([record], { subscriptions: endpoints.subscriptions() });
}

it('large events wait for those that are under way, and other endpoints for neither', async () => {
  const shop = await openWorkshop({ timeoutMs: 60_000 });
  for (const path of ['one', 'two']) await shop.addEndpoint(`${receiver.url}/${path}`);
  const held: ServerResponse[] = [];
  let isHolding = true;
  receiver.answer = (_, response) => void (isHolding ? held.push(response) : response.end());
  const underWay = async () => (await shop.deliveries()).filter(({ state }) => state === 'attempting');
  await buy(shop, MOST, MEBIBYTE);
  await shop.deliverer.turn();
  await shop.deliverer.turn();
  expect(await underWay()).toHaveLength(MOST - 1);
  const { endpoint } = await shop.addEndpoint(`${receiver.url}/three`);
  await buy(shop, 1, 1);
  await shop.deliverer.turn();
  expect((await underWay()).slice(MOST - 1)).toMatchObject([{ endpoint: endpoint.id }]);
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(MOST);
  isHolding = false;
  for (const response of held) response.end();
  await shop.deliverer.deliverDue();
  const deliveries = await shop.deliveries();
  expect(deliveries).toHaveLength(2 * MOST + 3);
  for (const delivery of deliveries) expect(delivery).toMatchObject({ state: 'acknowledged', attempts: 1 });
});
