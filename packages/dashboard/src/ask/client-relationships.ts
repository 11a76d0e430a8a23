import type { ListClientRelationshipsResponse } from '@cvq/contract';
import { item, page } from '../address/location.ts';
import { remove } from './remove.ts';
import { person } from './session.ts';
import { settingsAccount } from './settings-account.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const SHOWN_BY: readonly (string | null)[] = ['agencies', 'members'];

/** Agencies and clients of the account whose settings are open. */
export const clientRelationships = watched<ListClientRelationshipsResponse>(() =>
  page.value === 'settings' &&
  SHOWN_BY.includes(item.value) &&
  person.value?.is_demo === false &&
  settingsAccount.value
    ? `/accounts/${settingsAccount.value.id}/client-relationships`
    : null,
);

/** The account is the agency. @throws NotAnswered */
export async function inviteClient(client: string): Promise<void> {
  await tell(`/agencies/${settingsAccount.value?.id}/clients`, { client });
  clientRelationships.retry();
}

/** The account is the client. @throws NotAnswered */
export async function acceptClient(agency: string): Promise<void> {
  await tell(`/agencies/${agency}/clients/${settingsAccount.value?.id}/accept`);
  clientRelationships.retry();
}

/** @throws NotAnswered */
export async function endClient(agency: string, client: string): Promise<void> {
  await remove(`/agencies/${agency}/clients/${client}`);
  clientRelationships.retry();
}
