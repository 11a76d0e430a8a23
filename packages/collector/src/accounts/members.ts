import { ROLES, type Role } from '@cvq/contract';
import type { ControlStore, Member, MemberPlace, User } from '@cvq/storage';
import { type AccountDeps, requireRoleIn } from './actor.ts';
import { audited } from './audited.ts';
import { parseChoice } from './fields.ts';
import { findAccount, findProject, findUser, unknownAccount, unknownProject } from './look-up.ts';
import { Refused } from './refused.ts';

/** A person by id or e-mail address, and the account or the project in question. */
export type MemberArgs = {
  readonly user: string;
  readonly account?: string | undefined;
  readonly project?: string | undefined;
};

/**
 * Make a person a member of an account, or of one project.
 * @throws Refused
 */
export async function addMember(deps: AccountDeps, given: MemberArgs, roleName: string): Promise<Member> {
  const role = parseChoice('role', roleName, ROLES);
  const place = await placeFor(deps, given, role);
  const { id: userId, email } = await findUser(deps, given.user);
  const found = await deps.control.findMember(userId, place);
  if (found !== null) {
    throw new Refused('taken', {
      field: 'user',
      problem: `${email} is already a member, as ${found.role}.`,
      fix: 'Change the role instead.',
    });
  }
  await audited(deps, {
    action: 'add_member',
    ...(await logOf(deps.control, place)),
    subject: userId,
    name: email,
    make: () => deps.control.putMember(userId, place, role),
    told: () => ({ after: { role } }),
  });
  return { userId, email, place, role, clients: 'all' };
}

/**
 * Give a member another role. The last owner of an account stays one.
 * @throws Refused
 */
export async function changeRole(deps: AccountDeps, given: MemberArgs, roleName: string): Promise<Member> {
  const role = parseChoice('role', roleName, ROLES);
  const place = await placeFor(deps, given, role);
  const member = await findMember(deps, given, place);
  await audited(deps, {
    action: 'change_role',
    ...(await aboutMember(deps, member)),
    before: { role: member.role },
    async make() {
      if ((await deps.control.putMember(member.userId, place, role)) === 'last_owner')
        throw lastOwner(member, idOf(place));
    },
    told: () => ({ after: { role } }),
  });
  return { ...member, role };
}

/**
 * End a membership, unless it is that of the last owner of an account.
 * @throws Refused
 */
export async function removeMember(deps: AccountDeps, given: MemberArgs): Promise<Member> {
  const place = await placeFor(deps, given);
  const member = await findMember(deps, given, place);
  await audited(deps, {
    action: 'remove_member',
    ...(await aboutMember(deps, member)),
    before: { role: member.role },
    async make() {
      const removed = await deps.control.removeMember(member.userId, place);
      if (removed === 'last_owner') throw lastOwner(member, idOf(place));
      if (removed === 'no_member') throw notAMember(member, idOf(place));
    },
  });
  return member;
}

/**
 * Members of an account with those of its projects, or of one project alone. Whoever is a member there may know them.
 * @throws Refused
 */
export async function membersOf(
  deps: AccountDeps,
  given: Pick<MemberArgs, 'account' | 'project'>,
): Promise<Member[]> {
  const place = await findPlace(deps, given);
  await requireRoleIn(deps, {
    place,
    atLeast: 'viewer',
    unknown: unknownPlace(place),
    isForOwnPeople: true,
  });
  const projects = await deps.control.listProjects();
  return (await deps.control.listMembers()).filter(({ place: of }) =>
    'accountId' in of
      ? isSame(of, place)
      : isSame(of, place) ||
        ('accountId' in place &&
          projects.some(({ id, accountId }) => id === of.projectId && accountId === place.accountId)),
  );
}

/** The refusal to leave an account without an owner. */
export function lastOwner({ email }: Pick<User, 'email'>, place: string): Refused {
  return new Refused('conflict', {
    field: 'user',
    problem: `${email} is the last owner of ${place}.`,
    fix: 'Make somebody else an owner first.',
  });
}

/** In which log a change in a place stands. */
export async function logOf(
  control: ControlStore,
  place: MemberPlace,
): Promise<{ account: string; project: string | null }> {
  if ('accountId' in place) return { account: place.accountId, project: null };
  const { id, accountId } = await findProject({ control }, place.projectId);
  return { account: accountId, project: id };
}

async function aboutMember({ control }: AccountDeps, { userId, email, place }: Member) {
  return { ...(await logOf(control, place)), subject: userId, name: email };
}

/** The refusal of a person who is not a member where they have to be one. */
export function notAMember({ email }: Pick<User, 'email'>, place: string): Refused {
  return new Refused('conflict', {
    field: 'user',
    problem: `${email} is not a member of ${place}.`,
    fix: 'Add them as a member first.',
  });
}

/**
 * The member whom somebody names by id or e-mail address. People learn of each other only where they are members: to a
 * person, somebody elsewhere is no member under the name that was given.
 * @throws Refused
 */
export async function memberNamed(deps: AccountDeps, text: string, place: MemberPlace): Promise<Member> {
  const isPerson = deps.actor.kind === 'person';
  const user = await findUser(deps, text).catch((error: unknown) => {
    if (error instanceof Refused && isPerson) return null;
    throw error;
  });
  const member = user && (await deps.control.findMember(user.id, place));
  if (member !== null) return member;
  throw notAMember({ email: isPerson || user === null ? text : user.email }, idOf(place));
}

/** The member, once it is known that the actor may change this member's role. */
async function findMember(deps: AccountDeps, { user }: MemberArgs, place: MemberPlace): Promise<Member> {
  const member = await memberNamed(deps, user, place);
  await requireMayGive(deps, { place, role: member.role });
  return member;
}

/**
 * Where a membership is, once it is known that the actor may give this role there.
 * @throws Refused
 */
export async function placeFor(
  deps: AccountDeps,
  given: Pick<MemberArgs, 'account' | 'project'>,
  role: Role = 'viewer',
): Promise<MemberPlace> {
  const place = await findPlace(deps, given);
  await requireMayGive(deps, { place, role });
  return place;
}

async function findPlace(
  deps: AccountDeps,
  { account, project }: Pick<MemberArgs, 'account' | 'project'>,
): Promise<MemberPlace> {
  if ((account === undefined) === (project === undefined)) {
    throw new Refused('bad_value', {
      field: 'account',
      problem: 'A membership is in one account or in one project.',
      fix: 'Name one of the two.',
    });
  }
  return account === undefined
    ? { projectId: (await findProject(deps, project ?? '')).id }
    : { accountId: (await findAccount(deps, account)).id };
}

/** Who may give a role in a place. */
type Giving = { readonly place: MemberPlace; readonly role: Role; readonly unknown?: Refused };

/**
 * Refuse an actor who may not give a role in a place, or take it: only owners make owners, and an agency gives nobody what is its
 * client's, since it would outlive what the agency does for it.
 * @throws Refused not_allowed, or `unknown` for a person who cannot see the place
 */
export function requireMayGive(
  deps: AccountDeps,
  { place, role, unknown = unknownPlace(place) }: Giving,
): Promise<void> {
  const atLeast = role === 'owner' ? 'owner' : 'admin';
  return requireRoleIn(deps, { place, atLeast, unknown, isForOwnPeople: true });
}

function unknownPlace(place: MemberPlace): Refused {
  return 'accountId' in place ? unknownAccount(place.accountId) : unknownProject(place.projectId);
}

const isSame = (one: MemberPlace, other: MemberPlace) => idOf(one) === idOf(other);

function idOf(place: MemberPlace): string {
  return 'accountId' in place ? place.accountId : place.projectId;
}
