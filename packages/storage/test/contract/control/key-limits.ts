import { PLAN_CODES, PLANS } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../event-records.ts';
import { addAccount, addKey, addProject, aKey, type ControlStores } from './stores.ts';

const DAY = 86_400_000;

export function keyLimitsSuite(stores: ControlStores): void {
  describe('the number of keys', () => {
    let store: ControlStore;
    beforeAll(() => {
      store = stores.shared();
    });

    async function fill(accountId: string, keys: number): Promise<string[]> {
      const ids: string[] = [];
      while (ids.length < keys) ids.push(await addKey(store, accountId));
      return ids;
    }

    it.each(PLAN_CODES)('is that of the plan %s, exactly', async (plan) => {
      const account = await addAccount(store, { plan });
      for (let count = 0; count < PLANS[plan].keys; count += 1) {
        expect(await store.createKey(aKey(account))).toBe(true);
      }
      const refused = aKey(account);
      expect(await store.createKey(refused)).toBe(false);
      expect(await store.findKey(refused.tokenHash)).toBeNull();
    });

    it('leaves out what is revoked, and what is expired at that moment', async () => {
      const account = await addAccount(store, { plan: 'starter' });
      const [first = ''] = await fill(account, 2);
      await addKey(store, account, { expiry: '30', expiresAt: NOON + 30 * DAY });
      expect(await store.createKey(aKey(account, { createdAt: NOON + 30 * DAY - 1 }))).toBe(false);
      expect(await store.createKey(aKey(account, { createdAt: NOON + 30 * DAY }))).toBe(true);
      expect(await store.createKey(aKey(account, { createdAt: NOON + 30 * DAY }))).toBe(false);
      await store.revokeKey(first, NOON);
      expect(await store.createKey(aKey(account, { createdAt: NOON + 30 * DAY }))).toBe(true);
    });

    it('is told at an instant, by account', async () => {
      const account = await addAccount(store, { plan: 'growth' });
      const [first = ''] = await fill(account, 2);
      await addKey(store, account, { expiry: '30', expiresAt: NOON + 30 * DAY });
      await addKey(store, account, { kind: 'server', projects: [await addProject(store, account)] });
      await store.revokeKey(first, NOON);
      expect(await store.countActiveKeys(account, NOON + 30 * DAY - 1)).toBe(2);
      expect(await store.countActiveKeys(account, NOON + 30 * DAY)).toBe(1);
      expect(await store.countActiveKeys(await addAccount(store), NOON)).toBe(0);
      expect(await store.listKeys({ accountId: account })).toHaveLength(4);
      const all = await store.listKeys();
      expect(await store.listKeys({ accountId: account })).toEqual(
        all.filter(({ accountId }) => accountId === account),
      );
    });

    it('leaves out server keys, and those of others', async () => {
      const account = await addAccount(store, { plan: 'starter' });
      const project = await addProject(store, account);
      await fill(account, 3);
      expect(await store.createKey(aKey(account, { kind: 'server', projects: [project] }))).toBe(true);
      expect(await store.createKey(aKey(await addAccount(store, { plan: 'starter' })))).toBe(true);
    });

    it('stays after a change to a smaller plan, and none can be added', async () => {
      const account = await addAccount(store, { plan: 'agency', kind: 'agency' });
      const keys = await fill(account, 25);
      await store.changeAccount(account, { plan: 'starter' });
      const active = (await store.listKeys()).filter(({ accountId }) => accountId === account);
      expect(active.map(({ revokedAt }) => revokedAt)).toEqual(keys.map(() => null));
      expect(await store.createKey(aKey(account))).toBe(false);
    });

    it('is never exceeded by keys that are made at once, through several connections', async () => {
      const account = await addAccount(store, { plan: 'growth' });
      const others = [stores.beside(), stores.beside()];
      const attempts = Array.from({ length: 30 }, (_, index) =>
        ([store, ...others][index % 3] as ControlStore).createKey(aKey(account)),
      );
      const made = (await Promise.all(attempts)).filter((created) => created);
      expect(made).toHaveLength(PLANS.growth.keys);
      for (const other of others) await other.close();
    });
  });
}
