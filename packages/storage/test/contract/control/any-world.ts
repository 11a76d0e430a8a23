import { ROLES } from '@cvq/contract';
import type { ControlStore, Subject } from '@cvq/storage';
import fc from 'fast-check';
import { NOON } from '../../../../../test/builders/event-records.ts';
import type { World } from '../../naive-reach.ts';
import { addAccount, addKey, addProject, addUser, fresh } from './stores.ts';

const ACCOUNTS = 4;
const PROJECTS = 6;
const USERS = 3;

const account = fc.nat(ACCOUNTS - 1);
const project = fc.nat(PROJECTS - 1);
const role = fc.constantFrom(...ROLES);
const someProjects = fc.option(fc.uniqueArray(project, { maxLength: 3 }), { nil: 'all' as const });

/** Accounts and projects by number, and how they are related. Every account may be an agency, so that chains occur. */
export const anyWorld = fc.record({
  suspended: fc.uniqueArray(account, { maxLength: 1 }),
  owners: fc.array(account, { minLength: PROJECTS, maxLength: PROJECTS }),
  deleted: fc.uniqueArray(project, { maxLength: 2 }),
  clients: fc.array(
    fc.record({
      agency: account,
      client: account,
      status: fc.constantFrom('invited', 'active', 'active', 'ended', 'restarted'),
    }),
    { maxLength: 6 },
  ),
  users: fc.array(fc.record({ isSuperadmin: fc.boolean(), isDisabled: fc.boolean() }), {
    minLength: USERS,
    maxLength: USERS,
  }),
  accountMembers: fc.array(
    fc.record({
      user: fc.nat(USERS - 1),
      account,
      role,
      clients: fc.option(fc.uniqueArray(account, { maxLength: 2 }), { nil: 'all' as const }),
    }),
    { maxLength: 5 },
  ),
  projectMembers: fc.array(fc.record({ user: fc.nat(USERS - 1), project, role }), { maxLength: 3 }),
  keys: fc.array(fc.record({ account, agencyWide: fc.boolean(), projects: someProjects }), { maxLength: 4 }),
  grants: fc.array(
    fc.record({ user: fc.nat(USERS - 1), projects: someProjects, asSuperadmin: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
});

type Shape = typeof anyWorld extends fc.Arbitrary<infer Value> ? Value : never;
type Names = { accounts: string[]; projects: string[]; users: string[] };

/** Put a world into a store, by the methods by which it would have come about. */
export async function buildWorld(store: ControlStore, shape: Shape): Promise<World> {
  const names = await addNames(store, shape);
  const at = (list: readonly string[], index: number) => list[index] as string;
  const clients = await addClients(store, shape, names);
  const members = await addMembers(store, shape, names);
  const keys: World['keys'] = new Map(
    await Promise.all(
      shape.keys.map(async ({ account: owner, agencyWide, projects }) => {
        const narrowed = named(projects, names);
        const facts = {
          accountId: at(names.accounts, owner),
          agencyWide: agencyWide && narrowed === 'all',
          projects: narrowed,
        };
        return [await addKey(store, facts.accountId, facts), facts] as const;
      }),
    ),
  );
  // Last, so that what named them before is left behind.
  for (const index of shape.deleted) await store.deleteProject(at(names.projects, index), NOON);
  const people = shape.grants.map(
    ({ user, projects, asSuperadmin }): Subject => ({
      kind: 'person',
      userId: at(names.users, user),
      projects: named(projects, names),
      asSuperadmin,
    }),
  );
  return {
    accounts: new Map(
      names.accounts.map((id, index) => [id, { isSuspended: shape.suspended.includes(index) }]),
    ),
    projects: new Map(
      names.projects.flatMap((id, index) =>
        shape.deleted.includes(index)
          ? []
          : [[id, at(names.accounts, shape.owners[index] as number)] as const],
      ),
    ),
    clients,
    members,
    users: new Map(names.users.map((id, index) => [id, shape.users[index] as (typeof shape.users)[number]])),
    keys,
    subjects: [
      ...people,
      ...[...keys.keys()].map((keyId): Subject => ({ kind: 'key', keyId })),
      ...names.accounts.map((accountId): Subject => ({ kind: 'account', accountId })),
    ],
  };
}

function named(projects: readonly number[] | 'all', names: Names): readonly string[] | 'all' {
  return projects === 'all' ? 'all' : projects.map((index) => names.projects[index] as string);
}

async function addNames(store: ControlStore, shape: Shape): Promise<Names> {
  const accounts: string[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    accounts.push(await addAccount(store, { kind: 'agency' }));
    if (shape.suspended.includes(index)) {
      await store.changeAccount(accounts[index] as string, { suspendedAt: NOON });
    }
  }
  const projects: string[] = [];
  for (const owner of shape.owners) projects.push(await addProject(store, accounts[owner] as string));
  const users: string[] = [];
  for (const { isSuperadmin, isDisabled } of shape.users) {
    users.push(await addUser(store, { isSuperadmin, disabledAt: isDisabled ? NOON : null }));
  }
  return { accounts, projects, users };
}

async function addClients(store: ControlStore, shape: Shape, names: Names): Promise<World['clients']> {
  for (const { agency, client, status } of shape.clients) {
    if (agency === client) continue;
    const pair = { agencyId: names.accounts[agency] as string, clientId: names.accounts[client] as string };
    await store.inviteClient({ id: fresh('rel'), ...pair }, NOON);
    if (status !== 'invited') await store.acceptClient(pair, NOON);
    if (status === 'ended' || status === 'restarted') await store.endClient(pair, NOON);
    if (status === 'restarted') {
      await store.inviteClient({ id: fresh('rel'), ...pair }, NOON);
      await store.acceptClient(pair, NOON);
    }
  }
  const known = new Set(names.accounts);
  return (await store.listClients())
    .filter(({ agencyId }) => known.has(agencyId))
    .map(({ agencyId, clientId, status }) => ({ agency: agencyId, client: clientId, status }));
}

async function addMembers(store: ControlStore, shape: Shape, names: Names): Promise<World['members']> {
  for (const { user, account: place, role: given, clients } of shape.accountMembers) {
    const [userId, accountId] = [names.users[user] as string, names.accounts[place] as string];
    await store.putMember(userId, { accountId }, given);
    const allowed = clients === 'all' ? 'all' : clients.map((index) => names.accounts[index] as string);
    await store.restrictMember(userId, accountId, allowed);
  }
  for (const { user, project: place, role: given } of shape.projectMembers) {
    await store.putMember(names.users[user] as string, { projectId: names.projects[place] as string }, given);
  }
  const known = new Set(names.users);
  return (await store.listMembers())
    .filter(({ userId }) => known.has(userId))
    .map(({ userId, place, role: given, clients }) => ({
      user: userId,
      place: 'accountId' in place ? place.accountId : place.projectId,
      role: given,
      clients,
    }));
}
