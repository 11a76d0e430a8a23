import type { RangeQuery } from '@cvq/contract';
import type { ReachedProject } from '@cvq/storage';
import type { Caller } from '../access/caller.ts';
import { highestRole } from '../access/highest-role.ts';
import { requirePlanOf } from '../access/require-plan.ts';
import { requireRole } from '../access/require-role.ts';
import { requireScopes } from '../access/require-scopes.ts';
import { type GivenArguments, readArguments } from './arguments/read-arguments.ts';
import { metaOf } from './meta.ts';
import type { Operation, Period, ReadDeps } from './operation.ts';
import { questionOf } from './question.ts';
import { type Clock, type Range, resolveRange } from './range.ts';
import { resolveProject } from './resolve-project.ts';

/**
 * Runs an operation for a caller, in the one order of checks that every surface has: what a caller may not know must
 * not show in which check refused it.
 * @throws ApiError
 */
export async function runOperation(
  operation: Operation,
  given: GivenArguments,
  { caller, deps }: { readonly caller: Caller; readonly deps: ReadDeps },
): Promise<unknown> {
  requirePlanOf(operation, caller, deps.baseUrl());
  const read = await readArguments(operation, given);
  requireScopes(operation, caller);
  const reach = await deps.control.reach(caller.principal);
  if (operation.about === 'credential') {
    requireRole(operation, highestRole(caller, reach));
    return operation.run({ caller, args: read.checked(), reach }, deps);
  }
  const project = resolveProject(read.project, reach);
  requireRole(operation, project.role);
  const args = read.checked();
  const ask = { caller, args, project };
  if (operation.about === 'project') return operation.run(ask, deps);
  // Every operation about a period takes these, whatever else it takes.
  const period = periodOf(operation, { args: args as RangeQuery, project }, deps.now());
  return operation.run({ ...ask, ...period }, deps);
}

/** @throws ApiError invalid_range */
function periodOf(
  { rangeOf = resolveRange }: { readonly rangeOf?: (args: RangeQuery, clock: Clock) => Range },
  { args, project }: { readonly args: RangeQuery; readonly project: ReachedProject },
  at: number,
): Period {
  const range = rangeOf(args, { timezone: project.timezone, now: at });
  const question = questionOf(project, args);
  return { at, range, question, meta: metaOf({ project, range, bots: question.bots, now: at }) };
}
