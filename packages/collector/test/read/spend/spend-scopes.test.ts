import { ROLES, SCOPES, type Scope } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/access/caller.ts';
import type { Operation } from '../../../src/read/operation.ts';
import { getOverview } from '../../../src/read/operations/get-overview.ts';
import { getSpend } from '../../../src/read/operations/get-spend.ts';
import { runOperation } from '../../../src/read/run-operation.ts';
import { worldOf } from '../../reach/world.ts';
import { readDepsOf } from '../read-deps.ts';
import { lastDays, openSpendShop, spent } from './spend-shop.ts';

const shop = await openSpendShop();
await shop.account('google_ads', { days: lastDays(7), rows: [spent('2026-11-20', { amount: 12.5 })] });
await shop.visit();
const world = worldOf(shop.collector);
const deps = readDepsOf(shop.collector);
const FROM_MCP = { surface: 'mcp', network: null, requestId: null } as const;

async function ask(operation: Operation, principal: Caller['principal'], scopes: readonly Scope[]) {
  const caller: Caller = {
    ...{ id: 'grant_1', account: 'acc_1', name: 'An agent', scopes, granted: scopes, plan: 'starter' },
    ...{ isAgencyWide: false, principal },
  };
  const given = { from: 'object', value: { range: '7d', project: shop.collector.project } } as const;
  const { signal } = new AbortController();
  return (await runOperation(operation, given, {
    caller,
    from: FROM_MCP,
    deps,
    signal,
    noteTiming: undefined,
  })) as {
    data: Record<string, unknown>;
  };
}

describe.each(ROLES)('a person with the role %s', async (role) => {
  const userId = await world.addUser();
  await shop.collector.control.putMember(userId, { projectId: shop.collector.project }, role);
  const person = { kind: 'person', userId, projects: 'all', asSuperadmin: false } as const;

  it('sees spend', async () => {
    expect((await ask(getOverview, person, SCOPES)).data).toMatchObject({ ad_spend: 12.5 });
    expect((await ask(getSpend, person, SCOPES)).data).toMatchObject({ available: true });
  });

  it('sees none through a grant without the scope', async () => {
    const { data } = await ask(getOverview, person, ['analytics:read']);
    expect(data).not.toHaveProperty('ad_spend');
    expect(data.spend_omitted_reason).toBe('missing_scope:spend:read');
    await expect(ask(getSpend, person, ['analytics:read'])).rejects.toMatchObject({
      code: 'insufficient_scope',
    });
  });
});

describe('CSV', () => {
  const columnsOf = async (path: string, bearer: string) => {
    const headers = { Accept: 'text/csv' };
    const { body } = await shop.collector.client.send({ path, bearer, headers });
    return String(body).split('\r\n')[0]?.split(',') ?? [];
  };

  it.each(['breakdown?dimension=source', 'timeseries?range=7d'])(
    'of %s has columns of spend for those only who may see it',
    async (path) => {
      const full = await columnsOf(`/v1/analytics/${path}`, shop.full);
      const narrow = await columnsOf(`/v1/analytics/${path}`, shop.narrow);
      expect(full).toEqual(expect.arrayContaining(['ad_spend', 'roas']));
      expect(narrow).toEqual(full.filter((name) => !/^(ad_|cost_per_|roas$|spend_)/.test(name)));
    },
  );
});
