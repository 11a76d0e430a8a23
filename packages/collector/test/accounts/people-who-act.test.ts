import { randomBytes } from 'node:crypto';
import { openControlStore } from '@cvq/storage';
import { afterAll, describe, expect, it } from 'vitest';
import { changeAccount, createAccount } from '../../src/accounts/accounts.ts';
import { type AccountDeps, asOperator } from '../../src/accounts/actor.ts';
import {
  acceptClient,
  endClient,
  inviteClient,
  linkClient,
  restrictMember,
} from '../../src/accounts/agencies.ts';
import { invitationsFor, inviteMember, withdrawInvitation } from '../../src/accounts/invitations.ts';
import { createKey, revokeKey } from '../../src/accounts/keys.ts';
import { addMember, changeRole, membersOf, removeMember } from '../../src/accounts/members.ts';
import { createUser, deleteUser, setDisabled, setPassword } from '../../src/accounts/people.ts';
import { createProject, deleteProject, updateProject, wouldKeepLess } from '../../src/accounts/projects.ts';
import type { Refused } from '../../src/accounts/refused.ts';
import { START, temporaryFolder } from '../collector.ts';

const control = openControlStore({ folder: temporaryFolder(), migrate: true });
afterAll(() => control.close());
const deps = asOperator(control, () => START);

const addAccount = async (kind: string) =>
  (await createAccount(deps, { name: kind, kind, plan: 'enterprise' })).id;
const shop = await addAccount('customer');
const agency = await addAccount('agency');
const { project } = await createProject(deps, { domain: 'shop.example', accountId: shop });

async function addPerson(email: string, isSuperadmin = false): Promise<AccountDeps> {
  const { id } = await createUser(deps, { email, isSuperadmin, password: null });
  return { ...deps, actor: { kind: 'person', userId: id } };
}

const superadmin = await addPerson('super@example.com', true);
const owner = await addPerson('owner@example.com');
const admin = await addPerson('admin@example.com');
const viewer = await addPerson('viewer@example.com');
const stranger = await addPerson('stranger@example.com');
const ofAgency = await addPerson('agency@example.com');
for (const role of ['owner', 'admin', 'viewer'])
  await addMember(deps, { user: `${role}@example.com`, account: shop }, role);
await addMember(deps, { user: 'agency@example.com', account: agency }, 'admin');

const key = { accountId: shop, kind: 'secret', name: 'x', scopes: ['bots:read'], projects: 'all' } as const;

const INVITED = { email: 'new@example.com', role: 'admin' } as const;
const asInviting = (as: AccountDeps) => ({ ...as, random: randomBytes, origin: 'https://stats.example' });

const deletionsIn = (account: string) => control.listAudit({ account, action: 'delete_user', limit: 9 });

const outcomeOf = (wish: Promise<unknown>): Promise<string> =>
  wish.then(
    () => 'done',
    ({ reason, problem }: Refused) => (reason === 'unknown' ? problem : reason),
  );

/** What admins of the account may do, and nobody below or beside them. */
const WISHES: [what: string, wish: (as: AccountDeps) => Promise<unknown>, unknown: string][] = [
  ['create a project', (as) => createProject(as, { domain: 'a.example', accountId: shop }), shop],
  ['change a project', (as) => updateProject(as, project.id, { name: 'Shop' }), project.id],
  ['create a key', (as) => createKey(as, key), shop],
  ['rename the account', (as) => changeAccount(as, shop, { name: 'Shop' }), shop],
  ['change a role', (as) => changeRole(as, { user: 'viewer@example.com', account: shop }, 'viewer'), shop],
];

describe('a person who acts', () => {
  it.each(WISHES)(
    'may %s as an admin, not as a viewer, and learns nothing as a stranger',
    async (_what, wish, id) => {
      expect(await outcomeOf(wish(admin))).toBe('done');
      expect(await outcomeOf(wish(superadmin))).toBe('done');
      expect(await outcomeOf(wish(viewer))).toBe('not_allowed');
      expect(await outcomeOf(wish(stranger))).toMatch(new RegExp(`^Unknown (account|project): ${id}\\.$`));
    },
  );

  it.each<[string, (as: AccountDeps) => Promise<unknown>]>([
    ['create an account', (as) => createAccount(as, { name: 'x', kind: 'customer', plan: 'starter' })],
    ['change the plan', (as) => changeAccount(as, shop, { plan: 'enterprise' })],
    ['suspend an account', (as) => changeAccount(as, shop, { suspended: false })],
    [
      'create a user',
      (as) => createUser(as, { email: `${Math.random()}@b.example`, isSuperadmin: false, password: null }),
    ],
    ['disable a user', (as) => setDisabled(as, 'viewer@example.com', false)],
    ['delete a user', (as) => deleteUser(as, 'nobody@example.com').catch(passUnknown)],
    ['set the password of another', (as) => setPassword(as, 'viewer@example.com', 'long enough for it')],
    ['create a project of the first account', (as) => createProject(as, { domain: 'a.example' })],
  ])('may not %s, unless they are a superadmin', async (_what, wish) => {
    expect(await outcomeOf(wish(owner))).toBe('not_allowed');
    expect(await outcomeOf(wish(superadmin))).toBe('done');
  });

  it('may set their own password', async () => {
    expect(await outcomeOf(setPassword(viewer, 'viewer@example.com', 'long enough for it'))).toBe('done');
  });

  it('gives and takes no role above their own', async () => {
    const ofOwner = { user: 'owner@example.com', account: shop };
    expect(await outcomeOf(removeMember(admin, ofOwner))).toBe('not_allowed');
    expect(await outcomeOf(changeRole(admin, ofOwner, 'viewer'))).toBe('not_allowed');
    const ofViewer = { user: 'viewer@example.com', account: shop };
    expect(await outcomeOf(changeRole(admin, ofViewer, 'owner'))).toBe('not_allowed');
    expect(await outcomeOf(changeRole(owner, ofViewer, 'viewer'))).toBe('done');
  });

  it('makes keys in their own name, and revokes those of their account alone', async () => {
    const { key: made } = await createKey(admin, key);
    expect(made.createdBy).toBe(admin.actor.kind === 'person' ? admin.actor.userId : null);
    expect(await outcomeOf(revokeKey(stranger, made.id))).toBe(`Unknown or revoked key: ${made.id}.`);
    expect(await outcomeOf(revokeKey(viewer, made.id))).toBe('not_allowed');
    expect(await outcomeOf(revokeKey(admin, made.id))).toBe('done');
  });

  it('invites for an agency, accepts for a client, and ends it for either', async () => {
    const pair = { agency, client: shop };
    expect(await outcomeOf(inviteClient(admin, pair))).toBe(`Unknown account: ${agency}.`);
    expect(await outcomeOf(linkClient(ofAgency, pair))).toBe(`Unknown account: ${shop}.`);
    expect(await outcomeOf(inviteClient(ofAgency, pair))).toBe('done');
    expect(await outcomeOf(acceptClient(ofAgency, pair))).toBe(`Unknown account: ${shop}.`);
    expect(await outcomeOf(acceptClient(admin, pair))).toBe('done');
    expect(await outcomeOf(restrictMember(admin, { agency, user: 'agency@example.com' }, []))).toBe(
      `Unknown account: ${agency}.`,
    );
    expect(await outcomeOf(endClient(stranger, pair))).toBe(`Unknown account: ${shop}.`);
    expect(await outcomeOf(endClient(admin, pair))).toBe('done');
    await linkClient(deps, pair);
    expect(await outcomeOf(endClient(ofAgency, pair))).toBe('done');
  });

  describe('through an agency', () => {
    const given = { user: 'stranger@example.com', project: project.id };
    const THEIRS: [what: string, wish: (as: AccountDeps) => Promise<unknown>][] = [
      ['make a member', (as) => addMember(as, given, 'viewer')],
      ['invite themselves', (as) => inviteMember(asInviting(as), { ...INVITED, project: project.id })],
      ['see the members', (as) => membersOf(as, { project: project.id })],
      ['move the project to the agency', (as) => updateProject(as, project.id, { accountId: agency })],
      ['delete what happened', (as) => updateProject(as, project.id, { retentionDays: 30 })],
      [
        'be asked for the password to delete what happened',
        (as) => wouldKeepLess(as, project.id, { retentionDays: 30 }),
      ],
      ['delete the project', (as) => deleteProject(as, project.id)],
    ];

    it.each(THEIRS)('may not %s, as an admin of it', async (_what, wish) => {
      await linkClient(deps, { agency, client: shop });
      expect(await outcomeOf(updateProject(ofAgency, project.id, { name: 'Shop' }))).toBe('done');
      expect(await outcomeOf(wish(ofAgency))).toBe('not_allowed');
      await endClient(deps, { agency, client: shop });
      expect(await outcomeOf(wish(ofAgency))).toBe(`Unknown project: ${project.id}.`);
    });

    it('may take nobody out of a project, nor withdraw an invitation to it', async () => {
      await linkClient(deps, { agency, client: shop });
      await addMember(deps, given, 'admin');
      const { link } = await inviteMember(asInviting(admin), { ...INVITED, project: project.id });
      expect(await outcomeOf(changeRole(ofAgency, given, 'viewer'))).toBe('not_allowed');
      expect(await outcomeOf(removeMember(ofAgency, given))).toBe('not_allowed');
      expect(await invitationsFor(ofAgency)).toEqual([]);
      expect(await outcomeOf(withdrawInvitation(ofAgency, link.id))).toBe('not_allowed');
      await removeMember(admin, given);
      await endClient(deps, { agency, client: shop });
    });

    it('may do so as a member of the project itself, and of their own agency', async () => {
      await linkClient(deps, { agency, client: shop });
      await addMember(deps, { user: 'agency@example.com', project: project.id }, 'admin');
      expect(await outcomeOf(addMember(ofAgency, given, 'admin'))).toBe('done');
      expect(await outcomeOf(addMember(ofAgency, { ...given, user: 'viewer@example.com' }, 'owner'))).toBe(
        'not_allowed',
      );
      await removeMember(deps, { user: 'agency@example.com', project: project.id });
      await removeMember(deps, given);
      await endClient(deps, { agency, client: shop });
      const { project: own } = await createProject(ofAgency, { domain: 'own.example', accountId: agency });
      expect(await outcomeOf(addMember(ofAgency, { ...given, project: own.id }, 'admin'))).toBe('done');
      expect(await outcomeOf(deleteProject(ofAgency, own.id))).toBe('done');
    });
  });

  it('neither disables nor deletes themselves: nobody could let them in again', async () => {
    expect(await outcomeOf(setDisabled(superadmin, 'super@example.com', true))).toBe('conflict');
    expect(await outcomeOf(deleteUser(superadmin, 'super@example.com'))).toBe('conflict');
    expect(await control.findUser('super@example.com')).toMatchObject({ disabledAt: null });
  });

  it('is deleted out of each account, whose log tells it, but never as its last owner', async () => {
    const own = await addAccount('customer');
    await addPerson('late-owner@example.com');
    await addMember(deps, { user: 'late-owner@example.com', account: own }, 'owner');
    await addMember(deps, { user: 'late-owner@example.com', account: shop }, 'viewer');
    expect(await outcomeOf(deleteUser(superadmin, 'late-owner@example.com'))).toBe('conflict');
    expect((await deletionsIn(own)).length).toBe(0);
    await addMember(deps, { user: 'viewer@example.com', account: own }, 'owner');
    expect(await outcomeOf(deleteUser(superadmin, 'late-owner@example.com'))).toBe('done');
    expect(await deletionsIn(own)).toMatchObject([{ subjectName: 'late-owner@example.com' }]);
    expect(await deletionsIn(shop)).toMatchObject([{ subjectName: 'late-owner@example.com' }]);
  });

  it('may do nothing any more once they are disabled', async () => {
    const late = await addPerson('late@example.com', true);
    await addMember(deps, { user: 'late@example.com', account: shop }, 'owner');
    await setDisabled(deps, 'late@example.com', true);
    expect(await outcomeOf(createKey(late, key))).toBe(`Unknown account: ${shop}.`);
    expect(await outcomeOf(deleteProject(late, project.id))).toBe(`Unknown project: ${project.id}.`);
  });
});

function passUnknown(refused: Refused): void {
  if (refused.reason !== 'unknown') throw refused;
}
