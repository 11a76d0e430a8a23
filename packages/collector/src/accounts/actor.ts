import { ROLES, type Role } from '@cvq/contract';
import type { AuditOrigin, ControlStore, MemberPlace } from '@cvq/storage';
import { ownRoleOf } from './own-role-of.ts';
import { Refused } from './refused.ts';

/** Who acts: the operator, at the command line, a person who has signed in, or the owner of the demo, who is no person. */
type Actor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'demo'; readonly projectId: string };

/** What every rule of accounts works with. */
export type AccountDeps = {
  readonly control: ControlStore;
  /** The time in epoch milliseconds. */
  readonly now: () => number;
  readonly actor: Actor;
  /** By what way the change comes, for the audit log. */
  readonly from: AuditOrigin;
};

const AT_COMMAND_LINE: AuditOrigin = { surface: 'command_line', network: null, requestId: null };

/** Who acts, and where that is looked up. */
type Asking = Pick<AccountDeps, 'control' | 'actor'>;

/** The rules as they hold for the operator, who may do everything that can be done at all. */
export function asOperator(control: ControlStore, now: () => number): AccountDeps {
  return { control, now, actor: { kind: 'operator' }, from: AT_COMMAND_LINE };
}

/** The id of the person who acts; null where it is no person. */
export function personOf({ actor }: Pick<AccountDeps, 'actor'>): string | null {
  return actor.kind === 'person' ? actor.userId : null;
}

/** True for the operator, and for a person who is a superadmin and not disabled. */
async function isOperator({ control, actor }: Asking): Promise<boolean> {
  if (actor.kind !== 'person') return actor.kind === 'operator';
  const user = await control.findUser(actor.userId);
  return user !== null && user.id === actor.userId && user.isSuperadmin && user.disabledAt === null;
}

/**
 * Refuse what only the operator and superadmins may do: accounts, plans and people.
 * @throws Refused not_allowed
 */
export async function requireOperator(deps: Asking): Promise<void> {
  if (await isOperator(deps)) return;
  const problem = 'Only a superadmin can do this.';
  throw new Refused('not_allowed', { field: null, problem, fix: 'Ask one.' });
}

/** A place, and the refusal for a person without access to it: the same as where the place does not exist. */
type Wanted = {
  readonly place: MemberPlace;
  readonly atLeast: Role;
  readonly unknown: Refused;
  /** Whether it takes a role in the project or in the account that owns it: one that is held through an agency may end any day. */
  readonly isForOwnPeople?: boolean;
};

/**
 * Refuse an actor whose role in a place is too low.
 * @throws Refused not_allowed, or `unknown` for a person who cannot see the place
 */
export async function requireRoleIn(deps: Asking, wanted: Wanted): Promise<void> {
  if (await isOperator(deps)) return;
  const { place, atLeast, unknown, isForOwnPeople = false } = wanted;
  const role = await roleIn(deps, place);
  if (role === null) throw unknown;
  if (!isAtLeast(role, atLeast))
    throw new Refused('not_allowed', {
      field: null,
      role,
      problem: `This needs the role ${atLeast}, and yours is ${role}.`,
      fix: `Ask somebody with the role ${atLeast}.`,
    });
  if (!isForOwnPeople || isAtLeast(await ownRoleIn(deps, place), atLeast)) return;
  throw new Refused('not_allowed', {
    field: null,
    problem: `This needs the role ${atLeast} in the project or in its account, and yours is that of an agency.`,
    fix: 'Ask an admin of the account.',
  });
}

function isAtLeast(role: Role | null, least: Role): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(least);
}

async function roleIn({ control, actor }: Asking, place: MemberPlace): Promise<Role | null> {
  if (actor.kind === 'operator') return 'owner';
  if ('projectId' in place) {
    const subject =
      actor.kind === 'demo' ? actor : ({ ...actor, projects: 'all', asSuperadmin: false } as const);
    const reach = await control.reach(subject);
    return reach.find(({ id }) => id === place.projectId)?.role ?? null;
  }
  if (actor.kind === 'demo') {
    // The owner of the demo is a member of nothing, and reads what the account of the demo has.
    const project = await control.findProject(actor.projectId);
    return project?.accountId === place.accountId ? 'viewer' : null;
  }
  const { userId } = actor;
  const user = await control.findUser(userId);
  if (user === null || user.disabledAt !== null) return null;
  const member = await control.findMember(userId, place);
  // A member who is restricted to clients sees those, and not the agency itself.
  return member === null || member.clients !== 'all' ? null : member.role;
}

/** The role in a place within reach that no agency gives. */
async function ownRoleIn(deps: Asking, place: MemberPlace): Promise<Role | null> {
  const { control, actor } = deps;
  if (actor.kind !== 'person' || 'accountId' in place) return roleIn(deps, place);
  const project = await control.findProject(place.projectId);
  if (project === null) return null;
  const { accountId } = project;
  const found = [
    await control.findMember(actor.userId, place),
    await control.findMember(actor.userId, { accountId }),
  ];
  return ownRoleOf(
    project,
    found.filter((member) => member !== null),
  );
}
