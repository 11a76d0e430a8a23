import type { User } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, personOf, requireOperator } from './actor.ts';
import { type AuditedChange, audited } from './audited.ts';
import { auditedInEach } from './audited-in-each.ts';
import { parseEmail, parseName } from './fields.ts';
import { findUser } from './look-up.ts';
import { lastOwner, logOf } from './members.ts';
import { hashPassword, requireGoodPassword } from './passwords.ts';
import { Refused } from './refused.ts';

type NewUserArgs = {
  readonly email: string;
  /** The address, unless it is given. */
  readonly name?: string | undefined;
  readonly isSuperadmin: boolean;
  /** Null for a person who cannot sign in by password. */
  readonly password: string | null;
};

/**
 * Create a person, who sees nothing before they are a member somewhere, unless they are a superadmin.
 * @throws Refused
 */
export async function createUser(deps: AccountDeps, given: NewUserArgs): Promise<User> {
  await requireOperator(deps);
  const user = newPerson(given, deps.now());
  const passwordHash = given.password === null ? null : await hashNewPassword(given.password, user.email);
  await audited(deps, {
    action: 'create_user',
    ...about(user),
    async make() {
      if (!(await deps.control.createUser({ ...user, passwordHash }))) throw taken(user);
    },
    told: () => ({ after: toldOf(user) }),
  });
  return user;
}

/**
 * All people, oldest first.
 * @throws Refused
 */
export async function listUsers(deps: AccountDeps): Promise<User[]> {
  await requireOperator(deps);
  return deps.control.listUsers();
}

/** In whose account they are is told where they become a member. */
function about({ id, email }: User) {
  return { account: null, subject: id, name: email };
}

/** What the audit log tells of a person: never the hash of a password. */
function toldOf({ email, name, isSuperadmin, disabledAt }: User) {
  return { email, name, superadmin: isSuperadmin, disabled: disabledAt !== null };
}

function taken({ email }: User): Refused {
  return new Refused('taken', {
    field: 'email',
    problem: `There is already a user with the address ${email}.`,
    fix: 'Use another address, or that user.',
  });
}

/**
 * A person with an id of their own, who is stored nowhere yet.
 * @throws Refused
 */
export function newPerson(given: Omit<NewUserArgs, 'password'>, createdAt: number): User {
  const email = parseEmail(given.email);
  return {
    id: `usr_${randomBase62(12)}`,
    email,
    name: given.name === undefined ? email : parseName(given.name),
    isSuperadmin: given.isSuperadmin,
    disabledAt: null,
    createdAt,
  };
}

/**
 * Change the name of a person. They may do so themselves.
 * @throws Refused
 */
export async function changeName(deps: AccountDeps, text: string, name: string): Promise<User> {
  await requireSelfOrOperator(deps, text);
  const user = await findUser(deps, text);
  const changed = parseName(name);
  await audited(deps, {
    action: 'change_name',
    account: null,
    subject: user.id,
    name: user.email,
    before: { name: user.name },
    make: () => deps.control.changeUser(user.id, { name: changed }),
    told: () => ({ after: { name: changed } }),
  });
  return { ...user, name: changed };
}

/**
 * Refuse a person from the next request on, or let them in again. Keys that they made keep working.
 * @throws Refused
 */
export async function setDisabled(deps: AccountDeps, text: string, isDisabled: boolean): Promise<User> {
  await requireOperator(deps);
  const user = await findUser(deps, text);
  if (isDisabled) requireSomebodyElse(deps, user);
  return inEachLog(deps, user, {
    action: isDisabled ? 'disable_user' : 'enable_user',
    before: toldOf(user),
    async make() {
      await deps.control.changeUser(user.id, { disabledAt: isDisabled ? deps.now() : null });
      return findUser(deps, user.id);
    },
    told: (after) => ({ after: toldOf(after) }),
  });
}

/** A change of a person that the logs of all accounts tell of in which they are a member, beside that of no account. */
async function inEachLog<Result>(
  deps: AccountDeps,
  { id, email }: User,
  change: Pick<AuditedChange<Result>, 'action' | 'before' | 'make' | 'told'>,
): Promise<Result> {
  const members = (await deps.control.listMembers()).filter(({ userId }) => userId === id);
  const logs = await Promise.all(members.map(({ place }) => logOf(deps.control, place)));
  const accounts = [null, ...new Set(logs.map(({ account }) => account))];
  const { make, ...told } = change;
  return auditedInEach(
    deps,
    accounts.map((account) => ({ account })),
    { entry: () => ({ ...told, subject: id, name: email }), make },
  );
}

/**
 * Set the password of a person, which ends their sessions. They may do so themselves.
 * @throws Refused
 */
export async function setPassword(deps: AccountDeps, text: string, password: string): Promise<User> {
  await requireSelfOrOperator(deps, text);
  const user = await findUser(deps, text);
  const passwordHash = await hashNewPassword(password, user.email);
  await audited(deps, {
    action: 'change_password',
    ...about(user),
    make: () => deps.control.changeUser(user.id, { passwordHash }),
  });
  return user;
}

async function requireSelfOrOperator(deps: AccountDeps, text: string): Promise<void> {
  const self = personOf(deps);
  if (self === null || (await deps.control.findUser(text))?.id !== self) await requireOperator(deps);
}

async function hashNewPassword(password: string, email: string): Promise<string> {
  requireGoodPassword(password, email);
  return hashPassword(password);
}

/** Who shuts themselves out has nobody who lets them in again, except for the commands of the server. */
function requireSomebodyElse(deps: AccountDeps, { id, email }: User): void {
  if (personOf(deps) !== id) return;
  throw new Refused('conflict', {
    field: 'user',
    problem: `${email} is you.`,
    fix: 'Ask another superadmin, or use the command `cvq user` on the server.',
  });
}

/**
 * Delete a person and their memberships, each of which its account's audit log tells of. The last owner of an account
 * stays. Keys that they made keep working.
 * @throws Refused
 */
export async function deleteUser(deps: AccountDeps, text: string): Promise<User> {
  await requireOperator(deps);
  const user = await findUser(deps, text);
  requireSomebodyElse(deps, user);
  await inEachLog(deps, user, {
    action: 'delete_user',
    before: toldOf(user),
    async make() {
      const deleted = await deps.control.deleteUser(user.id);
      if (typeof deleted === 'object') throw lastOwner(user, deleted.lastOwnerOf);
    },
  });
  return user;
}
