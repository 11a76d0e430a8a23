import type { AuthorizationCode, ControlStore, GrantRecord } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../../../../test/builders/event-records.ts';
import { addUser, type ControlStores, fresh, hashOf } from './stores.ts';

const SCOPES = ['projects:read', 'analytics:read'] as const;
const REQUEST = {
  ...{ applicationId: 'app_1', applicationName: 'Analyst', redirectUri: 'http://127.0.0.1/', state: null },
  ...{ scopes: SCOPES, resource: 'http://localhost/mcp', challenge: 'c'.repeat(43) },
};

/** Applications, what they ask people for, and what people allow them. */
export function grantsSuite(stores: ControlStores): void {
  let store: ControlStore;
  beforeAll(() => {
    store = stores.shared();
  });

  const aGrant = (userId: string, given: Partial<GrantRecord> = {}): GrantRecord => ({
    ...{ id: fresh('grt'), userId, applicationId: fresh('app'), applicationName: 'Analyst' },
    ...{ resource: REQUEST.resource, scopes: SCOPES, projects: 'all', asSuperadmin: false, createdAt: NOON },
    ...given,
  });
  const aCode = (given: Partial<AuthorizationCode> = {}): AuthorizationCode => ({
    ...{ hash: hashOf(fresh('oac')), family: fresh('fam'), redirectUri: REQUEST.redirectUri },
    ...{ challenge: REQUEST.challenge, scopes: SCOPES, expiresAt: NOON + 60 },
    ...given,
  });

  /** A grant with the tokens that came of its code. */
  async function aConnection(userId: string, given: Partial<GrantRecord> = {}) {
    const [grant, code] = [aGrant(userId, given), aCode()];
    const grantId = await store.putGrant(grant, code);
    await store.takeCode(code.hash);
    const tokens = await addTokens({ grantId, family: code.family, before: null });
    return { grant: { ...grant, id: grantId }, code, family: code.family, ...tokens };
  }

  async function addTokens(
    of: { readonly grantId: string; readonly family: string; readonly before: string | null },
    now = NOON,
  ) {
    const [access, refresh] = [hashOf(fresh('oat')), hashOf(fresh('ort'))];
    const tokens = [
      { hash: access, kind: 'access' as const, scopes: SCOPES, expiresAt: NOON + 100 },
      { hash: refresh, kind: 'refresh' as const, scopes: SCOPES, expiresAt: NOON + 1000 },
    ];
    const isAdded = await store.addTokens({ ...of, tokens, now });
    return { access, refresh, isAdded };
  }
  const isGood = async (hash: string, now = NOON) => (await store.findToken(hash, now)) !== null;

  describe('applications', () => {
    it('are found by id, and forgotten where nobody let them in for long', async () => {
      const anApplication = (createdAt: number) => ({
        ...{ id: fresh('app'), name: 'Analyst', redirectUris: ['http://127.0.0.1/', 'app:/'], createdAt },
      });
      const [unused, used, late] = [anApplication(NOON - 11), anApplication(NOON - 11), anApplication(NOON)];
      for (const each of [unused, used, late]) await store.addApplication(each);
      expect(await store.findApplication(unused.id)).toEqual(unused);
      await aConnection(await addUser(store), { applicationId: used.id });
      await store.forgetEndedGrants({ now: NOON, unusedSince: NOON - 10, mostUnused: 1000 });
      expect(await store.findApplication(unused.id)).toBeNull();
      expect(await store.findApplication(used.id)).toEqual(used);
      expect(await store.findApplication(late.id)).toEqual(late);
    });

    it('that nobody let in are forgotten where there are too many, the oldest first', async () => {
      const register = async (createdAt: number) => {
        const id = fresh('app');
        await store.addApplication({ id, name: 'Analyst', redirectUris: ['app:/'], createdAt });
        return id;
      };
      const used = await register(NOON + 1);
      await aConnection(await addUser(store), { applicationId: used });
      const [oldest, ...newest] = [
        await register(NOON + 2),
        await register(NOON + 3),
        await register(NOON + 4),
      ];
      await store.forgetEndedGrants({ now: NOON, unusedSince: 0, mostUnused: 2 });
      expect(await store.findApplication(oldest)).toBeNull();
      for (const id of [used, ...newest]) expect(await store.findApplication(id)).toMatchObject({ id });
    });
  });

  describe('requests that people look at', () => {
    async function anAuthorization() {
      const sessionId = fresh('ses');
      await store.createSession({
        ...{ id: sessionId, tokenHash: hashOf(sessionId), userId: await addUser(store), createdAt: NOON },
        ...{ provenAt: null, network: null, browser: null },
      });
      const id = fresh('aut');
      await store.openAuthorization({ id, sessionId, request: REQUEST, expiresAt: NOON + 10 });
      return { id, sessionId };
    }

    it('are found by the session that opened them, in their time, until one of all processes answers', async () => {
      const [{ id, sessionId }, other] = [await anAuthorization(), await anAuthorization()];
      expect(await store.findAuthorization(id, sessionId, NOON + 9)).toEqual(REQUEST);
      expect(await store.findAuthorization(id, other.sessionId, NOON)).toBeNull();
      expect(await store.takeAuthorization(id, other.sessionId, NOON)).toBeNull();
      expect(await store.findAuthorization(id, sessionId, NOON + 10)).toBeNull();
      expect(await store.takeAuthorization(id, sessionId, NOON + 10)).toBeNull();
      const beside = stores.beside();
      const taken = [store, beside].map((each) => each.takeAuthorization(id, sessionId, NOON));
      expect(await Promise.all(taken)).toEqual([REQUEST, null]);
      await beside.close();
    });

    it('end with their session', async () => {
      const { id, sessionId } = await anAuthorization();
      await store.endSession(sessionId);
      expect(await store.findAuthorization(id, sessionId, NOON)).toBeNull();
    });
  });

  describe('grants', () => {
    it('are one for a person and an application: the latest decision counts, under the first id', async () => {
      const [user, other] = [await addUser(store), await addUser(store)];
      const first = await aConnection(user);
      const { applicationId } = first.grant;
      const later = {
        applicationId,
        scopes: ['bots:read'] as const,
        projects: ['proj_1'],
        createdAt: NOON + 1,
      };
      const next = aGrant(user, { ...later, applicationName: 'Analyst 2' });
      expect(await store.putGrant(next, aCode())).toBe(first.grant.id);
      expect(await store.findGrant(first.grant.id)).toEqual({ ...next, id: first.grant.id, createdAt: NOON });
      expect(await store.findGrant(next.id)).toBeNull();
      expect(await isGood(first.access)).toBe(true);
      const theirs = await aConnection(other, { applicationId });
      expect(theirs.grant.id).not.toBe(first.grant.id);
    });

    it('are listed for a person and for all, the newest first, while a token or a code of them is good', async () => {
      const user = await addUser(store);
      const first = await aConnection(user);
      const second = await aConnection(user, { createdAt: NOON + 1 });
      const waiting = aGrant(user, { createdAt: NOON + 2 });
      await store.putGrant(waiting, aCode());
      const listed = async (now: number, userId?: string) =>
        (await store.listGrants({ ...(userId && { userId }), now })).map(({ id }) => id);
      expect(await listed(NOON, user)).toEqual([waiting.id, second.grant.id, first.grant.id]);
      expect(await listed(NOON + 60, user)).toEqual([second.grant.id, first.grant.id]);
      expect(await listed(NOON + 1000, user)).toEqual([]);
      expect(await listed(NOON)).toEqual(expect.arrayContaining([waiting.id, first.grant.id]));
      expect(await listed(NOON, await addUser(store))).toEqual([]);
      const [grant] = await store.listGrants({ userId: user, now: NOON });
      expect(grant).toEqual({ ...waiting, email: `${user}@example.com`, lastUsedAt: null });
    });

    it('end with all that came of them when they are removed, once', async () => {
      const user = await addUser(store);
      const { grant, code, family, access, refresh } = await aConnection(user);
      const other = await aConnection(user);
      expect(await store.removeGrant(grant.id)).toBe(true);
      expect(await store.removeGrant(grant.id)).toBe(false);
      expect([await isGood(access), await isGood(refresh)]).toEqual([false, false]);
      expect(await store.takeCode(code.hash)).toBeNull();
      expect((await addTokens({ grantId: grant.id, family, before: refresh })).isAdded).toBe(false);
      expect(await isGood(other.access)).toBe(true);
    });

    it('end when their person is disabled or deleted, and stay with a new password', async () => {
      const [disabled, deleted, renamed] = [await addUser(store), await addUser(store), await addUser(store)];
      const [one, two, three] = [
        await aConnection(disabled),
        await aConnection(deleted),
        await aConnection(renamed),
      ];
      await store.changeUser(disabled, { disabledAt: NOON });
      await store.deleteUser(deleted);
      await store.changeUser(renamed, { passwordHash: '$x' });
      const isThere = async ({ grant, access }: typeof one) => [
        (await store.findGrant(grant.id)) !== null,
        await isGood(access),
      ];
      expect(await Promise.all([one, two, three].map(isThere))).toEqual([
        ...[
          [false, false],
          [false, false],
        ],
        [true, true],
      ]);
      await store.changeUser(disabled, { disabledAt: null });
      expect(await isThere(one)).toEqual([false, false]);
    });
  });

  describe('codes', () => {
    it('are used up by the first who brings them, and known as used afterwards', async () => {
      const grant = aGrant(await addUser(store));
      const code = aCode();
      await store.putGrant(grant, code);
      const beside = stores.beside();
      const [first, second] = await Promise.all([store.takeCode(code.hash), beside.takeCode(code.hash)]);
      expect(first).toEqual({ ...code, grant, wasUsed: false });
      expect(second).toEqual({ ...code, grant, wasUsed: true });
      expect(await store.takeCode(hashOf('unknown'))).toBeNull();
      await beside.close();
    });

    it('are kept for as long as tokens that came of them, so that whoever brings one again is noticed', async () => {
      const { code, family } = await aConnection(await addUser(store));
      await store.forgetEndedGrants({ now: NOON + 999, unusedSince: 0, mostUnused: 1000 });
      expect(await store.takeCode(code.hash)).toMatchObject({ wasUsed: true, family });
      await store.forgetEndedGrants({ now: NOON + 1000, unusedSince: 0, mostUnused: 1000 });
      expect(await store.takeCode(code.hash)).toBeNull();
    });
  });

  describe('tokens', () => {
    it('are found by their hash with their grant until they expire', async () => {
      const { grant, family, access, refresh } = await aConnection(await addUser(store));
      const expected = { family, scopes: SCOPES, rotatedAt: null, grant };
      expect(await store.findToken(access, NOON + 99)).toEqual({
        ...{ ...expected, hash: access, kind: 'access', expiresAt: NOON + 100 },
      });
      expect(await store.findToken(access, NOON + 100)).toBeNull();
      expect(await store.findToken(refresh, NOON + 999)).toMatchObject({ kind: 'refresh' });
      expect(await store.findToken(hashOf('unknown'), NOON)).toBeNull();
    });

    it('that are exchanged know since when, however often', async () => {
      const { grant, family, refresh } = await aConnection(await addUser(store));
      const of = { grantId: grant.id, family, before: refresh };
      expect((await addTokens(of, NOON + 5)).isAdded).toBe(true);
      expect((await addTokens(of, NOON + 7)).isAdded).toBe(true);
      expect(await store.findToken(refresh, NOON + 8)).toMatchObject({ rotatedAt: NOON + 5 });
    });

    it('come of no token of another family, nor of one that is gone', async () => {
      const user = await addUser(store);
      const [one, other] = [await aConnection(user), await aConnection(user)];
      const add = (before: string | null, family: string) =>
        addTokens({ grantId: one.grant.id, family, before }).then(({ isAdded }) => isAdded);
      expect(await add(other.refresh, one.family)).toBe(false);
      expect(await add(hashOf('unknown'), one.family)).toBe(false);
      expect(await add(null, 'fam_unknown')).toBe(false);
    });

    it('end alone, and by family with the code of it', async () => {
      const user = await addUser(store);
      const [one, other] = [await aConnection(user), await aConnection(user)];
      expect([await store.endToken(one.access), await store.endToken(one.access)]).toEqual([true, false]);
      expect([await isGood(one.access), await isGood(one.refresh)]).toEqual([false, true]);
      expect([await store.endFamily(one.family), await store.endFamily(one.family)]).toEqual([true, false]);
      expect([await isGood(one.refresh), await isGood(other.refresh)]).toEqual([false, true]);
      expect(await store.takeCode(one.code.hash)).toBeNull();
      expect((await addTokens({ grantId: one.grant.id, family: one.family, before: null })).isAdded).toBe(
        false,
      );
    });

    it('are seen and ended by every process', async () => {
      const { access, family } = await aConnection(await addUser(store));
      const beside = stores.beside();
      expect(await beside.findToken(access, NOON)).not.toBeNull();
      await beside.endFamily(family);
      expect(await isGood(access)).toBe(false);
      await beside.close();
    });
  });
}
