import type { User } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, personOf, requireOperator } from './actor.ts';
import { audited } from './audited.ts';
import { parseEmail, parseName } from './fields.ts';
import { findUser } from './look-up.ts';
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
  if (await deps.control.createUser({ ...user, passwordHash })) return user;
  throw new Refused('taken', {
    field: 'email',
    problem: `There is already a user with the address ${user.email}.`,
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
    ...{ action: 'change_name', account: null, subject: user.id, name: user.email },
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
  const { id } = await findUser(deps, text);
  await deps.control.changeUser(id, { disabledAt: isDisabled ? deps.now() : null });
  return findUser(deps, id);
}

/**
 * Set the password of a person, which ends their sessions. They may do so themselves.
 * @throws Refused
 */
export async function setPassword(deps: AccountDeps, text: string, password: string): Promise<User> {
  await requireSelfOrOperator(deps, text);
  const user = await findUser(deps, text);
  const passwordHash = await hashNewPassword(password, user.email);
  await deps.control.changeUser(user.id, { passwordHash });
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

/**
 * Delete a person and their memberships. Keys that they made keep working.
 * @throws Refused
 */
export async function deleteUser(deps: AccountDeps, text: string): Promise<User> {
  await requireOperator(deps);
  const user = await findUser(deps, text);
  await deps.control.deleteUser(user.id);
  return user;
}
