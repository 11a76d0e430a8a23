import { openControlStore } from '@cvq/storage';
import { createKey } from '../../src/accounts/create-key.ts';

/** More keys of a project: one alone would meet its limit of a thousand requests in a minute. */
export async function serverKeys(folder: string, project: string, count: number): Promise<string[]> {
  const control = openControlStore({ folder, migrate: false });
  const accountId = (await control.findProject(project))?.accountId ?? '';
  const request = { accountId, kind: 'server', name: 'More', scopes: [], expiry: 'never' } as const;
  const keys: string[] = [];
  while (keys.length < count)
    keys.push((await createKey(control, { ...request, projects: [project] }, Date.now())).token);
  await control.close();
  return keys;
}
