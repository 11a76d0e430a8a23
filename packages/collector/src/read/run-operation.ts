import type { RangeQuery, RangeWarning } from '@cvq/contract';
import type { Asker, AuditOrigin, ReachedProject } from '@cvq/storage';
import type { Caller } from '../access/caller.ts';
import {
  highestRole,
  isViewerEverywhere,
  requirePlanOf,
  requireRole,
  requireScopes,
} from '../access/requirements.ts';
import { ownTurn } from '../edge/own-turn.ts';
import { ApiError } from '../errors/api-error.ts';
import { type GivenArguments, readArguments } from './arguments/read-arguments.ts';
import { firstEventOf } from './first-event-of.ts';
import type { Operation, OperationDeps, ReadDeps } from './operation.ts';
import { periodOf } from './period.ts';
import { rangeWarnings } from './range-warnings.ts';
import { segmentOf } from './segment-of.ts';

/** Who asks, by what way, and what is told to whom meanwhile. */
type OperationAsking = Pick<Asker, 'signal' | 'noteTiming'> & {
  readonly caller: Caller;
  readonly from: AuditOrigin;
  readonly deps: ReadDeps;
};

/**
 * Runs an operation for a caller, in the one order of checks that every surface has: what a caller may not know must
 * not show in which check refused it.
 * @throws ApiError
 */
export async function runOperation(
  operation: Operation,
  given: GivenArguments,
  asking: OperationAsking,
): Promise<unknown> {
  const { caller, from, signal, noteTiming } = asking;
  await ownTurn();
  const reports = asking.deps.reports.askedBy({ account: caller.account, signal, noteTiming });
  const deps: OperationDeps = { ...asking.deps, reports };
  requirePlanOf(operation, caller, deps.baseUrl);
  const read = await readArguments(operation, given);
  const reach = await reachOf(
    caller,
    operation.about === 'credential' ? undefined : nameIn(read.project),
    deps,
  );
  if (isViewerEverywhere(caller, reach)) requireRole(operation, 'viewer');
  requireScopes(operation, caller, deps.dashboardOrigin);
  if (operation.about === 'credential') {
    requireRole(operation, highestRole(caller, reach));
    return operation.run({ caller, from, args: read.checked(), reach }, deps);
  }
  const project = resolveProject(read.project, reach);
  requireRole(operation, project.role);
  const args = read.checked();
  const ask = { caller, from, args, project };
  if (operation.about === 'project') return operation.run(ask, deps);
  // Every operation about a period takes these, whatever else it takes.
  const named = args as RangeQuery;
  const segment = await segmentOf(named, project, deps.control);
  const period = periodOf({ args: named, segment, project, at: deps.now() }, operation.rangeOf);
  // Asked for before anything else: it is told along with the answer to the next question.
  const [firstEventAt, answer] = await Promise.all([
    firstEventOf({ project, at: period.at }, deps),
    operation.run({ ...ask, ...period }, deps),
  ]);
  return withWarnings(answer, rangeWarnings(period.range, { at: period.at, firstEventAt }));
}

/** An answer whose `meta` tells of the days that it is about. */
function withWarnings(answer: unknown, warnings: readonly RangeWarning[]): unknown {
  const { meta } = answer as { readonly meta?: object };
  if (meta === undefined || warnings.length === 0) return answer;
  return { ...(answer as object), meta: { ...meta, range_warnings: warnings } };
}

type Named = { readonly inPath: string | undefined; readonly inQuery: string | undefined };

const nameIn = ({ inPath, inQuery }: Named): string | undefined => inPath ?? inQuery;

/** What somebody reaches. A key has no role anywhere, so that of all its projects the one that is named is enough. */
async function reachOf(
  { principal }: Caller,
  named: string | undefined,
  { control }: Pick<ReadDeps, 'control'>,
): Promise<readonly ReachedProject[]> {
  if (principal.kind !== 'key' || named === undefined) return control.reach(principal);
  const found = await control.reach(principal, named);
  return found.length > 0 ? found : control.reach(principal);
}

/**
 * The project that a request is about, among those that its credential can reach.
 * @throws ApiError not_found for one out of reach, in the same words as for one that does not exist;
 * invalid_request when none is named and several are visible.
 */
function resolveProject({ inPath, inQuery }: Named, reach: readonly ReachedProject[]): ReachedProject {
  if (inPath !== undefined && inQuery !== undefined && inPath !== inQuery) {
    throw new ApiError('invalid_request', 'The path and the query name different projects.', {
      details: { fields: [{ field: 'project', message: 'must be the project of the path, or left out' }] },
    });
  }
  const named = nameIn({ inPath, inQuery });
  if (named === undefined && reach.length !== 1) {
    throw new ApiError('invalid_request', reach.length === 0 ? REACHES_NONE : NAME_A_PROJECT, {
      details: { available_projects: reach.map(({ id, name, domain }) => ({ id, name, domain })) },
    });
  }
  const project = named === undefined ? reach[0] : reach.find(({ id }) => id === named);
  if (project !== undefined) return project;
  throw new ApiError('not_found', reach.length === 0 ? REACHES_NONE : NO_SUCH_PROJECT);
}

const NAME_A_PROJECT = 'Name a project: this credential can reach several. list_projects tells them.';
const REACHES_NONE = 'This credential reaches no project, or none any more. Ask whoever gave it.';
const NO_SUCH_PROJECT = 'There is no such project. Name it by its id: list_projects has those in reach.';
