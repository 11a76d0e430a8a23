import type { ControlStore, Integration } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, addProject, type ControlStores, fresh } from './stores.ts';

export function integrationsSuite(stores: ControlStores): void {
  describe('integrations with ad platforms', () => {
    let store: ControlStore;
    let project: string;
    beforeAll(async () => {
      store = stores.shared();
      project = await addProject(store, await addAccount(store));
    });

    const anIntegration = (given: Partial<Integration> = {}): Integration => ({
      id: fresh('int'),
      project,
      platform: 'google_ads',
      state: 'dry_run',
      account: '1234567890',
      loginAccount: null,
      spendAccount: null,
      actions: { purchase: '555' },
      send: 'matchable',
      credentials: Buffer.from([1, 2, 3]),
      credentialsVersion: 1,
      sendsFrom: NOON,
      problem: null,
      createdAt: NOON,
      ...given,
    });

    async function connected(given: Partial<Integration> = {}): Promise<Integration> {
      const of = await addProject(store, await addAccount(store));
      const integration = anIntegration({ project: of, ...given });
      expect(await store.createIntegration(integration)).toBe(true);
      return integration;
    }

    it('are found by id and listed by project, the oldest first, until they are removed', async () => {
      const google = await connected({ createdAt: NOON + 1 });
      const meta = anIntegration({
        project: google.project,
        platform: 'meta_ads',
        loginAccount: 'manager',
        spendAccount: 'act_1',
      });
      expect(await store.createIntegration(meta)).toBe(true);
      expect(await store.findIntegration(google.id)).toEqual(google);
      expect(await store.listIntegrations({ project: google.project })).toEqual([meta, google]);
      expect(await store.listIntegrations()).toEqual(expect.arrayContaining([google, meta]));
      expect(await store.hasIntegrations()).toBe(true);
      expect(await store.removeIntegration(google.id)).toBe(true);
      expect(await store.removeIntegration(google.id)).toBe(false);
      expect(await store.findIntegration(google.id)).toBeNull();
      expect(await store.listIntegrations({ project: google.project })).toEqual([meta]);
    });

    it('are one of each platform in a project, also where one was removed before', async () => {
      const former = await connected();
      const other = anIntegration({ project: former.project });
      expect(await store.createIntegration(other)).toBe(false);
      expect(await store.findIntegration(other.id)).toBeNull();
      await store.removeIntegration(former.id);
      expect(await store.createIntegration(other)).toBe(true);
    });

    it('keep what a change does not name', async () => {
      const integration = await connected({ loginAccount: 'manager' });
      const problem = { code: 'invalid_grant', message: 'The token was revoked.', at: NOON };
      const broken = { state: 'reconnect_required', problem } as const;
      expect(await store.changeIntegration(integration.id, broken)).toBe(true);
      expect(await store.findIntegration(integration.id)).toEqual({ ...integration, ...broken });
      await store.changeIntegration(integration.id, { problem: null, loginAccount: null, spendAccount: '7' });
      expect(await store.findIntegration(integration.id)).toEqual({
        ...integration,
        state: 'reconnect_required',
        loginAccount: null,
        spendAccount: '7',
      });
      expect(await store.changeIntegration('int_none', { state: 'paused' })).toBe(false);
    });

    it('take credentials of one of two who refresh them at once', async () => {
      const integration = await connected();
      const beside = stores.beside();
      const refreshed = (credentials: number) => ({ credentials: Buffer.from([credentials]) });
      expect(await beside.changeIntegration(integration.id, refreshed(7), 1)).toBe(true);
      expect(await store.changeIntegration(integration.id, refreshed(8), 1)).toBe(false);
      const found = await store.findIntegration(integration.id);
      expect(found).toEqual({ ...integration, ...refreshed(7), credentialsVersion: 2 });
      expect(await store.changeIntegration(integration.id, { state: 'paused' })).toBe(true);
      expect(await store.changeIntegration(integration.id, refreshed(9), 2)).toBe(true);
      await beside.close();
    });

    it('go with their project, with its credentials', async () => {
      const integration = await connected();
      await store.deleteProject(integration.project, NOON);
      expect(await store.findIntegration(integration.id)).toBeNull();
    });

    it('are heard of when they change', async () => {
      let heard = 0;
      const listening = store.onChange(() => {
        heard += 1;
      });
      const integration = await connected();
      const before = heard;
      await store.changeIntegration(integration.id, { state: 'paused' });
      await store.removeIntegration(integration.id);
      listening.stop();
      expect(heard).toBe(before + 2);
    });
  });
}
