import { PLANS } from '@cvq/contract';
import { openControlStore } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { type Answer, createClient } from '../client.ts';
import { startBeside, startTestCollector } from '../collector.ts';
import { worldOf } from './world.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MIDNIGHT = Date.parse('2026-11-22T00:00:00.000Z');

const collector = await startTestCollector();
const { client, clock, control } = collector;
const world = worldOf(collector);

/** A key of an account on the smallest plan: 60 requests a minute, 5000 a day, 2 at once. */
async function smallKey(): Promise<{ id: string; token: string }> {
  const accountId = await world.addAccount({ plan: 'starter' });
  return collector.addKey({ accountId });
}

const me = (bearer: string, path = '/v1/me') => client.send({ path, bearer });

/** Spend requests of a key as another collector would, without sending each. */
async function spend(key: string, count: number, at: number): Promise<void> {
  const limits = { perMinute: 1e9, perDay: 1e9, atOnce: 1e9 };
  for (let index = 0; index < count; index += 1) {
    const admission = await control.admit(key, limits, at);
    if ('slot' in admission) await control.release(admission.slot);
  }
}

function expectLimited(answer: Answer, seconds: number, scope?: string): void {
  expect(answer.status).toBe(429);
  expect(answer.body).toMatchObject({
    error: {
      code: 'rate_limited',
      doc_url: `${collector.baseUrl}/docs/errors#rate_limited`,
      details: { retry_after_seconds: seconds },
    },
  });
  expect(answer.headers['retry-after']).toBe(String(seconds));
  expect(answer.headers['x-ratelimit-scope']).toBe(scope);
  expect(answer.headers['www-authenticate']).toBeUndefined();
}

describe('the quota of a minute (Rate limit response)', () => {
  it('is spent by requests that are answered and by those that are refused', async () => {
    clock.now = MIDNIGHT - 3 * MINUTE_MS;
    const { token } = await smallKey();
    const paths = ['/v1/me', '/v1/elsewhere', '/v1/me?x=1', '/v1/analytics/overview?project=proj_none'];
    for (let count = 0; count < PLANS.starter.requests_per_minute; count += 1) {
      expect((await me(token, paths[count % paths.length])).status).not.toBe(429);
    }
    expectLimited(await me(token), 60);
  });

  it.each([
    [0, 60],
    [1, 60],
    [30_000, 30],
    [30_001, 30],
    [59_000, 1],
    [59_999, 1],
  ])('asks to wait to the end of the minute: %i ms into it, for %i s', async (into, seconds) => {
    const { id, token } = await smallKey();
    clock.now = MIDNIGHT + 7 * MINUTE_MS + into;
    await spend(id, PLANS.starter.requests_per_minute, clock.now);
    expectLimited(await me(token), seconds);
    clock.now += seconds * 1000;
    expect((await me(token)).status).toBe(200);
  });

  it('is of one key and not of its neighbour', async () => {
    const accountId = await world.addAccount({ plan: 'starter' });
    const [one, other] = [await collector.addKey({ accountId }), await collector.addKey({ accountId })];
    await spend(one.id, PLANS.starter.requests_per_minute, clock.now);
    expect((await me(one.token)).status).toBe(429);
    expect((await me(other.token)).status).toBe(200);
  });

  it('grows with the plan, from the next request on', async () => {
    const accountId = await world.addAccount({ plan: 'starter' });
    const { id, token } = await collector.addKey({ accountId });
    await spend(id, PLANS.starter.requests_per_minute, clock.now);
    expect((await me(token)).status).toBe(429);
    await control.changeAccount(accountId, { plan: 'growth' });
    expect((await me(token)).status).toBe(200);
  });

  it('is looked at after who asks and a credential in the query, before the path', async () => {
    const { id, token } = await smallKey();
    await spend(id, PLANS.starter.requests_per_minute, clock.now);
    expect((await me(token, '/v1/me?token=x')).status).toBe(400);
    expect((await me('sk_nonsense')).status).toBe(401);
    expect((await me(token, '/v1/elsewhere')).status).toBe(429);
    expect((await client.send({ method: 'POST', path: '/v1/me', bearer: token })).status).toBe(429);
    await control.revokeKey(id, clock.now);
    expect((await me(token)).status).toBe(401);
  });
});

describe('the quota of a day (Rate limit response)', () => {
  it('asks to wait to midnight UTC, also when the minute is spent as well', async () => {
    const { id, token } = await smallKey();
    clock.now = MIDNIGHT + DAY_MS - 90_000;
    await spend(id, PLANS.starter.requests_per_day, MIDNIGHT + 3_600_000);
    expectLimited(await me(token), 90);
    await spend(id, PLANS.starter.requests_per_minute, clock.now);
    expectLimited(await me(token), 90);
    clock.now += 90_000;
    expect((await me(token)).status).toBe(200);
  });
});

describe('requests at once (Rate limit response)', () => {
  it('are as many as the plan has; one more waits a second, and says so', async () => {
    const { id, token } = await smallKey();
    const limits = { perMinute: 1000, perDay: 1000, atOnce: 2 };
    const running = [await control.admit(id, limits, clock.now), await control.admit(id, limits, clock.now)];
    expectLimited(await me(token), 1, 'concurrency');
    for (const admission of running) if ('slot' in admission) await control.release(admission.slot);
    expect((await me(token)).status).toBe(200);
  });

  it('are given back by whatever was answered', async () => {
    const { token } = await smallKey();
    for (const path of [
      '/v1/me',
      '/v1/elsewhere',
      '/v1/me?x=1',
      '/v1/analytics/overview?project=proj_none',
    ]) {
      for (let count = 0; count < 4; count += 1) expect((await me(token, path)).status).not.toBe(429);
    }
  });

  it('of a process that died are free after a minute', async () => {
    const { id, token } = await smallKey();
    const limits = { perMinute: 1000, perDay: 1000, atOnce: 2 };
    const dead = openControlStore({ folder: collector.folder, migrate: false });
    await dead.admit(id, limits, clock.now);
    await dead.admit(id, limits, clock.now);
    await dead.close();
    clock.now += MINUTE_MS - 1;
    expectLimited(await me(token), 1, 'concurrency');
    clock.now += 1;
    expect((await me(token)).status).toBe(200);
  });

  it('of many that are sent together are never more', async () => {
    const { token } = await smallKey();
    const clients = Array.from({ length: 12 }, () => createClient(collector.port));
    const answers = await Promise.all(
      clients.map((one) => one.send({ path: '/v1/projects', bearer: token })),
    );
    for (const answer of answers) {
      if (answer.status === 200) continue;
      expectLimited(answer, 1, 'concurrency');
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await me(token)).status).toBe(200);
    for (const one of clients) one.close();
  });
});

describe('two collectors on one store', () => {
  it('share the quotas of a key, and a third has them after both', async () => {
    const second = await startBeside(collector);
    const { token } = await smallKey();
    const half = PLANS.starter.requests_per_minute / 2;
    for (let count = 0; count < half; count += 1) {
      expect((await me(token)).status).toBe(200);
      expect((await second.client.send({ path: '/v1/me', bearer: token })).status).toBe(200);
    }
    expect((await me(token)).status).toBe(429);
    expect((await second.client.send({ path: '/v1/me', bearer: token })).status).toBe(429);
    await second.stop();
    const third = await startBeside(collector);
    const answer = await third.client.send({ path: '/v1/me', bearer: token });
    expect(answer.status).toBe(429);
    await third.stop();
  });

  it('both refuse a key from the next request on, and both know of an ended client', async () => {
    const second = await startBeside(collector);
    const [agency, customer] = [await world.addAccount({ kind: 'agency' }), await world.addAccount()];
    const { project } = await collector.addProject({ accountId: customer });
    await world.link(agency, customer);
    const { id, token } = await collector.addKey({ accountId: agency, agencyWide: true });
    const path = `/v1/analytics/overview?project=${project}`;
    const statuses = async () => [
      (await client.send({ path, bearer: token })).status,
      (await second.client.send({ path, bearer: token })).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await world.end(agency, customer);
    expect(await statuses()).toEqual([404, 404]);
    await control.revokeKey(id, clock.now);
    expect(await statuses()).toEqual([401, 401]);
    await second.stop();
  });
});
