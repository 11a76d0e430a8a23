import type { Role } from '@cvq/contract';
import type { NewKey, Subject } from '@cvq/storage';

/** Everything that reach depends on, as plain facts. */
export type World = {
  readonly accounts: ReadonlyMap<string, { readonly isSuspended: boolean }>;
  /** The owner of each project that is not deleted. */
  readonly projects: ReadonlyMap<string, string>;
  readonly clients: readonly { readonly agency: string; readonly client: string; readonly status: string }[];
  readonly members: readonly {
    readonly user: string;
    readonly place: string;
    readonly role: Role;
    readonly clients: readonly string[] | 'all';
  }[];
  readonly users: ReadonlyMap<string, { readonly isSuperadmin: boolean; readonly isDisabled: boolean }>;
  readonly keys: ReadonlyMap<string, Pick<NewKey, 'accountId' | 'agencyWide' | 'projects'>>;
  readonly subjects: readonly Subject[];
};

const ORDER: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

/** The visibility rule, word for word and one project at a time: the oracle of every adapter. */
export function naiveReach(world: World, subject: Subject): Record<string, Role | null> {
  const visible = [...world.projects].flatMap(([project, owner]): [string, Role | null][] => {
    if (world.accounts.get(owner)?.isSuspended) return [];
    const role = roleOf(world, subject, { project, owner });
    return role === undefined ? [] : [[project, role]];
  });
  return Object.fromEntries(visible);
}

type Place = { readonly project: string; readonly owner: string };

/** The role with which somebody sees a project, null for none, undefined when they do not see it. */
function roleOf(world: World, subject: Subject, place: Place): Role | null | undefined {
  if (subject.kind === 'key') return keySees(world, subject.keyId, place) ? null : undefined;
  if (subject.kind === 'account') return accountSees(world, subject.accountId, place) ? null : undefined;
  if (subject.kind === 'demo') return subject.projectId === place.project ? 'owner' : undefined;
  if (subject.projects !== 'all' && !subject.projects.includes(place.project)) return undefined;
  const user = world.users.get(subject.userId);
  if (user === undefined || user.isDisabled) return undefined;
  const roles = world.members
    .filter((member) => member.user === subject.userId && memberSees(world, member, place))
    .map(({ role }) => role);
  if (user.isSuperadmin && subject.asSuperadmin) roles.push('owner');
  return roles.toSorted((a, b) => ORDER.indexOf(b) - ORDER.indexOf(a))[0];
}

function keySees(world: World, id: string, place: Place): boolean {
  const key = world.keys.get(id);
  if (key === undefined || world.accounts.get(key.accountId)?.isSuspended) return false;
  if (key.projects !== 'all' && !key.projects.includes(place.project)) return false;
  if (place.owner === key.accountId) return true;
  return (key.agencyWide || key.projects !== 'all') && worksFor(world, key.accountId, place.owner);
}

function accountSees(world: World, id: string, { owner }: Place): boolean {
  return !world.accounts.get(id)?.isSuspended && (owner === id || worksFor(world, id, owner));
}

function memberSees(world: World, member: World['members'][number], { project, owner }: Place): boolean {
  if (member.place === project) return true;
  if (world.accounts.get(member.place)?.isSuspended) return false;
  const mayEnter = member.clients === 'all' || member.clients.includes(owner);
  if (member.place === owner) return member.clients === 'all';
  return mayEnter && worksFor(world, member.place, owner);
}

function worksFor(world: World, agency: string, client: string): boolean {
  return world.clients.some(
    (one) => one.agency === agency && one.client === client && one.status === 'active',
  );
}
