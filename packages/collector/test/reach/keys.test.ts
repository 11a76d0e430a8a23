import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLANS } from '@cvq/contract';
import { openControlStore } from '@cvq/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import { namesOfFiles } from '../../../../test/builders/names-of-files.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { Refused } from '../../src/accounts/refused.ts';
import { REQUEST_ID, START, startTestCollector } from '../collector.ts';
import { worldOf } from './world.ts';

const DAY_MS = 86_400_000;

const collector = await startTestCollector();
const { client, control } = collector;
const world = worldOf(collector);

beforeEach(() => {
  collector.clock.now += 60_000;
});

const me = (bearer: string) => client.send({ path: '/v1/me', bearer });

type Wanted = { readonly accountId: string; readonly agencyWide?: boolean; readonly projects?: string[] };

/** Reason and field of the refusal of a key. */
async function refusalOf({ accountId, ...more }: Wanted): Promise<string> {
  const request = {
    accountId,
    kind: 'secret',
    name: 'x',
    scopes: [],
    projects: 'all',
    expiry: '90',
  } as const;
  const refusal = await createKey(
    asOperator(control, () => collector.clock.now),
    { ...request, ...more },
  ).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  const { reason, field } = refusal as Refused;
  return `${reason} ${field}`;
}

describe('a secret key (States and transitions, Secret API key)', () => {
  it('1: is kept as a hash: no file of the store holds it', async () => {
    const { token } = await collector.addKey();
    await me(token);
    for (const file of namesOfFiles(collector.folder)) {
      expect(readFileSync(join(collector.folder, file), 'latin1')).not.toContain(token);
    }
  });

  it('2: is sk_ and 40 characters', async () => {
    for (let count = 0; count < 20; count += 1) {
      const accountId = await world.addAccount();
      expect((await collector.addKey({ accountId })).token).toMatch(/^sk_[A-Za-z0-9]{40}$/);
    }
  });

  it('3: that is revoked is refused on the next request of the same connection', async () => {
    const accountId = await world.addAccount();
    const { id, token } = await collector.addKey({ accountId });
    expect((await me(token)).status).toBe(200);
    await control.revokeKey(id, collector.clock.now);
    expect((await me(token)).body).toMatchObject({ error: { code: 'invalid_token' } });
  });

  it.each([
    [-1, 200],
    [0, 401],
    [1, 401],
  ])('4: %i ms from its expiry answers %i, with invalid_token', async (offset, status) => {
    const accountId = await world.addAccount();
    const createdAt = collector.clock.now - 30 * DAY_MS - offset;
    const { token } = await collector.addKey({ accountId, expiry: '30', createdAt });
    const answer = await me(token);
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.body).toMatchObject({ error: { code: 'invalid_token' } });
  });

  it('6: works on when who made it is disabled, and when they are deleted', async () => {
    const accountId = await world.addAccount();
    const user = await world.addUser();
    const { token } = await collector.addKey({ accountId, createdBy: user });
    await control.changeUser(user, { disabledAt: START });
    expect((await me(token)).status).toBe(200);
    await control.deleteUser(user);
    expect((await me(token)).status).toBe(200);
  });

  it.each(['/v1/me', '/v1/analytics/overview'])(
    '7: a proj_ key answers 401 on %s and is told why',
    async (path) => {
      const answer = await client.send({ path, bearer: collector.project });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        error: { code: 'invalid_token', message: expect.stringMatching(/public tracking key/) },
      });
    },
  );

  it('7: a proj_ key answers 401 on /v1/track and is told why', async () => {
    const answer = await client.send({
      method: 'POST',
      path: '/v1/track',
      bearer: collector.project,
      json: { event_type: 'x' },
    });
    expect(answer).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/public tracking key/) },
    });
  });

  const spellings: [name: string, spell: (token: string) => string][] = [
    ['8: in upper case', (token) => `Bearer ${token.toUpperCase()}`],
    ['8: with a character more', (token) => `Bearer ${token}x`],
    ['8: with something behind it', (token) => `Bearer ${token} x`],
    ['9: by Basic', (token) => `Basic ${token}`],
    ['9: by Token', (token) => `Token ${token}`],
    ['9: twice in a list', (token) => `Bearer ${token}, Bearer ${token}`],
  ];
  it.each(spellings)('%s answers 401', async (_name, spell) => {
    const { token } = await collector.addKey({ accountId: await world.addAccount() });
    const answer = await client.send({ path: '/v1/me', headers: { Authorization: spell(token) } });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="cvq", error="invalid_token"/);
  });

  it('10: keeps its scopes: the store has no way to change them', () => {
    expect(
      Object.keys(control)
        .filter((name) => /key/i.test(name))
        .toSorted(),
    ).toEqual(['countActiveKeys', 'createKey', 'findKey', 'findKeyById', 'listKeys', 'revokeKey']);
  });

  it('14: of a superadmin reaches what its account does', async () => {
    const superadmin = await world.addUser(true);
    const accountId = await world.addAccount();
    const { project } = await collector.addProject({ accountId });
    const { token } = await collector.addKey({ accountId, createdBy: superadmin });
    expect(await world.seen(token)).toEqual([project]);
    expect((await world.about(collector.project, token)).status).toBe(404);
  });

  it('is told when it was used last, to the minute and across processes', async () => {
    const { id, token } = await collector.addKey({ accountId: await world.addAccount() });
    const first = collector.clock.now;
    await me(token);
    collector.clock.now += 1;
    await me(token);
    const other = openControlStore({ folder: collector.folder, migrate: false });
    const lastUse = async () => (await other.listKeys()).find((key) => key.id === id)?.lastUsedAt;
    expect(await lastUse()).toBe(first);
    collector.clock.now += 60_000;
    await me(token);
    expect(await lastUse()).toBe(first + 60_001);
    await other.close();
  });
});

describe('plans (Keys per plan)', () => {
  it('11: a key over the number of the plan is refused, and one that is revoked frees a place', async () => {
    const accountId = await world.addAccount({ plan: 'starter' });
    const keys = [];
    for (let count = 0; count < PLANS.starter.keys; count += 1)
      keys.push(await collector.addKey({ accountId }));
    expect(await refusalOf({ accountId })).toBe('limit account');
    await control.revokeKey(keys[0]?.id ?? '', collector.clock.now);
    expect((await me((await collector.addKey({ accountId })).token)).status).toBe(200);
  });

  it.each(['starter', 'growth', 'scale'] as const)('12: %s has no agency-wide keys', async (plan) => {
    const accountId = await world.addAccount({ kind: 'agency', plan });
    expect(await refusalOf({ accountId, agencyWide: true })).toBe('plan agency_wide');
  });

  it('12: an agency-wide key on Growth answers plan_required, with a page about plans', async () => {
    const accountId = await world.addAccount({ kind: 'agency', plan: 'agency' });
    const { token } = await collector.addKey({ accountId, agencyWide: true });
    expect((await me(token)).status).toBe(200);
    await control.changeAccount(accountId, { plan: 'growth' });
    for (const path of ['/v1/me', '/v1/elsewhere']) {
      const answer = await client.send({ path, bearer: token });
      expect(answer.status).toBe(403);
      expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
      expect(answer.headers['www-authenticate']).toBeUndefined();
      expect(answer.body).toMatchObject({
        error: { code: 'plan_required', details: { upgrade_url: `${collector.baseUrl}/billing` } },
      });
    }
    const page = await client.send({ path: '/billing' });
    expect(page.status).toBe(200);
    for (const plan of Object.keys(PLANS)) expect(page.body).toContain(`id="${plan}"`);
    await control.changeAccount(accountId, { plan: 'enterprise' });
    expect((await me(token)).status).toBe(200);
  });

  it('13: a customer has no agency-wide keys, whatever the plan includes', async () => {
    const [starter, enterprise] = [
      await world.addAccount({ plan: 'starter' }),
      await world.addAccount({ plan: 'enterprise' }),
    ];
    expect(await refusalOf({ accountId: starter, agencyWide: true })).toBe('plan agency_wide');
    expect(await refusalOf({ accountId: enterprise, agencyWide: true })).toBe('conflict agency_wide');
  });

  it('15: after a change to a smaller plan keys work on, and none can be added', async () => {
    const accountId = await world.addAccount({ plan: 'growth' });
    const keys = [];
    for (let count = 0; count < PLANS.growth.keys; count += 1)
      keys.push(await collector.addKey({ accountId }));
    await control.changeAccount(accountId, { plan: 'starter' });
    for (const { token } of keys) expect((await me(token)).status).toBe(200);
    expect(await refusalOf({ accountId })).toBe('limit account');
  });

  it('an agency-wide key names no projects, and a key none that its owner cannot reach', async () => {
    const accountId = await world.addAccount({ kind: 'agency' });
    const { project } = await collector.addProject({ accountId });
    expect(await refusalOf({ accountId, agencyWide: true, projects: [project] })).toBe('conflict projects');
    expect(await refusalOf({ accountId, projects: [project, collector.project] })).toBe('unknown projects');
  });
});
