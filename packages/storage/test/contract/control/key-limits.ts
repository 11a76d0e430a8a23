import type { ControlStore } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, addKey, addProject, aKey, atOnceThroughSeveral, type ControlStores } from './stores.ts';

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

    it('is bounded by what is asked for, exactly', async () => {
      const account = await addAccount(store);
      for (let count = 0; count < 3; count += 1) expect(await store.createKey(aKey(account), 3)).toBe(true);
      const refused = aKey(account);
      expect(await store.createKey(refused, 3)).toBe(false);
      expect(await store.findKey(refused.tokenHash)).toBeNull();
      expect(await store.findKeyById(refused.id)).toBeNull();
      expect(await store.createKey(refused, 4)).toBe(true);
      expect(await store.findKeyById(refused.id)).toEqual(
        expect.objectContaining({ id: refused.id, accountId: account, revokedAt: null }),
      );
    });

    it('leaves out what is revoked, and what is expired at that moment', async () => {
      const account = await addAccount(store);
      const [first = ''] = await fill(account, 2);
      await addKey(store, account, { expiry: '30', expiresAt: NOON + 30 * DAY });
      expect(await store.createKey(aKey(account, { createdAt: NOON + 30 * DAY - 1 }), 3)).toBe(false);
      expect(await store.createKey(aKey(account, { createdAt: NOON + 30 * DAY }), 3)).toBe(true);
      expect(await store.createKey(aKey(account, { createdAt: NOON + 30 * DAY }), 3)).toBe(false);
      await store.revokeKey(first, NOON);
      expect(await store.createKey(aKey(account, { createdAt: NOON + 30 * DAY }), 3)).toBe(true);
    });

    it('is told at an instant, by account', async () => {
      const account = await addAccount(store);
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
      const account = await addAccount(store);
      const project = await addProject(store, account);
      await fill(account, 2);
      expect(await store.createKey(aKey(account, { kind: 'server', projects: [project] }))).toBe(true);
      expect(await store.createKey(aKey(account), 3)).toBe(true);
      expect(await store.createKey(aKey(await addAccount(store)), 3)).toBe(true);
      expect(await store.createKey(aKey(account), 3)).toBe(false);
    });

    it('may be beyond a bound that became smaller, and none can be added then', async () => {
      const account = await addAccount(store);
      const keys = await fill(account, 5);
      expect(await store.createKey(aKey(account), 3)).toBe(false);
      const active = await store.listKeys({ accountId: account });
      expect(active.map(({ revokedAt }) => revokedAt)).toEqual(keys.map(() => null));
    });

    it('is never exceeded by keys that are made at once, through several connections', async () => {
      const account = await addAccount(store);
      const made = await atOnceThroughSeveral(stores, (each) => each.createKey(aKey(account), 10));
      expect(made.filter((isMade) => isMade)).toHaveLength(10);
    });
  });
}
