import { describe, expect, it } from 'vitest';
import { DAY, NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, addProject, type ControlStores } from './stores.ts';

const RECEIPT = {
  ...{ users: 1, visitors: 2, events: 3, conversions: 1, sessions: 2, values: 4, userData: 1 },
  ...{
    deliveries: 1,
    adDeliveries: 1,
    adDeliveriesTaken: 1,
    adDeliveriesMaybeTaken: 1,
    texts: 1,
    isLogCleared: true,
  },
};

/** Erasures that were asked for, and who is at one. */
export function erasureRequestsSuite(stores: ControlStores): void {
  const sealed = Uint8Array.of(1, 2, 3);

  describe('erasures that were asked for', () => {
    it('that a clock which was ahead has put off are due once it is right, and keep no other back', async () => {
      const store = stores.shared();
      const project = await addProject(store, await addAccount(store));
      const ahead = NOON + 400 * DAY;
      for (const id of ['era_held', 'era_late'])
        await store.addErasure({
          id,
          projectId: project,
          by: 'email',
          requestedAt: ahead,
          sealed: Buffer.from([1]),
        });
      expect(await store.claimErasure(ahead, ahead + 10)).toMatchObject({ id: 'era_held' });
      expect(await store.nextErasureAt(NOON)).toBe(NOON);
      for (const id of ['era_held', 'era_late']) {
        expect(await store.claimErasure(NOON, NOON + 10)).toMatchObject({ id });
        await store.finishErasure(id, NOON, null);
      }
    });

    it('are done one at a time, the oldest first, and taken up by another once nobody holds them', async () => {
      const store = stores.shared();
      const project = await addProject(store, await addAccount(store));
      const asked = (id: string, requestedAt: number) => ({
        ...{ id, projectId: project, by: 'email' as const, requestedAt, sealed },
      });
      expect(await store.nextErasureAt(NOON)).toBeNull();
      await store.addErasure(asked('era_2', NOON + 1));
      await store.addErasure(asked('era_1', NOON));
      expect(await store.nextErasureAt(NOON)).toBe(NOON);
      expect(await store.claimErasure(NOON - 1, NOON + 10)).toBeNull();
      const found = await store.claimErasure(NOON + 5, NOON + 10);
      expect(found).toMatchObject({ id: 'era_1', projectId: project, by: 'email' });
      expect(Uint8Array.from(found?.sealed ?? [])).toEqual(sealed);
      expect(await store.claimErasure(NOON + 9, NOON + 20)).toBeNull();
      await store.holdErasure('era_1', NOON + 15);
      expect(await store.claimErasure(NOON + 14, NOON + 20)).toBeNull();
      expect(await store.claimErasure(NOON + 15, NOON + 30)).toMatchObject({ id: 'era_1' });
      await store.releaseErasure('era_1', NOON + 100);
      expect(await store.claimErasure(NOON + 20, NOON + 30)).toMatchObject({ id: 'era_2' });
      await store.finishErasure('era_2', NOON + 21, RECEIPT);
      expect(await store.nextErasureAt(NOON)).toBe(NOON + 100);
      expect(await store.claimErasure(NOON + 100, NOON + 130)).toMatchObject({ id: 'era_1' });
      await store.finishErasure('era_1', NOON + 101, null);
      expect(await store.nextErasureAt(NOON)).toBeNull();
      const told = { projectId: project, by: 'email' };
      expect(await store.listErasures(project, 10)).toEqual([
        {
          ...{ ...told, id: 'era_2', requestedAt: NOON + 1, attempts: 1 },
          ...{ finishedAt: NOON + 21, receipt: RECEIPT },
        },
        {
          ...{ ...told, id: 'era_1', requestedAt: NOON, attempts: 3 },
          ...{ finishedAt: NOON + 101, receipt: null },
        },
      ]);
      expect(await store.findErasure('era_2')).toMatchObject({ receipt: RECEIPT });
      expect(await store.findErasure('era_none')).toBeNull();
    });
  });
}
