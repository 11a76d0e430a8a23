import type { RangeQuery } from '@cvq/contract';
import type { ProjectRecord, Question } from '@cvq/storage';
import { readFilters } from './filters.ts';

/**
 * Which events a query is about.
 * @throws ApiError invalid_request for a filter that cannot be read.
 */
export function questionOf(
  project: Pick<ProjectRecord, 'id'>,
  { bots = 'excluded', filter }: Partial<Pick<RangeQuery, 'bots' | 'filter'>>,
): Required<Question> {
  return { project: project.id, bots, filters: readFilters(filter) };
}
