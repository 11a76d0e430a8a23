import type { ControlStore } from '@cvq/storage';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, addProject, aKey, type ControlStores, fresh } from './stores.ts';

export function changesSuite(stores: ControlStores): void {
  describe('a change of the store', () => {
    let store: ControlStore;
    let other: ControlStore;
    let account: string;
    let heard: number;
    beforeEach(async () => {
      store = stores.beside();
      other = stores.beside();
      account = await addAccount(store);
      await other.catchUp();
      heard = 0;
    });
    afterEach(async () => {
      await store.close();
      await other.close();
    });

    function listenTo(one: ControlStore): void {
      const listening = one.onChange(() => {
        heard += 1;
      });
      onTestFinished(() => listening.stop());
    }

    it('is heard before it resolves, of every kind', async () => {
      listenTo(store);
      const key = aKey(account);
      const changes = [
        () => addAccount(store),
        () => addProject(store, account),
        () => store.createKey(key),
        () => store.revokeKey(key.id, NOON),
        () => store.changeAccount(account, { plan: 'starter' }),
        () => store.putSetting(fresh('setting'), 'one'),
      ];
      for (const [index, change] of changes.entries()) {
        await change();
        expect(heard).toBe(index + 1);
      }
    });

    it('by another process is heard by who catches up, each time', async () => {
      listenTo(store);
      for (const count of [1, 2, 3]) {
        await other.putSetting(fresh('setting'), 'one');
        await store.catchUp();
        expect(heard).toBe(count);
        await store.catchUp();
        expect(heard).toBe(count);
      }
    });

    it('by another process is heard though nobody asks', async () => {
      const told = new Promise<void>((resolve) => {
        const listening = store.onChange(resolve);
        onTestFinished(() => listening.stop());
      });
      await addProject(other, account);
      await told;
    });

    it('is not what is read, opened, refused or done to nothing', async () => {
      listenTo(store);
      await store.listProjects();
      await store.findKey('none');
      await store.getSetting('none');
      await store.check();
      const third = stores.beside();
      await third.listKeys();
      await third.close();
      await expect(
        store.createAccount({ id: account, kind: 'customer', name: 'Again', plan: 'starter' }, NOON),
      ).rejects.toThrow();
      expect(await store.revokeKey('key_none', NOON)).toBe(false);
      expect(await store.changeProject('proj_none', { name: 'Renamed' })).toBe(false);
      await store.catchUp();
      expect(heard).toBe(0);
    });

    it('is heard by each who listens, until they stop', async () => {
      const calls: string[] = [];
      const first = store.onChange(() => void calls.push('first'));
      store.onChange(() => void calls.push('second'));
      await addProject(store, account);
      first.stop();
      await addProject(store, account);
      expect(calls).toEqual(['first', 'second', 'second']);
    });

    it('has what is cached read anew, once, also where reading failed before', async () => {
      const outcomes = ['read', 'failed', 'read'];
      const reads: unknown[] = [];
      const refresh = store.readOnChange(async () => {
        const outcome = outcomes[reads.length];
        reads.push(outcome);
        if (outcome === 'failed') throw new Error('The disk stumbled');
      });
      await refresh();
      await refresh();
      expect(reads).toEqual(['read']);
      await addProject(other, account);
      await expect(refresh()).rejects.toThrow('The disk stumbled');
      await refresh();
      await refresh();
      expect(reads).toEqual(outcomes);
    });

    it('that comes while what is cached is read has it read once more', async () => {
      let reads = 0;
      const refresh = store.readOnChange(async () => {
        reads += 1;
        if (reads === 1) await addProject(other, account);
      });
      await refresh();
      await refresh();
      await refresh();
      expect(reads).toBe(2);
    });
  });
}
