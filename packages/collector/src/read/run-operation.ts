import type { Caller } from '../access/caller.ts';
import { highestRole } from '../access/highest-role.ts';
import { requirePlanOf } from '../access/require-plan.ts';
import { requireRole } from '../access/require-role.ts';
import { requireScopes } from '../access/require-scopes.ts';
import type { Operation, ReadDeps } from './operation.ts';
import { parsePart, parseQuery } from './parse-part.ts';
import { resolveProject } from './resolve-project.ts';

/** What a request says to an operation, as it came: text in a query and a path, and a body read when it is due. */
export type GivenArguments = {
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, string>>;
  readonly body: () => Promise<unknown>;
};

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
  const asked = { caller, ...(await parseArguments(operation, given)) };
  requireScopes(operation, caller);
  const reach = await deps.control.reach(caller.principal);
  if (operation.about === 'credential') {
    requireRole(operation, highestRole(caller, reach));
    return operation.run({ ...asked, reach }, deps);
  }
  const { project: inQuery } = asked.query as { project?: string };
  const project = resolveProject({ inPath: given.path.project, inQuery }, reach);
  requireRole(operation, project.role);
  return operation.run({ ...asked, project }, deps);
}

async function parseArguments({ query, params, body }: Operation, given: GivenArguments) {
  const { project: _, ...parameters } = given.path;
  return {
    query: parseQuery(query, given.query),
    params: params && parsePart(params, parameters),
    body: body && parsePart(body, await given.body()),
  };
}
