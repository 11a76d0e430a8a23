import { ROLES, type Role } from '@cvq/contract';
import type { Member, MemberPlace, User } from '@cvq/storage';
import { type AccountDeps, requireRoleIn } from './actor.ts';
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
  await deps.control.putMember(userId, place, role);
  return { userId, email, place, role, clients: 'all' };
}

/**
 * Give a member another role.
 * @throws Refused
 */
export async function changeRole(deps: AccountDeps, given: MemberArgs, roleName: string): Promise<Member> {
  const role = parseChoice('role', roleName, ROLES);
  const place = await placeFor(deps, given, role);
  const member = await findMember(deps, given, place);
  await deps.control.putMember(member.userId, place, role);
  return { ...member, role };
}

/**
 * End a membership.
 * @throws Refused
 */
export async function removeMember(deps: AccountDeps, given: MemberArgs): Promise<Member> {
  const place = await placeFor(deps, given);
  const member = await findMember(deps, given, place);
  await deps.control.removeMember(member.userId, place);
  return member;
}

/** The refusal of a person who is not a member where they have to be one. */
export function notAMember({ email }: Pick<User, 'email'>, place: string): Refused {
  return new Refused('conflict', {
    field: 'user',
    problem: `${email} is not a member of ${place}.`,
    fix: 'Add them as a member first.',
  });
}

/** The member, once it is known that the actor may change this member's role. */
async function findMember(deps: AccountDeps, { user }: MemberArgs, place: MemberPlace): Promise<Member> {
  const { id, email } = await findUser(deps, user);
  const member = await deps.control.findMember(id, place);
  if (member === null) throw notAMember({ email }, idOf(place));
  await requireMayGive(deps, place, member.role);
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
  const { account, project } = given;
  if ((account === undefined) === (project === undefined)) {
    throw new Refused('bad_value', {
      field: 'account',
      problem: 'A membership is in one account or in one project.',
      fix: 'Name one of the two.',
    });
  }
  const place =
    account === undefined
      ? { projectId: (await findProject(deps, project ?? '')).id }
      : { accountId: (await findAccount(deps, account)).id };
  await requireMayGive(deps, place, role);
  return place;
}

/**
 * Refuse an actor who may not give a role in a place: only owners make owners.
 * @throws Refused
 */
export function requireMayGive(deps: AccountDeps, place: MemberPlace, role: Role): Promise<void> {
  const unknown = 'accountId' in place ? unknownAccount(place.accountId) : unknownProject(place.projectId);
  return requireRoleIn(deps, { place, atLeast: role === 'owner' ? 'owner' : 'admin', unknown });
}

function idOf(place: MemberPlace): string {
  return 'accountId' in place ? place.accountId : place.projectId;
}
