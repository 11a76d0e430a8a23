import { asOperator, createKey, createProject } from '@cvq/collector';
import { type ControlStore, openControlStore } from '@cvq/storage';
import type { SeededProjects } from './chunk.ts';
import { SHARES } from './plan.ts';

const SCOPES = ['projects:read', 'analytics:read', 'conversions:read', 'bots:read', 'spend:read'];
/** As many as the largest plan has: a bench asks more in a minute than one key may. */
const KEYS = 48;
const FIELDS = { domain: 'shop.example', timezone: 'Europe/Berlin', currency: 'EUR', hosts: null };

/** Keys of the account that owns the large projects, and of the one that owns the tenants. */
export type SeededKeys = { readonly large: readonly string[]; readonly tenants: readonly string[] };

/** Projects of two accounts with keys that read them. */
export async function seedProjects(
  folder: string,
  tenants: number,
): Promise<{ projects: SeededProjects; keys: SeededKeys }> {
  const control = openControlStore({ folder, migrate: true });
  const large = await makeAccount(control, { name: 'Shops', projects: SHARES.length });
  const small = await makeAccount(control, { name: 'Tenants', projects: tenants });
  await control.close();
  return {
    projects: { large: large.projects, tenants: small.projects },
    keys: { large: large.keys, tenants: small.keys },
  };
}

async function makeAccount(control: ControlStore, wanted: { name: string; projects: number }) {
  const operator = asOperator(control, Date.now);
  const accountId = `acc_${wanted.name}`;
  // The plan with room for as many questions in a minute as a bench asks.
  const account = { id: accountId, kind: 'customer', name: wanted.name, plan: 'enterprise' } as const;
  await control.createAccount(account, Date.now());
  const projects: string[] = [];
  for (let index = 0; index < wanted.projects; index += 1) {
    const name = `${wanted.name} ${index + 1}`;
    const { project } = await createProject(operator, { ...FIELDS, name, accountId });
    projects.push(project.id);
  }
  const key = { accountId, kind: 'secret', name: 'Bench', scopes: SCOPES, projects: 'all' } as const;
  const keys: string[] = [];
  for (let index = 0; index < KEYS; index += 1) {
    keys.push((await createKey(operator, { ...key, expiry: 'never' })).token);
  }
  return { projects, keys };
}
