import { Writable } from 'node:stream';
import { DAY_MS } from '@cvq/contract/constants';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { WebhookUpkeep } from '../../src/webhooks/webhook-upkeep.ts';
import { startReceiver } from './receiver.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const receiver = await startReceiver();
const MINUTE = 60_000;

function upkeepOf({ queue, destinations }: Workshop) {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, upkeep: new WebhookUpkeep({ queue, destinations, log: pino(stream) }) };
}

/** The bytes of what receivers said, as the log has them. */
async function answersOf({ queue, deliveries }: Workshop): Promise<(string | null)[]> {
  const found = await Promise.all((await deliveries()).map(({ id }) => queue.find(id)));
  return found.flatMap((details) => details?.log.map(({ body }) => body) ?? []);
}

it('a delivery that is late for five minutes is a backlog, said once an hour', async () => {
  const shop = await openWorkshop();
  const { endpoint } = await shop.addEndpoint(receiver.url);
  const { lines, upkeep } = upkeepOf(shop);
  await shop.destinations.refresh();
  await shop.buy();
  const start = shop.clock.now;
  for (let minutes = 0; minutes <= 5; minutes += 1) await upkeep.run(start + minutes * MINUTE, false);
  expect(lines).toEqual([]);
  for (let minutes = 6; minutes <= 66; minutes += 1) await upkeep.run(start + minutes * MINUTE, false);
  expect(lines).toMatchObject([
    { outstanding: 1, late_seconds: 360, endpoint: endpoint.id, outstanding_of_endpoint: 1 },
    { late_seconds: 3960 },
  ]);
});

it('what came due while the collector was stopped is no backlog before it has been sent for five minutes', async () => {
  const shop = await openWorkshop();
  await shop.addEndpoint(receiver.url);
  const { lines, upkeep } = upkeepOf(shop);
  await shop.destinations.refresh();
  await shop.buy();
  const start = shop.clock.now + 20 * MINUTE;
  for (let minutes = 0; minutes <= 5; minutes += 1) await upkeep.run(start + minutes * MINUTE, false);
  expect(lines).toEqual([]);
  await upkeep.run(start + 6 * MINUTE, false);
  expect(lines).toMatchObject([{ outstanding: 1, late_seconds: 26 * 60 }]);
});

it('what waits for a disabled endpoint is no backlog', async () => {
  const shop = await openWorkshop();
  const { endpoint } = await shop.addEndpoint(receiver.url);
  const { lines, upkeep } = upkeepOf(shop);
  await shop.buy();
  await shop.editor.update(endpoint.id, { enabled: false });
  await shop.destinations.refresh();
  for (const minutes of [0, 60]) await upkeep.run(shop.clock.now + minutes * MINUTE, false);
  expect(lines).toEqual([]);
});

it('what waits for a disabled endpoint is kept for 30 days, and then deleted unsent', async () => {
  const shop = await openWorkshop();
  const { endpoint } = await shop.addEndpoint(receiver.url);
  const { upkeep } = upkeepOf(shop);
  await shop.buy();
  await shop.editor.update(endpoint.id, { enabled: false });
  const boughtAt = shop.clock.now;
  await upkeep.run(boughtAt + 30 * DAY_MS, false);
  expect(await shop.deliveries()).toMatchObject([{ state: 'pending' }]);
  await upkeep.run(boughtAt + 30 * DAY_MS + 60 * MINUTE + 1, false);
  expect(await shop.deliveries()).toEqual([]);
});

it('the log keeps of a success its status and time alone, and of a failure what the receiver said', async () => {
  const shop = await openWorkshop();
  await shop.addEndpoint(receiver.url);
  let calls = 0;
  receiver.answer = (_, response) => {
    calls += 1;
    response.writeHead(calls === 1 ? 500 : 200).end('said');
  };
  await shop.buy();
  await shop.deliverer.deliverDue();
  shop.clock.now += MINUTE;
  await shop.deliverer.deliverDue();
  const [delivery] = await shop.deliveries();
  const log = (await shop.queue.find(delivery?.id ?? 0))?.log;
  expect(log?.map(({ status, body }) => [status, body])).toEqual([
    [500, 'said'],
    [200, null],
  ]);
  expect(log?.[1]).toMatchObject({ headers: null, durationMs: 0 });
});

it('the log of a destination is bounded by bytes: the oldest goes first, and nothing that is outstanding', async () => {
  const shop = await openWorkshop();
  await shop.addEndpoint(receiver.url);
  receiver.answer = (_, response) => void response.writeHead(500).end('x'.repeat(10_000));
  const waiting = await shop.buy();
  await shop.deliverer.deliverDue();
  for (let attempt = 1; attempt < 6; attempt += 1) {
    // Of ten more, each fails for good while the first waits for its next attempt.
    const [first] = await shop.deliveries();
    shop.clock.now = Number(first?.nextAttemptAt);
    if (attempt === 5) break;
    await shop.deliverer.deliverDue();
  }
  receiver.answer = (_, response) => void response.writeHead(200).end();
  const ended: string[] = [];
  shop.clock.now -= 1;
  for (let index = 0; index < 100; index += 1) ended.push(await shop.buy());
  await shop.deliverer.deliverDue();
  const before = { before: 0, maxBytes: 70_000 };
  while (await shop.queue.purge(before));
  const kept = (await shop.deliveries()).map(({ event }) => event);
  expect(kept[0]).toBe(waiting);
  expect(kept.slice(1)).toEqual(ended.slice(101 - kept.length));
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.length).toBeLessThan(60);
  expect(await answersOf(shop)).toContain('x'.repeat(10_000));
});
