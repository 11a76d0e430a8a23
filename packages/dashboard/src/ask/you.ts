import type { ListSessionsResponse, SignedInResponse } from '@cvq/contract';
import { item, page } from '../address/location.ts';
import { remove } from './remove.ts';
import { person, renewal } from './session.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

/** Where this person is signed in. */
export const sessions = watched<ListSessionsResponse>(() =>
  page.value === 'settings' && item.value === 'you' ? '/sessions' : null,
);

/** @throws NotAnswered */
export async function changeName(name: string): Promise<void> {
  person.value = (await tell<SignedInResponse>('/me', { name }, 'PUT')).data;
}

/**
 * All other sessions end by it.
 * @throws NotAnswered
 */
export async function changePassword(passwords: {
  readonly current_password: string;
  readonly new_password: string;
  readonly end_applications: boolean;
}): Promise<void> {
  const change = tell<SignedInResponse>('/me/password', passwords);
  renewal.value = change.catch(() => {});
  try {
    person.value = (await change).data;
  } finally {
    renewal.value = {};
  }
  sessions.retry();
}

/** @throws NotAnswered */
export async function endSession(id: string): Promise<void> {
  await remove(`/sessions/${id}`);
  sessions.retry();
}

/** Ends every session of this person, this one too. @throws NotAnswered */
export async function signOutEverywhere(): Promise<void> {
  await tell('/sign-out-everywhere');
  location.replace('/');
}
