import { Writable } from 'node:stream';
import type { ClaimedDelivery, EndedAttempt } from '@cvq/storage';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Deliverer } from '../../src/deliveries/deliverer.ts';
import type { AttemptResult, DestinationKind } from '../../src/deliveries/destination.ts';
import { createLog } from '../../src/log.ts';
import { START } from '../collector.ts';
import { openWorkshop } from '../webhooks/workshop.ts';

type Kind = DestinationKind<ClaimedDelivery, EndedAttempt>;
type Result = AttemptResult<EndedAttempt>;

const answer = { status: 200, error: null, headers: null, body: null };
const endedAs = (claim: ClaimedDelivery, next: EndedAttempt['next']): Result => ({
  ended: { claim, startedAt: START, durationMs: 0, answer, next },
});
const acknowledge = (claim: ClaimedDelivery) => endedAs(claim, 'acknowledged');

/** An outbox with seven deliveries, and a deliverer that sends them to a destination of the test. */
async function openOutbox(kind: Partial<Kind>, log = createLog('silent')) {
  const shop = await openWorkshop();
  await shop.addEndpoint('http://127.0.0.1:1999/');
  for (let index = 0; index < 7; index += 1) await shop.buy();
  const whole: Kind = {
    maxBatch: 3,
    attempt: async (claims) => claims.map(acknowledge),
    afterError: (claim, { startedAt }) => ({
      ...{ claim, startedAt, durationMs: 0, answer },
      next: startedAt + 60_000,
    }),
    ...kind,
  };
  const { queue, now } = shop;
  const deliverer = new Deliverer<ClaimedDelivery, EndedAttempt>({
    ...{ queue, now, log },
    destinations: { leaseMs: 20_000, refresh: async () => {}, find: () => ({ enabled: true, kind: whole }) },
  });
  const statesOf = async () => (await shop.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`);
  return { shop, deliverer, statesOf };
}

it('deliveries go together in one request up to what the destination takes, the oldest first', async () => {
  const batches: number[][] = [];
  const { shop, deliverer, statesOf } = await openOutbox({
    async attempt(claims) {
      batches.push(claims.map(({ id }) => id));
      return claims.map(acknowledge);
    },
  });
  await deliverer.deliverDue();
  expect(batches.map((batch) => batch.length)).toEqual([3, 3, 1]);
  expect(batches.flat()).toEqual((await shop.deliveries()).map(({ id }) => id));
  expect(new Set(await statesOf())).toEqual(new Set(['acknowledged 1']));
});

it('what a destination does not want is cancelled, and is no attempt', async () => {
  const { shop, deliverer, statesOf } = await openOutbox({
    attempt: async (claims) =>
      claims.map((claim) => endedAs(claim, claim.id % 2 === 0 ? 'acknowledged' : 'skipped')),
  });
  await deliverer.deliverDue();
  const expected = (await shop.deliveries()).map(({ id }) =>
    id % 2 === 0 ? 'acknowledged 1' : 'cancelled 0',
  );
  expect(new Set(expected).size).toBe(2);
  expect(await statesOf()).toEqual(expected);
});

it('what is postponed is sent when its time has come, and no attempt is counted', async () => {
  let requests = 0;
  const { shop, deliverer, statesOf } = await openOutbox({
    maxBatch: 100,
    async attempt(claims) {
      requests += 1;
      return claims.map((claim) =>
        requests === 1 ? { postponedUntil: shop.clock.now + 60_000 } : acknowledge(claim),
      );
    },
  });
  await deliverer.deliverDue();
  shop.clock.now += 59_999;
  await deliverer.deliverDue();
  expect(requests).toBe(1);
  expect(new Set(await statesOf())).toEqual(new Set(['pending 0']));
  shop.clock.now += 1;
  await deliverer.deliverDue();
  expect(requests).toBe(2);
  expect(new Set(await statesOf())).toEqual(new Set(['acknowledged 1']));
});

it('an error in what sends is a failed attempt that is tried again, and stops nothing else', async () => {
  const { deliverer, statesOf } = await openOutbox({
    attempt: () => Promise.reject(new Error('planted')),
  });
  await deliverer.deliverDue();
  expect(new Set(await statesOf())).toEqual(new Set(['retry_scheduled 1']));
});

it('an error in what sends is told once for each destination, until it is another or over', async () => {
  const lines: string[] = [];
  const log = pino(
    new Writable({
      write(chunk: Buffer, _, done) {
        lines.push((JSON.parse(chunk.toString()) as { err: { message: string } }).err.message);
        done();
      },
    }),
  );
  let fault: Error | null = new Error('planted');
  const { shop, deliverer } = await openOutbox(
    {
      maxBatch: 1,
      async attempt(claims) {
        if (fault !== null) throw fault;
        return claims.map(acknowledge);
      },
    },
    log,
  );
  await deliverer.deliverDue();
  expect(lines).toEqual(['planted']);
  for (const next of [new Error('another'), null, new Error('another')]) {
    fault = next;
    await shop.buy();
    shop.clock.now += 60_000;
    await deliverer.deliverDue();
  }
  expect(lines).toEqual(['planted', 'another', 'another']);
});
