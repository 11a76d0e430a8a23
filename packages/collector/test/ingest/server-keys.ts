import { openControlStore } from '@cvq/storage';
import { asOperator } from '../../src/accounts/actor.ts';
import { createKey } from '../../src/accounts/keys.ts';

/** More keys of a project: one alone would meet its limit of a thousand requests in a minute. */
export async function serverKeys(folder: string, project: string, count: number): Promise<string[]> {
  const control = openControlStore({ folder, migrate: false });
  const accountId = (await control.findProject(project))?.accountId ?? '';
  const request = { accountId, kind: 'server', name: 'More', scopes: [], expiry: 'never' } as const;
  const keys: string[] = [];
  while (keys.length < count)
    keys.push((await createKey(asOperator(control, Date.now), { ...request, projects: [project] })).token);
  await control.close();
  return keys;
}
