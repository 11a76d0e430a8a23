import type { ControlStore, Member, MemberPlace } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, addProject, addUser, aKey, aUser, type ControlStores, fresh } from './stores.ts';

export function peopleSuite(stores: ControlStores): void {
  describe('people', () => {
    let store: ControlStore;
    beforeAll(() => {
      store = stores.shared();
    });

    it('are found by id and by e-mail address, without the hash of their password', async () => {
      const { passwordHash, ...user } = aUser({ passwordHash: '$argon2id$secret' });
      expect(await store.createUser({ ...user, passwordHash })).toBe(true);
      expect(await store.findUser(user.id)).toEqual({ ...user });
      expect(JSON.stringify(await store.findUser(user.email))).not.toContain('argon2id');
      expect(await store.listUsers()).toContainEqual(expect.objectContaining({ id: user.id }));
      expect(await store.findUser('nobody@example.com')).toBeNull();
    });

    it('have an e-mail address each', async () => {
      const user = aUser();
      await store.createUser(user);
      expect(await store.createUser(aUser({ email: user.email }))).toBe(false);
      expect(await store.findUser(user.email)).toMatchObject({ id: user.id });
    });

    it('change in what is named, and in nothing else', async () => {
      const { passwordHash: _, ...user } = aUser();
      await store.createUser({ ...user, passwordHash: null });
      expect(await store.changeUser(user.id, { disabledAt: NOON })).toBe(true);
      expect(await store.findUser(user.id)).toEqual({ ...user, disabledAt: NOON });
      expect(await store.changeUser(user.id, { disabledAt: null, isSuperadmin: true })).toBe(true);
      expect(await store.findUser(user.id)).toEqual({ ...user, isSuperadmin: true });
      expect(await store.changeUser('usr_nobody', { name: 'X' })).toBe(false);
      expect(await store.changeUser(user.email, { name: 'X' })).toBe(false);
    });

    it('go with their memberships, while the keys that they made stay', async () => {
      const account = await addAccount(store);
      const user = await addUser(store);
      await store.putMember(user, { accountId: account }, 'admin');
      const key = aKey(account, { createdBy: user });
      await store.createKey(key);
      expect(await store.findKey(key.tokenHash)).toMatchObject({ createdBy: user });
      expect(await store.deleteUser(user)).toBe('done');
      expect(await store.deleteUser(user)).toBe('no_user');
      expect(await store.findKey(key.tokenHash)).toMatchObject({ createdBy: null, revokedAt: null });
      expect((await store.listMembers()).filter(({ userId }) => userId === user)).toEqual([]);
    });
  });

  it('keeps a person while an account has no other owner who can act', async () => {
    const store = stores.shared();
    const accountId = await addAccount(store);
    const [user, other] = [await addUser(store), await addUser(store)];
    await store.putMember(user, { accountId }, 'owner');
    expect(await store.deleteUser(user)).toEqual({ lastOwnerOf: accountId });
    expect(await store.findMember(user, { accountId })).toMatchObject({ role: 'owner' });
    await store.putMember(other, { accountId }, 'owner');
    expect(await store.deleteUser(user)).toBe('done');
  });

  describe('members', () => {
    let store: ControlStore;
    beforeAll(() => {
      store = stores.shared();
    });
    const membersOf = async (user: string): Promise<Member[]> =>
      (await store.listMembers()).filter(({ userId }) => userId === user);
    const isIn =
      (place: MemberPlace) =>
      (member: Member): boolean =>
        JSON.stringify(member.place) === JSON.stringify(place);

    it('have one role in each place, the last that was given', async () => {
      const user = await addUser(store);
      const accountId = await addAccount(store);
      const projectId = await addProject(store, accountId);
      await store.putMember(user, { accountId }, 'viewer');
      await store.putMember(user, { projectId }, 'member');
      await store.putMember(user, { accountId }, 'admin');
      expect(await membersOf(user)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ place: { accountId }, role: 'admin', clients: 'all' }),
          expect.objectContaining({ place: { projectId }, role: 'member', clients: 'all' }),
        ]),
      );
      expect(await store.findMember(user, { accountId })).toEqual(
        (await membersOf(user)).find(isIn({ accountId })),
      );
      expect(await store.findMember(user, { projectId })).toEqual(
        (await membersOf(user)).find(isIn({ projectId })),
      );
      expect(await store.findMember(user, { accountId: projectId })).toBeNull();
      expect(await store.removeMember(user, { accountId })).toBe('done');
      expect(await store.findMember(user, { accountId })).toBeNull();
      expect(await store.removeMember(user, { accountId })).toBe('no_member');
      expect((await membersOf(user)).map(({ place }) => place)).toEqual([{ projectId }]);
    });

    it('must be people, in places that exist', async () => {
      const accountId = await addAccount(store);
      await expect(store.putMember('usr_nobody', { accountId }, 'viewer')).rejects.toThrow();
      const user = await addUser(store);
      await expect(store.putMember(user, { accountId: 'acc_none' }, 'viewer')).rejects.toThrow();
      await expect(store.putMember(user, { projectId: 'proj_none' }, 'viewer')).rejects.toThrow();
    });

    it('of an agency may be restricted to clients, to none, and to none no more', async () => {
      const user = await addUser(store);
      const agency = await addAccount(store, { kind: 'agency' });
      const [one, two] = [await addAccount(store), await addAccount(store)];
      expect(await store.restrictMember(user, agency, [one])).toBe('no_member');
      await store.putMember(user, { accountId: agency }, 'member');
      for (const clients of [[one, two], [two], [], 'all'] as const) {
        expect(await store.restrictMember(user, agency, clients)).toBe('done');
        expect((await membersOf(user))[0]?.clients).toEqual(clients);
        expect((await store.findMember(user, { accountId: agency }))?.clients).toEqual(clients);
      }
    });

    it('leave no account without an owner who can act, however many go at the same moment', async () => {
      const accountId = await addAccount(store, { kind: 'agency' });
      const owners = [await addUser(store), await addUser(store), await addUser(store)];
      const [one, two, disabled] = owners as [string, string, string];
      for (const owner of owners) expect(await store.putMember(owner, { accountId }, 'owner')).toBe('done');
      await store.changeUser(disabled, { disabledAt: NOON });
      const going = [store.removeMember(one, { accountId }), store.putMember(two, { accountId }, 'viewer')];
      expect(await Promise.all(going)).toEqual(['done', 'last_owner']);
      expect(await store.restrictMember(two, accountId, [])).toBe('last_owner');
      expect(await store.removeMember(two, { accountId })).toBe('last_owner');
      expect((await store.findMember(two, { accountId }))?.role).toBe('owner');
      expect(await store.removeMember(disabled, { accountId })).toBe('done');
    });

    it('take the invitations that they made along when they lose their role there, and no others', async () => {
      const [accountId, elsewhere] = [await addAccount(store), await addAccount(store)];
      const projectId = await addProject(store, accountId);
      const user = await addUser(store);
      const invite = (place: MemberPlace) => addInvitation(store, { place, createdBy: user });
      await store.putMember(user, { accountId }, 'admin');
      const [kept, ...lost] = [await invite({ accountId: elsewhere }), await invite({ accountId })];
      lost.push(await invite({ projectId }));
      await store.putMember(user, { accountId }, 'viewer');
      const open = (await store.listInvitations(NOON)).map(({ id }) => id);
      expect([kept, ...lost].filter((id) => open.includes(id))).toEqual([kept]);
    });

    it('of an agency take them along when it ends for a client', async () => {
      const [agencyId, clientId] = [await addAccount(store, { kind: 'agency' }), await addAccount(store)];
      const projectId = await addProject(store, clientId);
      const [ofAgency, ofClient] = [await addUser(store), await addUser(store)];
      await store.putMember(ofAgency, { accountId: agencyId }, 'admin');
      await store.putMember(ofClient, { accountId: clientId }, 'admin');
      const [lost, kept] = [
        await addInvitation(store, { place: { projectId }, createdBy: ofAgency }),
        await addInvitation(store, { place: { projectId }, createdBy: ofClient }),
      ];
      await store.inviteClient({ id: fresh('rel'), agencyId, clientId }, NOON);
      await store.endClient({ agencyId, clientId }, NOON);
      const open = (await store.listInvitations(NOON)).map(({ id }) => id);
      expect([lost, kept].filter((id) => open.includes(id))).toEqual([kept]);
    });

    it('who leave and come back are not restricted as before', async () => {
      const user = await addUser(store);
      const agency = await addAccount(store, { kind: 'agency' });
      await store.putMember(user, { accountId: agency }, 'member');
      await store.restrictMember(user, agency, []);
      await store.removeMember(user, { accountId: agency });
      await store.putMember(user, { accountId: agency }, 'member');
      expect((await membersOf(user))[0]?.clients).toBe('all');
    });
  });
}

async function addInvitation(
  store: ControlStore,
  { place, createdBy }: { place: MemberPlace; createdBy: string },
): Promise<string> {
  const id = fresh('lnk');
  const invited = { email: `${fresh('new')}@example.com`, place, role: 'viewer' } as const;
  const times = { createdAt: NOON, expiresAt: NOON + 1000 };
  await store.putLink({
    id,
    kind: 'invitation',
    userId: null,
    invited,
    createdBy,
    ...times,
    tokenHash: fresh('hash'),
  });
  return id;
}
