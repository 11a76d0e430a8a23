import type { ReachedProject } from '@cvq/storage';
import { ApiError } from '../errors/api-error.ts';

type Named = { readonly inPath: string | undefined; readonly inQuery: string | undefined };

/**
 * The project that a request is about, among those that its credential can reach.
 * @throws ApiError not_found for one out of reach, in the same words as for one that does not exist;
 * invalid_request when none is named and several are visible.
 */
export function resolveProject({ inPath, inQuery }: Named, reach: readonly ReachedProject[]): ReachedProject {
  if (inPath !== undefined && inQuery !== undefined && inPath !== inQuery) {
    throw new ApiError('invalid_request', 'The path and the query name different projects.', {
      details: { fields: [{ field: 'project', message: 'must be the project of the path, or left out' }] },
    });
  }
  const named = inPath ?? inQuery;
  if (named === undefined && reach.length > 1) {
    throw new ApiError('invalid_request', 'Name a project: this credential can reach several.', {
      details: { available_projects: reach.map(({ id, name, domain }) => ({ id, name, domain })) },
    });
  }
  const project = named === undefined ? reach[0] : reach.find(({ id }) => id === named);
  if (project === undefined) throw new ApiError('not_found', 'There is no such project.');
  return project;
}
