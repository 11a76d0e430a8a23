import { asOperator, createKey, createProject } from '@cvq/collector';
import { openControlStore } from '@cvq/storage';

/** Enough keys that the limit of requests per key and minute is never met. */
const KEYS = 1000;

type BenchKeys = {
  readonly serverKeys: string[];
  readonly trackingKey: string;
  readonly readKey: string;
};

/** A project in a data folder, with the keys that a load needs. */
export async function seedKeys(folder: string): Promise<BenchKeys> {
  const control = openControlStore({ folder, migrate: true });
  const fields = { name: 'Bench', domain: 'shop.example', timezone: 'UTC', currency: 'EUR', hosts: null };
  const { project } = await createProject(asOperator(control, Date.now), fields);
  const serverKeys: string[] = [];
  for (let index = 0; index < KEYS; index += 1) {
    const { token } = await createKey(asOperator(control, Date.now), {
      accountId: project.accountId,
      kind: 'server',
      name: 'Bench',
      scopes: [],
      projects: [project.id],
      expiry: 'never',
    });
    serverKeys.push(token);
  }
  const { token: readKey } = await createKey(asOperator(control, Date.now), {
    ...{ accountId: project.accountId, kind: 'secret', name: 'Bench', scopes: ['analytics:read'] },
    ...{ projects: [project.id], expiry: 'never' },
  });
  await control.close();
  return { readKey, serverKeys, trackingKey: project.id };
}
