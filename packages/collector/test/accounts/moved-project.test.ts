import { randomBytes } from 'node:crypto';
import { openControlStore } from '@cvq/storage';
import { afterAll, expect, it } from 'vitest';
import { changeAccount, createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { endClient, linkClient } from '../../src/accounts/agencies.ts';
import { invitationsFor, inviteMember } from '../../src/accounts/invitations.ts';
import { createKey, keyState, listKeys } from '../../src/accounts/keys.ts';
import { addMember } from '../../src/accounts/members.ts';
import { createUser } from '../../src/accounts/people.ts';
import { createProject, updateProject } from '../../src/accounts/projects.ts';
import { whatAMoveEnds } from '../../src/accounts/what-a-move-ends.ts';
import { START, temporaryFolder } from '../collector.ts';

const control = openControlStore({ folder: temporaryFolder(), migrate: true });
afterAll(() => control.close());
// Accounts of one moment stand in no order.
let ticks = 0;
const now = () => START + ticks++;
const deps = { ...asOperator(control, now), random: randomBytes, origin: 'https://stats.example' };

const addAccount = async (name: string) =>
  (await createAccount(deps, { name, kind: 'customer', plan: 'enterprise' })).id;
const [from, to] = [await addAccount('From'), await addAccount('To')];
const { project } = await createProject(deps, { domain: 'moves.example', accountId: from });
const { project: other } = await createProject(deps, { domain: 'stays.example', accountId: from });
await createUser(deps, { email: 'ann@example.com', isSuperadmin: false, password: null });
await addMember(deps, { user: 'ann@example.com', project: project.id }, 'viewer');
for (const { id } of [project, other])
  await inviteMember(deps, { email: 'bea@example.com', role: 'admin', project: id });

const narrow = { kind: 'secret', scopes: ['analytics:read'] } as const;
await createKey(deps, { ...narrow, accountId: from, name: 'Both', projects: [project.id, other.id] });
await createKey(deps, { ...narrow, accountId: from, name: 'One', projects: [project.id] });

const invitedTo = async () => (await invitationsFor(deps)).map(({ invited: { place } }) => place);
const movedIn = async (account: string) =>
  (await control.listAudit({ account, action: 'update_project', limit: 9 })).map(({ subject, after }) => [
    subject,
    after,
  ]);

it('a project that stays in its account keeps its invitations', async () => {
  await updateProject(deps, project.id, { accountId: from, name: 'Moves' });
  expect(await invitedTo()).toHaveLength(2);
  expect(await movedIn(to)).toEqual([]);
});

it('a project that moves to another account takes no invitation along, and both logs tell of it', async () => {
  const ends = await whatAMoveEnds(deps, project.id);
  expect(ends.serverKeys.map(({ projects }) => projects)).toEqual([[project.id]]);
  expect(ends.invitations).toBe(1);
  expect(ends.staying.map(({ email }) => email)).toEqual(['ann@example.com']);
  await updateProject(deps, project.id, { accountId: to });
  expect(await invitedTo()).toEqual([{ projectId: other.id }]);
  expect(await movedIn(to)).toEqual([[project.id, { account: to }]]);
  expect(await movedIn(from)).toContainEqual([project.id, { account: to }]);
  expect(await whatAMoveEnds(deps, project.id)).toMatchObject({ serverKeys: [], invitations: 0 });
});

const statesIn = async (account: string) =>
  (await listKeys(deps, account)).map((key) => [key.name, key.projects, keyState(key, START)]);

it('a key that has no project any more is not told to be active, and lists none that has moved', async () => {
  expect((await statesIn(from)).toSorted()).toEqual([
    ['Both', [other.id], 'active'],
    ['One', [], 'no_project'],
    ['Server key of moves.example', [], 'no_project'],
    ['Server key of stays.example', [other.id], 'active'],
  ]);
});

it('a key of an agency lists the project of a client for as long as the agency works for it', async () => {
  const { id: agency } = await createAccount(deps, { name: 'Agency', kind: 'agency', plan: 'agency' });
  await linkClient(deps, { agency, client: to });
  await createKey(deps, { ...narrow, accountId: agency, name: 'Named', projects: [project.id] });
  expect(await statesIn(agency)).toEqual([['Named', [project.id], 'active']]);
  await endClient(deps, { agency, client: to });
  expect(await statesIn(agency)).toEqual([['Named', [], 'no_project']]);
});

it('a project without a named account goes to the first one that is not suspended', async () => {
  await changeAccount(deps, from, { suspended: true });
  const { project: made } = await createProject(deps, { domain: 'first.example' });
  expect(made.accountId).toBe(to);
});
