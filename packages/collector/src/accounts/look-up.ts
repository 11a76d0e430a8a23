import type { Account, ControlStore, ProjectRecord, User } from '@cvq/storage';
import { Refused } from './refused.ts';

type In = { readonly control: ControlStore };

/**
 * The account that a field names.
 * @throws Refused
 */
export async function findAccount({ control }: In, id: string, field = 'account'): Promise<Account> {
  const account = await control.findAccount(id);
  if (account === null) throw unknownAccount(id, field);
  return account;
}

/**
 * The agency that the field `agency` names.
 * @throws Refused
 */
export async function findAgency(deps: In, id: string): Promise<Account> {
  const account = await findAccount(deps, id, 'agency');
  if (account.kind === 'agency') return account;
  throw new Refused('bad_value', {
    field: 'agency',
    problem: `${id} is the account of a customer.`,
    fix: 'Name an account of the kind agency.',
  });
}

/**
 * The person whom the field `user` names by id or e-mail address.
 * @throws Refused
 */
export async function findUser({ control }: In, text: string): Promise<User> {
  const user = (await control.findUser(text)) ?? (await control.findUser(text.toLowerCase()));
  if (user === null) throw unknown('user', `Unknown user: ${text}.`);
  return user;
}

/**
 * The project that the field `project` names.
 * @throws Refused
 */
export async function findProject({ control }: In, id: string): Promise<ProjectRecord> {
  const project = await control.findProject(id);
  if (project === null) throw unknownProject(id);
  return project;
}

/** There is no such account, or the actor cannot see it. */
export function unknownAccount(id: string, field = 'account'): Refused {
  return unknown(field, `Unknown account: ${id}.`);
}

/** There is no such project, or the actor cannot see it. */
export function unknownProject(id: string, field = 'project'): Refused {
  return unknown(field, `Unknown project: ${id}.`);
}

/** Something does not exist, or the actor cannot see it: the answer is the same. */
export function unknown(field: string, problem: string): Refused {
  return new Refused('unknown', { field, problem, fix: 'Check the id.' });
}
