import type { ControlStore, WebhookEndpoint } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, addProject, atOnceThroughSeveral, type ControlStores, fresh } from './stores.ts';

export function webhooksSuite(stores: ControlStores): void {
  describe('webhook endpoints', () => {
    let store: ControlStore;
    beforeAll(() => {
      store = stores.shared();
    });

    const anEndpoint = (project: string, given: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
      id: fresh('whe'),
      project,
      url: 'https://receiver.example/',
      events: ['purchase'],
      enabled: true,
      createdAt: NOON,
      secrets: [{ sealed: Buffer.from([1, 2, 3]), createdAt: NOON, leadsFrom: NOON, endsAt: null }],
      ...given,
    });

    it('are found by id, with their secrets, until they are removed', async () => {
      const project = await addProject(store, await addAccount(store));
      const endpoint = anEndpoint(project);
      const other = anEndpoint(project);
      await store.createWebhook(endpoint);
      await store.createWebhook(other);
      expect(await store.findWebhook(endpoint.id)).toEqual(endpoint);
      const rotation = {
        former: Buffer.from([1, 2, 3]),
        sealed: Buffer.from([4]),
        at: NOON + 1,
        leadsFrom: NOON + 2,
        formerEndsAt: NOON + 3,
      };
      expect(await store.rotateWebhookSecret(endpoint.id, rotation)).toBe('done');
      expect(await store.rotateWebhookSecret(endpoint.id, rotation)).toBe('overtaken');
      expect(await store.rotateWebhookSecret('whe_none', rotation)).toBe('unknown');
      const found = await store.findWebhook(endpoint.id);
      expect(found?.secrets.map(({ endsAt }) => endsAt)).toEqual([null, NOON + 3]);
      expect((await store.listWebhooks()).find(({ id }) => id === endpoint.id)).toEqual(found);
      expect(await store.removeWebhook(endpoint.id)).toBe(true);
      expect(await store.findWebhook(endpoint.id)).toBeNull();
      expect(await store.findWebhook(other.id)).toEqual(other);
    });

    it('are listed by project', async () => {
      const account = await addAccount(store);
      const [one, two, none] = [
        await addProject(store, account),
        await addProject(store, account),
        await addProject(store, account),
      ];
      const endpoints = [anEndpoint(one), anEndpoint(two), anEndpoint(one, { createdAt: NOON + 1 })];
      for (const endpoint of endpoints) await store.createWebhook(endpoint);
      expect(await store.listWebhooks({ project: one })).toEqual([endpoints[0], endpoints[2]]);
      expect(await store.listWebhooks({ project: none })).toEqual([]);
      expect(await store.hasWebhooks()).toBe(true);
    });

    it('are never more of a project than are asked for, also made at once through several connections', async () => {
      const account = await addAccount(store);
      const [project, other] = [await addProject(store, account), await addProject(store, account)];
      await store.createWebhook(anEndpoint(other));
      const made = await atOnceThroughSeveral(stores, (each) => each.createWebhook(anEndpoint(project), 10));
      expect(made.filter((isMade) => isMade)).toHaveLength(10);
      expect(await store.listWebhooks({ project })).toHaveLength(10);
      expect(await store.createWebhook(anEndpoint(project), 11)).toBe(true);
      expect(await store.createWebhook(anEndpoint(project), 11)).toBe(false);
    });
  });
}
