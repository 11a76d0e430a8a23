import type { SavedFunnel } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, personOf } from './actor.ts';
import { audited } from './audited.ts';
import { parseName } from './fields.ts';
import { unknown } from './look-up.ts';
import { Refused } from './refused.ts';
import { requireMemberOf } from './require-member-of.ts';
import { requireProjectRole } from './require-project-role.ts';

/** So many are listed at once. */
const MAX_SAVED_FUNNELS = 200;

/** What is saved: the steps are well formed by the contract. */
type Saved = Pick<SavedFunnel, 'project' | 'name' | 'steps' | 'scope' | 'windowDays'>;

/**
 * The funnels of a project by name, for everybody who can see it.
 * @throws Refused
 */
export async function listFunnels(deps: AccountDeps, project: string): Promise<SavedFunnel[]> {
  await requireProjectRole(deps, project, 'viewer');
  return deps.control.listFunnels(project);
}

/**
 * Save the steps of a funnel under a name, in the place of those that have it. Members and above may.
 * @throws Refused
 */
export async function saveFunnel(deps: AccountDeps, { project, ...given }: Saved): Promise<SavedFunnel> {
  const name = parseName(given.name);
  const { accountId } = await requireMemberOf(deps, project);
  const before = (await deps.control.listFunnels(project)).find((funnel) => funnel.name === name);
  const funnel: SavedFunnel = {
    ...given,
    id: before?.id ?? `fun_${randomBase62(12)}`,
    project,
    name,
    createdBy: personOf(deps),
    createdAt: deps.now(),
  };
  const id = await audited(deps, {
    action: 'save_funnel',
    account: accountId,
    project,
    subject: funnel.id,
    name,
    ...(before && { before: toldOf(before) }),
    async make() {
      const kept = await deps.control.saveFunnel(funnel, MAX_SAVED_FUNNELS);
      if (kept === null) throw tooManyFunnels();
      return kept;
    },
    told: (kept) => ({ subject: kept, after: toldOf(funnel) }),
  });
  return { ...funnel, id };
}

/** @throws Refused */
export async function removeFunnel(
  deps: AccountDeps,
  { id, project }: { readonly id: string; readonly project: string },
): Promise<void> {
  const { accountId } = await requireMemberOf(deps, project);
  const before = (await deps.control.listFunnels(project)).find((funnel) => funnel.id === id);
  if (before === undefined) throw unknownFunnel(id);
  await audited(deps, {
    action: 'remove_funnel',
    account: accountId,
    project,
    subject: id,
    name: before.name,
    before: toldOf(before),
    async make() {
      if (!(await deps.control.removeFunnel(project, id))) throw unknownFunnel(id);
    },
  });
}

/** What the audit log tells of a funnel. */
function toldOf({ steps, scope, windowDays }: SavedFunnel) {
  return { event_types: steps, scope, window_days: windowDays };
}

function tooManyFunnels(): Refused {
  return new Refused('conflict', {
    field: 'project',
    problem: `A project has at most ${MAX_SAVED_FUNNELS} saved funnels.`,
    fix: 'Remove others first.',
  });
}

function unknownFunnel(id: string): Refused {
  return unknown('funnel', `Unknown funnel: ${id}.`);
}
