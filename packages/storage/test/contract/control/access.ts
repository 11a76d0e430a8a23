import type { Role } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, addUser, aUser, type ControlStores, fresh, hashOf } from './stores.ts';

const MINUTE_MS = 60_000;

/** Sessions of the dashboard, links to it, and attempts to sign in. */
export function accessSuite(stores: ControlStores): void {
  describe('sessions of the dashboard', () => {
    let store: ControlStore;
    beforeAll(() => {
      store = stores.shared();
    });

    async function addSession(userId: string | null, createdAt = NOON) {
      const id = fresh('ses');
      const session = { id, userId, createdAt, provenAt: null, network: '10.0.0.0', browser: 'Firefox' };
      await store.createSession({ ...session, tokenHash: hashOf(id) });
      return id;
    }
    const find = (id: string, now = NOON) => store.findSession(hashOf(id), now);

    it('are found by the hash of their token, and told of their use', async () => {
      const user = await addUser(store);
      const id = await addSession(user);
      expect(await find(id)).toEqual({
        ...{ id, userId: user, createdAt: NOON, lastSeenAt: NOON, provenAt: null },
        ...{ network: '10.0.0.0', browser: 'Firefox', isRenewalDue: false },
      });
      await store.changeSession(id, { lastSeenAt: NOON + 1 });
      await store.changeSession(id, { provenAt: NOON + 2 });
      expect(await find(id)).toMatchObject({ lastSeenAt: NOON + 1, provenAt: NOON + 2 });
      expect(await find('ses_none')).toBeNull();
      expect((await store.listSessions(user)).map((session) => session.id)).toEqual([id]);
    });

    it('end by a new password, by being disabled, and with their person', async () => {
      for (const change of [{ passwordHash: '$x' }, { passwordHash: null }, { disabledAt: NOON }]) {
        const [user, other] = [await addUser(store), await addUser(store)];
        const [id, others] = [await addSession(user), await addSession(other)];
        await store.changeUser(user, { name: 'Bea', disabledAt: null });
        expect(await find(id)).not.toBeNull();
        await store.changeUser(user, change);
        expect(await find(id)).toBeNull();
        expect(await find(others)).not.toBeNull();
        await store.deleteUser(other);
        expect(await find(others)).toBeNull();
      }
    });

    it('are to be renewed after any change of the role, once, and the token before is good for a moment', async () => {
      const account = await addAccount(store, { kind: 'agency' });
      const user = await addUser(store);
      const id = await addSession(user);
      const place = { accountId: account };
      const changes = [
        () => store.putMember(user, place, 'viewer'),
        () => store.restrictMember(user, account, []),
        () => store.removeMember(user, place),
        () => store.changeUser(user, { isSuperadmin: true }),
      ];
      let token = id;
      for (const change of changes) {
        expect(await find(token)).toMatchObject({ isRenewalDue: false });
        await change();
        expect(await find(token)).toMatchObject({ isRenewalDue: true });
        const next = fresh('token');
        const both = [next, fresh('token')].map((one) => store.renewSession(id, hashOf(one), NOON + 10));
        expect(await Promise.all(both)).toEqual([true, false]);
        expect(await find(token, NOON + 9)).not.toBeNull();
        expect(await find(token, NOON + 10)).toBeNull();
        token = next;
      }
    });

    it('end by age and by disuse', async () => {
      const user = await addUser(store);
      const [old, unused, used] = [
        await addSession(user, NOON - 100),
        await addSession(user, NOON - 50),
        await addSession(user, NOON - 50),
      ];
      await store.changeSession(old, { lastSeenAt: NOON });
      await store.changeSession(used, { lastSeenAt: NOON });
      await store.endSessionsBefore({ created: NOON - 99, seen: NOON - 49 });
      expect([await find(old), await find(unused)]).toEqual([null, null]);
      expect(await find(used)).not.toBeNull();
      expect(await store.endSession(used)).toBe(true);
      expect(await store.endSession(used)).toBe(false);
    });
  });

  describe('links', () => {
    let store: ControlStore;
    beforeAll(() => {
      store = stores.shared();
    });

    async function addLink(kind: 'invitation' | 'reset', given: { userId?: string; email?: string }) {
      const { userId = null, email = null } = given;
      const id = fresh('lnk');
      const place = { accountId: await addAccount(store) };
      const invited = email === null ? null : { email, place, role: 'member' as const };
      const times = { createdAt: NOON, expiresAt: NOON + MINUTE_MS };
      const link = { id, kind, userId, invited, createdBy: null, ...times };
      expect(await store.putLink({ ...link, tokenHash: hashOf(id) })).toBe(true);
      return link;
    }

    it('replace those for the same, and are good until their time', async () => {
      const user = await addUser(store);
      const earlier = await addLink('reset', { userId: user });
      const other = await addLink('reset', { userId: await addUser(store) });
      const link = await addLink('reset', { userId: user });
      expect(await store.findLink(hashOf(earlier.id), NOON)).toBeNull();
      expect(await store.findLink(hashOf(other.id), NOON)).toEqual(other);
      expect(await store.findLink(hashOf(link.id), NOON + MINUTE_MS - 1)).toEqual(link);
      expect(await store.findLink(hashOf(link.id), NOON + MINUTE_MS)).toBeNull();
      expect(await store.redeemLink(hashOf(link.id), NOON + MINUTE_MS, {})).toBe('gone');
    });

    it('are redeemed once, by one of two processes, in one step with what they are for', async () => {
      const beside = stores.beside();
      const email = `${fresh('new')}@example.com`;
      const link = await addLink('invitation', { email });
      expect(await store.listInvitations(NOON)).toContainEqual(link);
      const redeem = (at: ControlStore) => {
        const user = aUser({ email: `${fresh('new')}@example.com` });
        const place = link.invited?.place ?? { accountId: '' };
        const member = { userId: user.id, place, role: 'member' as const };
        return at.redeemLink(hashOf(link.id), NOON, { user, member });
      };
      const redeemed = await Promise.all([redeem(store), redeem(beside)]);
      expect(redeemed).toEqual(expect.arrayContaining([{ role: 'member' }, 'gone']));
      const members = await store.listMembers();
      const place = link.invited?.place;
      expect(members.filter((member) => JSON.stringify(member.place) === JSON.stringify(place))).toHaveLength(
        1,
      );
      await beside.close();
    });

    it('never lower the role that somebody has meanwhile, and tell which it is', async () => {
      const user = await addUser(store);
      const beforeIt = async (role: Role | null) => {
        const link = await addLink('invitation', { email: `${fresh('new')}@example.com` });
        const place = link.invited?.place ?? { accountId: '' };
        if (role !== null) await store.putMember(user, place, role);
        const member = { userId: user, place, role: 'member' as const };
        const redeemed = await store.redeemLink(hashOf(link.id), NOON, { member });
        expect(redeemed).toEqual({ role: (await store.findMember(user, place))?.role });
        return redeemed;
      };
      for (const role of ['owner', 'admin', 'member'] as const)
        expect(await beforeIt(role)).toEqual({ role });
      for (const role of ['viewer', null] as const) expect(await beforeIt(role)).toEqual({ role: 'member' });
    });

    it('are good for another try where the e-mail address is taken', async () => {
      const taken = aUser();
      await store.createUser(taken);
      const link = await addLink('invitation', { email: taken.email });
      const user = aUser({ email: taken.email });
      expect(await store.redeemLink(hashOf(link.id), NOON, { user })).toBe('taken');
      expect(await store.findLink(hashOf(link.id), NOON)).toEqual(link);
      expect(await store.removeLink(link.id)).toBe(true);
      expect(await store.removeLink(link.id)).toBe(false);
    });

    it('for the first person are refused once there is one', async () => {
      await addUser(store);
      expect(await store.hasPeople()).toBe(true);
      const times = { createdAt: NOON, expiresAt: NOON + MINUTE_MS };
      for (const kind of ['set_up', 'demo'] as const) {
        const link = { id: fresh('lnk'), kind, userId: null, invited: null, createdBy: null, ...times };
        expect(await store.putLink({ ...link, tokenHash: hashOf(link.id) })).toBe(false);
      }
    });
  });

  describe('attempts to sign in', () => {
    const doubling = (name: string) =>
      ({ name, free: 2, windowMs: MINUTE_MS * 60, afterwards: 'doubling' }) as const;
    const window = (name: string) => ({ name, free: 3, windowMs: MINUTE_MS, afterwards: 'window' }) as const;

    it('wait after the free ones, longer each time, until a pause or a success', async () => {
      const [store, limit] = [stores.shared(), doubling(fresh('name'))];
      const count = (now: number) => store.countAttempt([limit], now);
      expect([await count(NOON), await count(NOON)]).toEqual([null, null]);
      expect(await count(NOON)).toBe(NOON + 1000);
      expect(await count(NOON + 1000)).toBeNull();
      expect(await count(NOON + 1000)).toBe(NOON + 3000);
      await store.forgiveAttempt({ all: [limit.name], one: [] });
      expect([await count(NOON), await count(NOON)]).toEqual([null, null]);
      expect(await count(NOON)).toBe(NOON + 1000);
      expect(await count(NOON + 60 * MINUTE_MS)).toBeNull();
      expect(await count(NOON + 60 * MINUTE_MS)).toBeNull();
    });

    it('of a clock that was ahead lock nobody out once it is right, and those of one a little ahead count', async () => {
      const store = stores.shared();
      for (const limit of [doubling(fresh('name')), window(fresh('name'))]) {
        const count = (now: number) => store.countAttempt([limit], now);
        while ((await count(NOON + 576_000 * MINUTE_MS)) === null);
        expect(await count(NOON)).toBeNull();
        while ((await count(NOON)) === null);
        expect(await count(NOON - 5000)).toBeGreaterThan(NOON);
      }
    });

    it('count for every name or for none, in a window, for all processes', async () => {
      const [store, beside] = [stores.shared(), stores.beside()];
      const [one, other] = [window(fresh('name')), window(fresh('name'))];
      for (let count = 0; count < 3; count += 1)
        expect(await (count % 2 ? store : beside).countAttempt([one], NOON + count)).toBeNull();
      expect(await store.countAttempt([other, one], NOON + 3)).toBe(NOON + MINUTE_MS);
      for (let count = 0; count < 3; count += 1)
        expect(await store.countAttempt([other], NOON + 3)).toBeNull();
      expect(await store.countAttempt([other], NOON + 3)).toBe(NOON + 3 + MINUTE_MS);
      await store.forgiveAttempt({ all: [], one: [other.name] });
      expect(await beside.countAttempt([other, one], NOON + MINUTE_MS)).toBeNull();
      await beside.close();
    });
  });
}
