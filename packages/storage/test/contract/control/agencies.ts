import type { ControlStore } from '@cvq/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, type ControlStores, fresh } from './stores.ts';

export function agenciesSuite(stores: ControlStores): void {
  describe('an agency and a client', () => {
    let store: ControlStore;
    let pair: { agencyId: string; clientId: string };
    beforeEach(async () => {
      store = stores.shared();
      pair = {
        agencyId: await addAccount(store, { kind: 'agency' }),
        clientId: await addAccount(store),
      };
    });
    const invite = (at: number) => store.inviteClient({ id: fresh('rel'), ...pair }, at);
    const history = async () =>
      (await store.listClients())
        .filter(({ agencyId }) => agencyId === pair.agencyId)
        .map(({ status, createdAt, startedAt, endedAt }) => [status, createdAt, startedAt, endedAt]);

    it('go from invited to active to ended, and keep the times', async () => {
      expect(await invite(NOON)).toBe(true);
      expect(await history()).toEqual([['invited', NOON, null, null]]);
      expect(await store.acceptClient(pair, NOON + 1)).toBe(true);
      expect(await history()).toEqual([['active', NOON, NOON + 1, null]]);
      expect(await store.endClient(pair, NOON + 2)).toBe(true);
      expect(await history()).toEqual([['ended', NOON, NOON + 1, NOON + 2]]);
    });

    it('start anew after the end, and the history stays', async () => {
      await invite(NOON);
      await store.acceptClient(pair, NOON);
      await store.endClient(pair, NOON);
      expect(await invite(NOON + 1)).toBe(true);
      expect((await history()).map(([status]) => status)).toEqual(['ended', 'invited']);
    });

    it('are invited once at a time', async () => {
      await invite(NOON);
      expect(await invite(NOON + 1)).toBe(false);
      await store.acceptClient(pair, NOON);
      expect(await invite(NOON + 1)).toBe(false);
      expect(await history()).toHaveLength(1);
    });

    it('take no step that is not open', async () => {
      expect(await store.acceptClient(pair, NOON)).toBe(false);
      expect(await store.endClient(pair, NOON)).toBe(false);
      await invite(NOON);
      expect(await store.endClient(pair, NOON)).toBe(true);
      expect(await store.acceptClient(pair, NOON)).toBe(false);
      expect(await store.endClient(pair, NOON)).toBe(false);
    });

    it('are found as a pair: as they stand now, else as they stood last', async () => {
      expect(await store.findClient(pair)).toBeNull();
      await invite(NOON);
      expect(await store.findClient(pair)).toMatchObject({ ...pair, status: 'invited', createdAt: NOON });
      await store.endClient(pair, NOON + 1);
      expect(await store.findClient(pair)).toMatchObject({ status: 'ended', endedAt: NOON + 1 });
      // By a clock that was set back meanwhile.
      await invite(NOON - 1);
      expect(await store.findClient(pair)).toMatchObject({ status: 'invited', createdAt: NOON - 1 });
      const swapped = { agencyId: pair.clientId, clientId: pair.agencyId };
      expect(await store.findClient(swapped)).toBeNull();
    });

    it('are two', async () => {
      const { agencyId } = pair;
      const own = { id: fresh('rel'), agencyId, clientId: agencyId };
      await expect(store.inviteClient(own, NOON)).rejects.toThrow();
    });
  });
}
