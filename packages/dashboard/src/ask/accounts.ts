import type {
  ChangeAccountBody,
  CreateAccountBody,
  CreateResetResponse,
  CreateUserBody,
  ListAccountsResponse,
  ListUsersResponse,
} from '@cvq/contract';
import { item, page } from '../address/location.ts';
import { remove } from './remove.ts';
import { person } from './session.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const isOpen = () =>
  page.value === 'settings' && item.value === 'accounts' && person.value?.is_superadmin === true;
const isMakingProject = () => page.value === 'new-project' && person.value?.is_superadmin === true;

/** All accounts, for superadmins: to look after them, and to make a project in any of them. */
export const accounts = watched<ListAccountsResponse>(() =>
  isOpen() || isMakingProject() ? '/accounts' : null,
);

/** All people, for superadmins. */
export const users = watched<ListUsersResponse>(() => (isOpen() ? '/users' : null));

/** @throws NotAnswered */
export async function createAccount(wish: CreateAccountBody): Promise<void> {
  await tell('/accounts', wish);
  accounts.retry();
}

/** @throws NotAnswered */
export async function changeAccount(id: string, change: ChangeAccountBody): Promise<void> {
  await tell(`/accounts/${id}`, change, 'PUT');
  accounts.retry();
}

/** @throws NotAnswered */
export async function createUser(wish: CreateUserBody): Promise<void> {
  await tell('/users', wish);
  users.retry();
}

/** @throws NotAnswered */
export async function setDisabled(user: string, isDisabled: boolean): Promise<void> {
  await tell(`/users/${user}/${isDisabled ? 'disable' : 'enable'}`);
  users.retry();
}

/** @throws NotAnswered */
export async function deleteUser(user: string): Promise<void> {
  await remove(`/users/${user}`);
  users.retry();
}

/** The link is in this answer alone. @throws NotAnswered */
export async function createReset(user: string): Promise<CreateResetResponse['data']> {
  return (await tell<CreateResetResponse>('/resets', { user })).data;
}
