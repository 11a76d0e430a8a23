import { createHash } from 'node:crypto';
import type { ControlStore, NewAccount, NewKey, NewUser, ProjectRecord } from '@cvq/storage';
import { NOON } from '../../../../../test/builders/event-records.ts';

/** Opens the store of a place. Two stores of one place share what they hold, as two processes would. */
export type OpenControlStore = (place: string) => ControlStore;

/** What every suite of the contract works on: a store that all tests share, and a way to open it once more. */
export type ControlStores = {
  readonly shared: () => ControlStore;
  /** As another process would. To be closed by whoever asked. */
  readonly beside: () => ControlStore;
};

let made = 0;
/** A name that no other test has. */
export function fresh(prefix: string): string {
  made += 1;
  return `${prefix}_${made}`;
}

export async function addAccount(store: ControlStore, given: Partial<NewAccount> = {}): Promise<string> {
  const account = {
    id: fresh('acc'),
    kind: 'customer',
    name: 'Account',
    plan: 'enterprise',
    ...given,
  } as const;
  await store.createAccount(account, NOON);
  return account.id;
}

export async function addProject(
  store: ControlStore,
  accountId: string,
  given: Partial<ProjectRecord> = {},
): Promise<string> {
  const id = fresh('proj');
  const fields = { domain: 'shop.example', name: 'Shop', timezone: 'UTC', currency: 'EUR', hosts: null };
  await store.createProject({ id, accountId, ...fields, createdAt: NOON, ...given });
  return id;
}

export function aUser(given: Partial<NewUser> = {}): NewUser {
  const id = given.id ?? fresh('usr');
  return {
    id,
    email: `${id}@example.com`,
    name: 'Ann',
    isSuperadmin: false,
    disabledAt: null,
    createdAt: NOON,
    passwordHash: null,
    ...given,
  };
}

export async function addUser(store: ControlStore, given: Partial<NewUser> = {}): Promise<string> {
  const user = aUser(given);
  await store.createUser(user);
  return user.id;
}

/** As the collector stores a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function aKey(accountId: string, given: Partial<NewKey> = {}): NewKey {
  const id = given.id ?? fresh('key');
  return {
    id,
    accountId,
    kind: 'secret',
    agencyWide: false,
    name: 'Reports',
    tokenHash: hashOf(id),
    last4: 'x9Yz',
    scopes: ['analytics:read'],
    projects: 'all',
    expiry: 'never',
    expiresAt: null,
    createdBy: null,
    createdAt: NOON,
    ...given,
  };
}

export async function addKey(
  store: ControlStore,
  accountId: string,
  given: Partial<NewKey> = {},
): Promise<string> {
  const key = aKey(accountId, given);
  await store.createKey(key);
  return key.id;
}

/** Make an account a client of an agency. */
export async function link(store: ControlStore, agencyId: string, clientId: string): Promise<void> {
  await store.inviteClient({ id: fresh('rel'), agencyId, clientId }, NOON);
  await store.acceptClient({ agencyId, clientId }, NOON + 1);
}

/** What thirty attempts at once, of three processes as it were, come to. */
export async function atOnceThroughSeveral<Result>(
  { shared, beside }: ControlStores,
  attempt: (store: ControlStore) => Promise<Result>,
): Promise<Result[]> {
  const [one, two, three] = [shared(), beside(), beside()];
  const attempts = Array.from({ length: 10 }, () => [attempt(one), attempt(two), attempt(three)]);
  const results = await Promise.all(attempts.flat());
  await Promise.all([two.close(), three.close()]);
  return results;
}
