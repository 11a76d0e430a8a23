import type { RangeQuery } from '@cvq/contract';
import type { ProjectRecord, Question } from '@cvq/storage';

/** Which events an operation is about. */
export function questionOf(
  project: Pick<ProjectRecord, 'id'>,
  { bots = 'excluded', filter = [] }: Pick<RangeQuery, 'bots' | 'filter'>,
): Required<Question> {
  return { project: project.id, bots, filters: filter };
}
