import type { RangeQuery } from '@cvq/contract';
import type { Caller } from '../access/caller.ts';
import { highestRole } from '../access/highest-role.ts';
import { requirePlanOf } from '../access/require-plan.ts';
import { requireRole } from '../access/require-role.ts';
import { requireScopes } from '../access/require-scopes.ts';
import { type GivenArguments, readArguments } from './arguments/read-arguments.ts';
import type { Operation, OperationDeps, ReadDeps } from './operation.ts';
import { periodOf } from './period.ts';
import { resolveProject } from './resolve-project.ts';

/**
 * Runs an operation for a caller, in the one order of checks that every surface has: what a caller may not know must
 * not show in which check refused it.
 * @throws ApiError
 */
export async function runOperation(
  operation: Operation,
  given: GivenArguments,
  asking: { readonly caller: Caller; readonly signal: AbortSignal; readonly deps: ReadDeps },
): Promise<unknown> {
  const { caller, signal } = asking;
  const reports = asking.deps.reports.askedBy({ account: caller.account, signal });
  const deps: OperationDeps = { ...asking.deps, reports };
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
  const period = periodOf({ args: args as RangeQuery, project, at: deps.now() }, operation.rangeOf);
  return operation.run({ ...ask, ...period }, deps);
}
