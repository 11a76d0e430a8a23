import { describe, expect, it, vi } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { type StoreTable, withoutTable } from '../rename-table.ts';
import { runSql } from '../run-sql.ts';
import { endpointsOf, expectFailure, postEvent } from './endpoints.ts';

const collector = await startTestCollector();
const { client } = collector;
const { token } = await collector.addKey();

const without = <Result>(table: StoreTable, ask: () => Promise<Result>) =>
  withoutTable(collector.folder, table, ask);

const EVENTS = ['events', 'events'] as const;
const KEYS = ['control', 'api_keys'] as const;
const INNER_WORDS = /sqlite|no such table|api_keys|SELECT|INSERT| at .*\.js/i;

describe('while events cannot be stored', () => {
  it.each(endpointsOf(collector))('POST $path answers 500, and confirms nothing', async (endpoint) => {
    const call = postEvent(endpoint);
    const before = (await collector.stored()).length;
    const answer = await without(EVENTS, () => client.send(call));
    expectFailure(answer, 500, /could not be stored/);
    expect(JSON.stringify(answer.body)).not.toMatch(INNER_WORDS);
    expect((await collector.stored()).length).toBe(before);
    expect((await client.send(call)).status).toBe(endpoint.success);
    expect((await collector.stored()).length).toBe(before + 1);
  });

  it('the pixel answers 500 as well', async () => {
    const path = `/v1/pixel.gif?key=${collector.project}`;
    expectFailure(await without(EVENTS, () => client.send({ path })), 500, /could not be stored/);
    expect((await client.send({ path })).status).toBe(200);
  });

  it('the collector lives, is not ready, and is ready again some time after events can be stored', async () => {
    const endpoint = endpointsOf(collector)[0] as ReturnType<typeof endpointsOf>[number];
    await without(EVENTS, async () => {
      await client.send(postEvent(endpoint));
      expect(await client.send({ path: '/readyz' })).toMatchObject({
        status: 503,
        body: { status: 'not_ready' },
      });
      expect((await client.send({ path: '/healthz' })).status).toBe(200);
    });
    await client.send(postEvent(endpoint));
    // One event that finds room says little of the next: see Readiness.
    expect((await client.send({ path: '/readyz' })).status).toBe(503);
    await vi.waitFor(async () => {
      const ready = await client.send({ path: '/readyz' });
      expect(ready).toMatchObject({ status: 200, body: { status: 'ready' } });
    }, 20_000);
  });
});

/** As on a disk with little room: the row of an event finds a place, and the probe, as large as a full group, does not. */
async function withLittleRoom(run: () => Promise<void>): Promise<void> {
  const full = `BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`;
  runSql(collector.folder, 'events', `CREATE TRIGGER little_room BEFORE UPDATE ON probes ${full}`);
  try {
    await run();
  } finally {
    runSql(collector.folder, 'events', 'DROP TRIGGER little_room');
  }
}

it('while small events find room and large ones do not, /readyz keeps to its 503', async () => {
  const endpoint = endpointsOf(collector)[0] as ReturnType<typeof endpointsOf>[number];
  const ready = async () => (await client.send({ path: '/readyz' })).status;
  await withLittleRoom(async () => {
    expect((await without(EVENTS, () => client.send(postEvent(endpoint)))).status).toBe(500);
    for (let count = 0; count < 20; count += 1) {
      expect((await client.send(postEvent(endpoint))).status).toBe(endpoint.success);
      expect(await ready()).toBe(503);
    }
  });
  await vi.waitFor(async () => expect(await ready()).toBe(200), 20_000);
});

describe('a store that cannot be read', () => {
  it.each([KEYS, EVENTS, ['control', 'projects']] as const)(
    'without its table (%s, %s), makes a collector without traffic not ready',
    async (...table) => {
      const ready = async () => (await client.send({ path: '/readyz' })).status;
      await vi.waitFor(async () => expect(await ready()).toBe(200), 20_000);
      await without(table, () => vi.waitFor(async () => expect(await ready()).toBe(503), 20_000));
      await vi.waitFor(async () => expect(await ready()).toBe(200), 20_000);
    },
  );
});

it.each(['/v1/analytics/overview', '/v1/analytics/timeseries', '/v1/projects'])(
  'GET %s answers upstream_error and names the store while events cannot be read',
  async (path) => {
    const answer = await without(EVENTS, () => client.send({ path, bearer: token }));
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      error: { code: 'upstream_error', details: { service: expect.any(String) } },
    });
    expect(answer.body).not.toHaveProperty('data');
    expect(JSON.stringify(answer.body)).not.toMatch(INNER_WORDS);
    expect((await client.send({ path, bearer: token })).status).toBe(200);
  },
);

describe('while keys cannot be looked up', () => {
  it.each(['/v1/me', '/v1/analytics/overview', '/v1/elsewhere'])(
    'GET %s answers internal_error, and not that the key is unknown',
    async (path) => {
      const answer = await without(KEYS, () => client.send({ path, bearer: token }));
      expect(answer.status).toBe(500);
      expect(answer.body).toMatchObject({ error: { code: 'internal_error' } });
      expect(JSON.stringify(answer.body)).not.toMatch(INNER_WORDS);
    },
  );

  it.each(endpointsOf(collector).slice(0, 2))('POST $path answers 500', async (endpoint) => {
    const answer = await without(KEYS, () => client.send(postEvent(endpoint)));
    expectFailure(answer, 500, /./);
    expect(JSON.stringify(answer.body)).not.toMatch(INNER_WORDS);
  });
});
