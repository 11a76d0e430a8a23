import { type Filter, Filters, type RangeQuery } from '@cvq/contract';
import type { ControlStore, ProjectRecord } from '@cvq/storage';
import { refusedField } from './refused-field.ts';

/** Conditions of a project, with the name that people gave them. */
export type NamedFilters = {
  readonly id: string;
  readonly name: string;
  readonly filters: readonly Filter[];
};

/**
 * The segment that arguments name; null where they name none.
 * @throws ApiError invalid_request for one that the project does not have
 */
export async function segmentOf(
  { segment: id }: Pick<RangeQuery, 'segment'>,
  project: Pick<ProjectRecord, 'id'>,
  control: Pick<ControlStore, 'findSegment'>,
): Promise<NamedFilters | null> {
  if (id === undefined) return null;
  const found = await control.findSegment(project.id, id);
  if (found === null)
    throw refusedField('segment', 'is no segment of this project: list_segments has their ids, seg_…');
  return { id, name: found.name, filters: Filters.parse(found.filters) };
}
