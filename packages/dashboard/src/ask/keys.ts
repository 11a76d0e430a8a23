import type { CreateKeyBody, CreateKeyResponse, ListKeysResponse } from '@cvq/contract';
import { item, page } from '../address/location.ts';
import { remove } from './remove.ts';
import { settingsAccount } from './settings-account.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

/** The keys of the account whose settings are open. */
export const keys = watched<ListKeysResponse>(() =>
  page.value === 'settings' && item.value === 'keys' && settingsAccount.value
    ? `/accounts/${settingsAccount.value.id}/keys`
    : null,
);

/** The key itself is in this answer alone. @throws NotAnswered */
export async function createKey(wish: CreateKeyBody): Promise<CreateKeyResponse['data']> {
  const { data } = await tell<CreateKeyResponse>(`/accounts/${settingsAccount.value?.id}/keys`, wish);
  keys.retry();
  return data;
}

/** @throws NotAnswered */
export async function revokeKey(id: string): Promise<void> {
  await remove(`/keys/${id}`);
  keys.retry();
}
