import type { Role } from '@cvq/contract';
import type { ControlStore, Subject } from '@cvq/storage';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { tries } from '../../histories.ts';
import { naiveReach, type World } from '../../naive-reach.ts';
import { anyWorld, buildWorld } from './any-world.ts';
import { addAccount, addKey, addProject, addUser, type ControlStores, link } from './stores.ts';

export function reachSuite(stores: ControlStores): void {
  describe('reach', () => {
    let store: ControlStore;
    beforeAll(() => {
      store = stores.shared();
    });
    const ids = async (subject: Subject, project?: string) =>
      (await store.reach(subject, project)).map(({ id }) => id);
    const ofKey = (keyId: string) => ids({ kind: 'key', keyId });
    const ofPerson = (userId: string, projects: readonly string[] | 'all' = 'all', asSuperadmin = false) =>
      ids({ kind: 'person', userId, projects, asSuperadmin });

    it('of a key that named a deleted project alone is nothing, and not all', async () => {
      const account = await addAccount(store);
      const gone = await addProject(store, account);
      await addProject(store, account);
      const key = await addKey(store, account, { projects: [gone] });
      expect(await ofKey(key)).toEqual([gone]);
      expect(await store.deleteProject(gone, NOON)).toBe(true);
      expect(await store.deleteProject(gone, NOON)).toBe(false);
      expect(await ofKey(key)).toEqual([]);
      expect((await store.listKeys()).find(({ id }) => id === key)?.projects).toEqual([]);
    });

    it('follows a project to another account', async () => {
      const [before, after] = [await addAccount(store), await addAccount(store)];
      const project = await addProject(store, before);
      const [left, named, right] = [
        await addKey(store, before),
        await addKey(store, before, { projects: [project] }),
        await addKey(store, after),
      ];
      expect(await store.changeProject(project, { accountId: after })).toBe(true);
      expect([await ofKey(left), await ofKey(named), await ofKey(right)]).toEqual([[], [], [project]]);
    });

    it('of a key and one project follows what anybody changes, at once', async () => {
      const account = await addAccount(store);
      const [one, two] = [await addProject(store, account), await addProject(store, account)];
      const keyId = await addKey(store, account, { projects: [one] });
      const other = await addKey(store, account, { projects: [two] });
      const reached = async () => [
        await ids({ kind: 'key', keyId }, one),
        await ids({ kind: 'key', keyId }, two),
        await ids({ kind: 'key', keyId: other }, two),
      ];
      expect(await reached()).toEqual([[one], [], [two]]);
      await store.changeProject(one, { name: 'Renamed' });
      expect((await store.reach({ kind: 'key', keyId }, one))[0]?.name).toBe('Renamed');
      expect(await reached()).toEqual([[one], [], [two]]);
      const beside = stores.beside();
      await beside.changeAccount(account, { suspendedAt: NOON });
      expect(await reached()).toEqual([[], [], []]);
      await beside.changeAccount(account, { suspendedAt: null });
      expect(await reached()).toEqual([[one], [], [two]]);
      await beside.deleteProject(one, NOON);
      expect(await reached()).toEqual([[], [], [two]]);
      await beside.close();
    });

    it('of an agency-wide key follows its clients, at once and both ways', async () => {
      const agency = await addAccount(store, { kind: 'agency' });
      const client = await addAccount(store);
      const [own, theirs] = [await addProject(store, agency), await addProject(store, client)];
      const wide = await addKey(store, agency, { agencyWide: true });
      const named = await addKey(store, agency, { projects: [theirs] });
      const plain = await addKey(store, agency);
      const reached = async () => [await ofKey(wide), await ofKey(named), await ofKey(plain)];
      expect(await reached()).toEqual([[own], [], [own]]);
      await link(store, agency, client);
      expect(await reached()).toEqual([[own, theirs], [theirs], [own]]);
      await store.endClient({ agencyId: agency, clientId: client }, NOON);
      expect(await reached()).toEqual([[own], [], [own]]);
    });

    it('of a suspended account is nothing, and nobody reaches it', async () => {
      const agency = await addAccount(store, { kind: 'agency' });
      const client = await addAccount(store);
      const project = await addProject(store, client);
      await link(store, agency, client);
      const [wide, key] = [await addKey(store, agency, { agencyWide: true }), await addKey(store, client)];
      await store.changeAccount(agency, { suspendedAt: NOON });
      expect([await ofKey(wide), await ofKey(key)]).toEqual([[], [project]]);
      await store.changeAccount(agency, { suspendedAt: null });
      await store.changeAccount(client, { suspendedAt: NOON });
      expect([await ofKey(wide), await ofKey(key)]).toEqual([[], []]);
    });

    it('has the highest role of a person in each project', async () => {
      const account = await addAccount(store);
      const [one, two] = [await addProject(store, account), await addProject(store, account)];
      const user = await addUser(store);
      await store.putMember(user, { accountId: account }, 'viewer');
      await store.putMember(user, { projectId: two }, 'admin');
      const subject = { kind: 'person', userId: user, projects: 'all', asSuperadmin: false } as const;
      const roles = (await store.reach(subject)).map(({ id, role }): [string, Role | null] => [id, role]);
      expect(roles).toEqual([
        [one, 'viewer'],
        [two, 'admin'],
      ]);
    });

    it('of a superadmin is everything only when they ask as one', async () => {
      const project = await addProject(store, await addAccount(store));
      const admin = await addUser(store, { isSuperadmin: true });
      expect(await ofPerson(admin)).toEqual([]);
      expect(await ofPerson(admin, 'all', true)).toContain(project);
      expect(await ofPerson(admin, [project], true)).toEqual([project]);
      const nobody = await addUser(store);
      expect(await ofPerson(nobody, 'all', true)).toEqual([]);
    });

    it('of who is unknown or disabled is nothing', async () => {
      const account = await addAccount(store);
      await addProject(store, account);
      const user = await addUser(store);
      await store.putMember(user, { accountId: account }, 'owner');
      await store.changeUser(user, { disabledAt: NOON });
      expect(await ofPerson(user)).toEqual([]);
      expect(await ofPerson('usr_nobody', 'all', true)).toEqual([]);
      expect(await ofKey('key_nobody')).toEqual([]);
      expect(await ids({ kind: 'account', accountId: 'acc_nobody' })).toEqual([]);
    });

    it('is what the visibility rule says, whoever asks and however all are related', async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, async (shape) => {
          const world: World = await buildWorld(store, shape);
          for (const subject of world.subjects) {
            const found = (await store.reach(subject)).filter(({ id }) => world.projects.has(id));
            const roles = Object.fromEntries(found.map(({ id, role }) => [id, role]));
            expect(roles).toEqual(naiveReach(world, subject));
            for (const project of world.projects.keys())
              expect(await ids(subject, project)).toEqual(project in roles ? [project] : []);
          }
        }),
        { numRuns: tries(40) },
      );
    });
  });
}
