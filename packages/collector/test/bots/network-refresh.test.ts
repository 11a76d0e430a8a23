import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@cvq/contract';
import { openControlStore } from '@cvq/storage';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { refreshBotNetworks } from '../../src/accounts/refresh-bot-networks.ts';
import { newestNetworks } from '../../src/bots/networks/network-file.ts';
import { NetworkRefresh } from '../../src/bots/networks/network-refresh.ts';
import { START, temporaryFolder } from '../collector.ts';

/** A site that publishes networks, as each test has it answer. */
let answer: { status: number; body: string; held?: Promise<void> } = { status: 200, body: '' };
let requests = 0;
const site = createServer(async (_, response) => {
  requests += 1;
  const { status, body, held } = answer;
  await held;
  response.writeHead(status).end(body);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/networks.json`;
const folder = temporaryFolder();
const control = openControlStore({ folder, migrate: true });
afterAll(async () => {
  await control.close();
  site.close();
});

const NETWORKS = JSON.stringify(
  Array.from({ length: 2000 }, (_, index) => `198.18.${index % 256}.${index >> 8}/32`),
);
let clock = START;
let refresh: NetworkRefresh;
const make = (isAllowed = true) =>
  new NetworkRefresh({ folder, isAllowed, fetch, now: () => clock, sources: { Bingbot: [address] } });
beforeEach(() => {
  clock += 60 * MINUTE_MS;
  refresh = make();
  answer = { status: 200, body: NETWORKS };
});

const run = () =>
  refreshBotNetworks(
    asOperator(control, () => clock),
    null,
    () => refresh.run(),
  );

it('networks are fetched, kept with their day, and the audit log tells whose', async () => {
  expect(await run()).toEqual({ refreshed: ['Bingbot'], failed: [] });
  const kept = newestNetworks(folder).networks.find(({ name }) => name === 'Bingbot');
  expect([kept?.date, kept?.prefixes.split(' ').length]).toEqual(['2026-11-21', 2000]);
  const { owners, refreshed_on, refreshes_itself } = refresh.age();
  expect(owners.find(({ name }) => name === 'Bingbot')).toEqual({
    name: 'Bingbot',
    date: '2026-11-21',
    networks: 2000,
  });
  expect([refreshed_on, refreshes_itself]).toEqual(['2026-11-21', true]);
  const [entry] = await control.listAudit({ limit: 1 });
  expect(entry).toMatchObject({
    action: 'refresh_bot_networks',
    after: { refreshed: ['Bingbot'], failed: [] },
  });
});

it('a second one waits for ten minutes, and meanwhile nothing is asked', async () => {
  await run();
  answer = { status: 500, body: '' };
  await expect(run()).rejects.toThrow('fetched within the last ten minutes');
  clock += 10 * MINUTE_MS;
  expect((await run()).failed).toMatchObject([{ name: 'Bingbot', error: expect.stringContaining('500') }]);
});

it('what failed may be tried again at once, and keeps the networks that were there', async () => {
  const before = newestNetworks(folder);
  answer = { status: 200, body: '["203.0.113.0/24"' };
  expect((await run()).failed[0]?.error).toContain('is not complete JSON');
  answer = { status: 200, body: `"${'x'.repeat(17 * 1024 * 1024)}"` };
  expect((await run()).failed[0]?.error).toContain('is longer than 16777216 bytes');
  expect(newestNetworks(folder)).toEqual(before);
});

it('two at the same time are one', async () => {
  const held = Promise.withResolvers<void>();
  answer = { ...answer, held: held.promise };
  const asked = requests;
  const both = Promise.allSettled([run(), run()]);
  await expect.poll(() => requests).toBe(asked + 1);
  held.resolve();
  const outcomes = await both;
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(requests).toBe(asked + 1);
});

it('nothing is fetched where the settings forbid it', async () => {
  refresh = make(false);
  await expect(run()).rejects.toThrow('CVQ_BOT_NETWORKS is off');
  expect(refresh.age().refreshes_itself).toBe(false);
});
