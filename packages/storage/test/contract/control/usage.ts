import type { ControlStore } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { addAccount, addKey, type ControlStores, fresh } from './stores.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const MIDNIGHT = Date.parse('2026-11-21T00:00:00Z');
const ENOUGH = { perMinute: 1000, perDay: 1000, atOnce: 1000 };

export function usageSuite(stores: ControlStores): void {
  describe('usage', () => {
    let store: ControlStore;
    beforeAll(() => {
      store = stores.shared();
    });

    /** A request that is over at once: what it met, or nothing. */
    async function pass(name: string, limits: Partial<typeof ENOUGH>, at: number, by = store) {
      const admission = await by.admit(name, { ...ENOUGH, ...limits }, at);
      if ('refusedBy' in admission) return admission.refusedBy;
      await by.release(admission.slot);
      return null;
    }

    it('counts in minutes of the clock', async () => {
      const name = fresh('key');
      const last = MIDNIGHT + 5 * MINUTE - 1;
      expect(await pass(name, { perMinute: 2 }, last - MINUTE + 1)).toBeNull();
      expect(await pass(name, { perMinute: 2 }, last)).toBeNull();
      expect(await pass(name, { perMinute: 2 }, last)).toBe('minute');
      expect(await pass(name, { perMinute: 2 }, last + 1)).toBeNull();
    });

    it('counts in days of UTC', async () => {
      const name = fresh('key');
      const last = MIDNIGHT + DAY - 1;
      expect(await pass(name, { perDay: 2 }, MIDNIGHT)).toBeNull();
      expect(await pass(name, { perDay: 2 }, last)).toBeNull();
      expect(await pass(name, { perDay: 2 }, last)).toBe('day');
      expect(await pass(name, { perDay: 2 }, last + 1)).toBeNull();
    });

    it('counts what it refuses', async () => {
      const name = fresh('key');
      for (let count = 0; count < 3; count += 1) await pass(name, { perMinute: 1, perDay: 4 }, MIDNIGHT);
      expect(await pass(name, { perMinute: 1, perDay: 4 }, MIDNIGHT + MINUTE)).toBeNull();
      expect(await pass(name, { perMinute: 1, perDay: 4 }, MIDNIGHT + 2 * MINUTE)).toBe('day');
    });

    it('names the limit that lasts longest', async () => {
      const name = fresh('key');
      expect(await pass(name, { perMinute: 0, perDay: 0, atOnce: 0 }, MIDNIGHT)).toBe('day');
      expect(await pass(name, { perMinute: 0, atOnce: 0 }, MIDNIGHT)).toBe('minute');
      expect(await pass(name, { atOnce: 0 }, MIDNIGHT)).toBe('concurrency');
    });

    it('tells how many requests each name has made, and how many run', async () => {
      const [one, other] = [fresh('key'), fresh('key')];
      await pass(one, {}, MIDNIGHT);
      await pass(one, {}, MIDNIGHT + MINUTE);
      await pass(one, { perMinute: 1 }, MIDNIGHT + MINUTE);
      await store.admit(other, ENOUGH, MIDNIGHT + MINUTE);
      const made = await store.requestsMade(MIDNIGHT + MINUTE + 1);
      expect(made.get(one)).toEqual({ inMinute: 2, inDay: 3, atOnce: 0 });
      expect(made.get(other)).toEqual({ inMinute: 1, inDay: 1, atOnce: 1 });
      expect((await store.requestsMade(MIDNIGHT + 2 * MINUTE)).get(other)).toMatchObject({
        inMinute: 0,
        inDay: 1,
      });
      expect((await store.requestsMade(MIDNIGHT + DAY)).has(one)).toBe(false);
    });

    it('counts each name by itself', async () => {
      const [one, other] = [fresh('key'), fresh('key')];
      expect(await pass(one, { perMinute: 1 }, MIDNIGHT)).toBeNull();
      expect(await pass(one, { perMinute: 1 }, MIDNIGHT)).toBe('minute');
      expect(await pass(other, { perMinute: 1 }, MIDNIGHT)).toBeNull();
    });

    it('has as many slots as are allowed, and those that are given back', async () => {
      const name = fresh('key');
      const limits = { ...ENOUGH, atOnce: 2 };
      const first = await store.admit(name, limits, MIDNIGHT);
      expect(await store.admit(name, limits, MIDNIGHT)).toHaveProperty('slot');
      expect(await store.admit(name, limits, MIDNIGHT)).toEqual({ refusedBy: 'concurrency' });
      if ('slot' in first) await store.release(first.slot);
      expect(await store.admit(name, limits, MIDNIGHT)).toHaveProperty('slot');
      expect(await store.admit(name, limits, MIDNIGHT)).toEqual({ refusedBy: 'concurrency' });
    });

    it('frees after a minute the slots of a process that died', async () => {
      const name = fresh('key');
      const limits = { ...ENOUGH, atOnce: 1 };
      await store.admit(name, limits, MIDNIGHT);
      expect(await store.admit(name, limits, MIDNIGHT + MINUTE - 1)).toEqual({ refusedBy: 'concurrency' });
      expect(await store.admit(name, limits, MIDNIGHT + MINUTE)).toHaveProperty('slot');
    });

    it('locks nobody out after a clock was wrong', async () => {
      const name = fresh('key');
      for (let count = 0; count < 3; count += 1) await pass(name, { perDay: 1 }, MIDNIGHT + 400 * DAY);
      expect(await pass(name, { perDay: 1 }, MIDNIGHT)).toBeNull();
      expect(await pass(name, { perDay: 1 }, MIDNIGHT)).toBe('day');
    });

    it('is common to all processes, slots too, and outlasts them', async () => {
      const name = fresh('key');
      const other = stores.beside();
      expect(await pass(name, { perMinute: 2 }, MIDNIGHT)).toBeNull();
      expect(await pass(name, { perMinute: 2 }, MIDNIGHT, other)).toBeNull();
      expect(await pass(name, { perMinute: 2 }, MIDNIGHT)).toBe('minute');
      await other.admit(name, ENOUGH, MIDNIGHT + MINUTE);
      await other.close();
      const later = stores.beside();
      expect(await pass(name, { perMinute: 2 }, MIDNIGHT, later)).toBe('minute');
      expect(await pass(name, { atOnce: 1 }, MIDNIGHT + MINUTE, later)).toBe('concurrency');
      await later.close();
    });

    it('is no change of the store', async () => {
      const other = stores.beside();
      await Promise.all([store.catchUp(), other.catchUp()]);
      let heard = 0;
      const listening = [store, other].map((each) =>
        each.onChange(() => {
          heard += 1;
        }),
      );
      await pass(fresh('key'), {}, MIDNIGHT);
      await store.noteUse(fresh('key'), MIDNIGHT);
      await Promise.all([store.catchUp(), other.catchUp()]);
      expect(heard).toBe(0);
      for (const each of listening) each.stop();
      await other.close();
    });

    it('tells when a key was used last, in whatever order that was noted', async () => {
      const key = await addKey(store, await addAccount(store));
      const lastUse = async () => (await store.listKeys()).find(({ id }) => id === key)?.lastUsedAt;
      expect(await lastUse()).toBeNull();
      await store.noteUse(key, MIDNIGHT + 1);
      await store.noteUse(key, MIDNIGHT);
      expect(await lastUse()).toBe(MIDNIGHT + 1);
    });
  });
}
