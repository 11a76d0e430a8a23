import type { ListGrantsResponse } from '@cvq/contract';
import { item, page } from '../address/location.ts';
import { remove } from './remove.ts';
import { person } from './session.ts';
import { watched } from './watched.ts';

/** What this person let applications do. The owner of the demo is no person, and lets none in. */
export const grants = watched<ListGrantsResponse>(() =>
  page.value === 'settings' && item.value === 'applications' && person.value?.is_demo === false
    ? '/grants'
    : null,
);

/** @throws NotAnswered */
export async function revokeGrant(id: string): Promise<void> {
  await remove(`/grants/${id}`);
  grants.retry();
}
