import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { sealCredentials } from '../../src/ad-platforms/sealed-credentials.ts';
import { createCredentialSealer } from '../../src/secrets/sealer.ts';
import { startTestCollector } from '../collector.ts';
import { anIntegration } from '../read/an-integration.ts';

const SECRET = 'a secret of forty characters or more, of a test';

/** A platform that refuses every event until it is told to take them. */
const platform = { events: 0, takes: false };
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    platform.events += 1;
    const refusal = { error: { message: 'Invalid parameter', type: 'OAuthException', code: 100 } };
    const answer = platform.takes ? { events_received: 1, fbtrace_id: 'A1' } : refusal;
    response.writeHead(platform.takes ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());

const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const collector = await startTestCollector({
  settings: { CVQ_SECRET: SECRET, CVQ_META_API: address, CVQ_DELIVERY_HOLD_SECONDS: '0' },
});
const { client, control, project, serverKey } = collector;
// The worker has a clock of its own, and a platform takes nothing that is a week old.
collector.clock.now = Date.now();
const { token: bearer } = await collector.addKey({ scopes: ['conversions:read', 'conversions:write'] });

it('a retry is sent by the worker that runs, and its outcome is told', async () => {
  const sealer = createCredentialSealer({ sealing: SECRET, alsoOpening: null });
  const credentials = sealCredentials(sealer, { access_token: 'EAAB-of-nobody' });
  await control.createIntegration(
    anIntegration({ project, platform: 'meta_ads', credentials, actions: { purchase: 'Purchase' } }),
  );
  const json = {
    ...{ event_type: 'purchase', properties: { order_id: 'r-1', value: 5 } },
    user_data: { email: 'ann@example.com' },
  };
  const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  const path = `/v1/conversions/${(body as { event_id: string }).event_id}`;
  const told = async () => {
    const answer = await client.send({ path, bearer });
    const { deliveries } = (answer.body as { data: { deliveries: Record<string, unknown>[] } }).data;
    return deliveries.map(({ state, attempts, retryable }) => ({ state, attempts, retryable }));
  };
  const ends = { timeout: 30_000, interval: 100 };
  await expect.poll(told, ends).toEqual([{ state: 'rejected', attempts: 1, retryable: true }]);

  platform.takes = true;
  const answer = await client.send({ method: 'POST', path: `${path}/retry`, bearer, json: {} });
  expect(answer).toMatchObject({ status: 200, body: { data: { status: 'queued', attempt: 2 } } });
  await expect.poll(told, ends).toEqual([{ state: 'delivered', attempts: 2, retryable: false }]);
  expect(platform.events).toBe(2);
});
