import type { ExchangeRate } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import { requireProjectRole } from '../accounts/require-project-role.ts';

const EVER = { first: '0000-01-01', last: '9999-12-31' };

/**
 * The exchange rates of a project, for whoever can see it.
 * @throws Refused
 */
export async function listRates(deps: AccountDeps, project: string): Promise<ExchangeRate[]> {
  const { id } = await requireProjectRole(deps, project, 'viewer');
  return deps.control.readRates(id, EVER);
}
