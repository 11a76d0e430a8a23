import { HOUR_MS } from '@cvq/contract';
import { openDeliveryStore, watchEvents } from '@cvq/storage';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { openBell } from '../../src/deliveries/bell.ts';
import { Deliverer } from '../../src/deliveries/deliverer.ts';
import { DeliveryLoop, type DeliveryWork } from '../../src/deliveries/delivery-loop.ts';
import { createLog } from '../../src/log.ts';
import { WebhookUpkeep } from '../../src/webhooks/webhook-upkeep.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { openWorkshop } from '../webhooks/workshop.ts';

afterEach(() => void vi.useRealTimers());

/** A sender as the collector runs it, with a count of what it asked its store. */
async function openRunning({ watches }: { watches: boolean }) {
  const shop = await openWorkshop();
  const receiver = await startReceiver();
  const asked: string[] = [];
  const queue = new Proxy(shop.queue, {
    get(store, name) {
      asked.push(String(name));
      return Reflect.get(store, name);
    },
  });
  const { destinations, now, folder } = shop;
  const log = createLog('silent');
  const bell = openBell();
  const deliverer = new Deliverer({ queue, destinations, log, now });
  const upkeep = new WebhookUpkeep({ queue, destinations, log });
  const start = () => {
    const running = new DeliveryLoop({
      ...{ log, now, bell },
      work: [{ deliverer, upkeep }],
      watch: (heard) => (watches ? watchEvents({ folder, migrate: false }, heard) : () => {}),
    });
    onTestFinished(() => running.stop(0));
  };
  return { shop, receiver, asked, bell, start };
}

it('an idle sender with an endpoint asks its store nothing', async () => {
  const { shop, receiver, asked, start } = await openRunning({ watches: false });
  await shop.addEndpoint(receiver.url);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toContain('outstanding');
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
});

it('a sender is woken by a commit, with no clock between', async () => {
  const { shop, receiver, asked, bell, start } = await openRunning({ watches: false });
  await shop.addEndpoint(receiver.url);
  start();
  await vi.waitFor(() => expect(asked).toContain('takeWarnings'));
  const arrived = new Promise((resolve) => {
    receiver.answer = (_, response) => void resolve(response.end());
  });
  await shop.buy();
  bell.ring();
  await arrived;
});

it('a retry goes out when its time has come, though nobody wakes the sender', async () => {
  const { shop, receiver, start } = await openRunning({ watches: false });
  await shop.addEndpoint(receiver.url);
  receiver.answer = (_, response) => void response.writeHead(500).end();
  await shop.buy();
  await shop.deliverer.deliverDue();
  const [failed] = await shop.deliveries();
  shop.clock.now = Number(failed?.nextAttemptAt) - 50;
  const arrived = new Promise((resolve) => {
    receiver.answer = (_, response) => {
      resolve(null);
      response.end();
    };
  });
  start();
  setTimeout(() => {
    shop.clock.now += 50;
  }, 20);
  await arrived;
});

it('a sender looks again at the time that it was rung for, also where it found nothing that waits', async () => {
  const { shop, receiver, asked, bell, start } = await openRunning({ watches: false });
  await shop.addEndpoint(receiver.url);
  start();
  await vi.waitFor(() => expect(asked).toContain('takeWarnings'));
  bell.ring(shop.clock.now + 50);
  await vi.waitFor(() => expect(asked.filter((name) => name === 'outstanding')).toHaveLength(2));
  shop.clock.now += 50;
  await vi.waitFor(() => expect(asked.filter((name) => name === 'outstanding')).toHaveLength(3));
});

it('a delivery that another process asks for goes out, also when the sender sleeps', async () => {
  const { shop, receiver, start } = await openRunning({ watches: true });
  await shop.addEndpoint(receiver.url);
  await shop.buy();
  await shop.deliverer.deliverDue();
  const [first] = await shop.deliveries();
  start();
  const arrived = new Promise((resolve) => {
    receiver.answer = (_, response) => void resolve(response.end());
  });
  const other = openDeliveryStore({ folder: shop.folder, migrate: false });
  onTestFinished(() => other.close());
  await other.redeliver(Number(first?.id), shop.clock.now);
  await arrived;
});

/** A kind of destination that has nothing to send, with a count of how often it was looked at and waited for. */
function quietWork() {
  const count = { turns: 0, waits: 0 };
  const deliverer: DeliveryWork['deliverer'] = {
    async turn() {
      count.turns += 1;
      return null;
    },
    ended() {
      count.waits += 1;
      return new Promise(() => {});
    },
    hasEnded: () => false,
    stop: async () => {},
  };
  return { count, work: { deliverer, upkeep: { run: async (now: number) => now + HOUR_MS } } };
}

it('a sender waits once for a kind of destination that has nothing to send, however often it is woken', async () => {
  const { count, work } = quietWork();
  const woken: (() => void)[] = [];
  const running = new DeliveryLoop({
    work: [work],
    log: createLog('silent'),
    now: Date.now,
    bell: openBell(),
    watch: (heard) => {
      woken.push(heard);
      return () => {};
    },
  });
  onTestFinished(() => running.stop(0));
  for (let turns = 1; turns <= 5; turns += 1) {
    await vi.waitFor(() => expect(count.turns).toBe(turns));
    // The loop has gone to rest when all that was ready has been done.
    await new Promise((resolve) => setImmediate(resolve));
    woken[0]?.();
  }
  expect(count.waits).toBe(1);
});

it('why deliveries cannot be made is logged for each kind of destination', async () => {
  const failing = (message: string): DeliveryWork => {
    const { work } = quietWork();
    const turn = () => Promise.reject(new Error(message));
    return { ...work, deliverer: { ...work.deliverer, turn } };
  };
  const errors: string[] = [];
  const log = createLog('silent');
  vi.spyOn(log, 'error').mockImplementation((told) => void errors.push((told as { err: Error }).err.message));
  const running = new DeliveryLoop({
    work: [failing('the first'), failing('the second')],
    log,
    now: Date.now,
    bell: openBell(),
    watch: () => () => {},
  });
  onTestFinished(() => running.stop(0));
  await vi.waitFor(() => expect(errors).toEqual(['the first', 'the second']));
});
