import { describe, expect, it } from 'vitest';
import { DAY, NOON } from '../../../../../test/builders/event-records.ts';
import { addAccount, addProject, addUser, type ControlStores, fresh } from './stores.ts';

/** What was changed, by whom and from where, with what was before and after. */
export function auditLogSuite({ shared }: ControlStores): void {
  const origin = { surface: 'dashboard', network: '203.0.113.0/24', requestId: 'req_1' } as const;

  describe('the audit log', () => {
    it('keeps an entry from before the change, which says that nobody knows until it is completed', async () => {
      const store = shared();
      const account = await addAccount(store);
      const project = await addProject(store, account);
      const userId = await addUser(store);
      const actor = { kind: 'person', userId, email: 'ann@example.com' } as const;
      const entry = {
        ...{
          ...origin,
          actor,
          action: 'change_project',
          accountId: account,
          otherAccountId: null,
          projectId: project,
        },
        ...{ subject: project, subjectName: 'Shop', before: { name: 'Old' } },
      };
      const id = await store.beginAudit(entry, NOON);
      const begun = { ...entry, id, at: NOON, outcome: 'unknown', after: null };
      expect(await store.listAudit({ account, limit: 10 })).toEqual([begun]);
      await store.endAudit(id, { subject: project, subjectName: 'Shop', after: { name: 'New' } });
      const ended = { ...begun, outcome: 'done', after: { name: 'New' } };
      expect(await store.listAudit({ account, limit: 10 })).toEqual([ended]);
    });

    it('keeps nothing of a change that was refused', async () => {
      const store = shared();
      const account = await addAccount(store);
      const id = await store.beginAudit(anEntry(account), NOON);
      await store.dropAudit(id);
      expect(await store.listAudit({ account, limit: 10 })).toEqual([]);
    });

    it('is listed newest first, by page, account, project, action and person', async () => {
      const store = shared();
      const [one, other] = [await addAccount(store), await addAccount(store)];
      const ids = [];
      for (const accountId of [one, one, other, one])
        ids.push(await store.beginAudit(anEntry(accountId, { action: fresh('act') }), NOON));
      const listed = async (question: object) =>
        (await store.listAudit({ limit: 10, ...question })).map(({ id }) => id);
      const [first, second, ofOther, last] = ids;
      expect(await listed({ account: one })).toEqual([last, second, first]);
      expect(await listed({ account: one, limit: 1 })).toEqual([last]);
      expect(await listed({ account: one, before: last })).toEqual([second, first]);
      expect(await listed({ account: other })).toEqual([ofOther]);
      expect(await listed({ before: last, limit: 3 })).toEqual([ofOther, second, first]);
      expect(await listed({ account: one, project: 'proj_none' })).toEqual([]);
      expect(await listed({ account: one, userId: 'usr_none' })).toEqual([]);
      const [newest] = await store.listAudit({ account: one, limit: 1 });
      expect(await listed({ account: one, action: newest?.action })).toEqual([last]);
    });

    it('tells both accounts that an entry is about', async () => {
      const store = shared();
      const [agency, client] = [await addAccount(store), await addAccount(store)];
      const id = await store.beginAudit(anEntry(agency, { otherAccountId: client }), NOON);
      for (const account of [agency, client]) {
        const [entry] = await store.listAudit({ account, limit: 10 });
        expect(entry).toMatchObject({ id, accountId: agency, otherAccountId: client });
      }
    });

    it('keeps the name of a key that did something', async () => {
      const store = shared();
      const account = await addAccount(store);
      const actor = { kind: 'key', keyId: 'key_1', name: 'Reports' } as const;
      await store.beginAudit(anEntry(account, { actor }), NOON);
      expect(await store.listAudit({ account, limit: 1 })).toMatchObject([{ actor }]);
    });

    it('forgets what is older than an instant', async () => {
      const store = shared();
      const account = await addAccount(store);
      await store.beginAudit(anEntry(account), NOON - 400 * DAY - 1);
      const kept = await store.beginAudit(anEntry(account), NOON - 400 * DAY);
      await store.forgetAuditBefore(NOON - 400 * DAY);
      expect((await store.listAudit({ account, limit: 10 })).map(({ id }) => id)).toEqual([kept]);
    });
  });

  const anEntry = (accountId: string, more = {}) => ({
    ...{ ...origin, actor: { kind: 'operator' } as const, action: 'create_key', accountId },
    ...{ otherAccountId: null, projectId: null, subject: null, subjectName: null, before: null },
    ...more,
  });
}
