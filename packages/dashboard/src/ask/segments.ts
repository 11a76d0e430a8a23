import type { ListSegmentsResponse, Segment, SegmentResponse } from '@cvq/contract';
import { computed } from '@preact/signals';
import { project } from '../address/location.ts';
import { askAnew } from './ask-anew.ts';
import { remove } from './remove.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const answered = watched<ListSegmentsResponse>(() =>
  project.value === null ? null : `/segments?project=${project.value}`,
);

/** The segments of this project by name; null until they are known. */
export const segments = computed<readonly Segment[] | null>(() => answered.answer.value?.data ?? null);

const at = (id = '') => `/projects/${project.value}/segments${id && `/${id}`}`;

type Saved = Omit<Segment, 'id'> & {
  /** In the place of which segment; null for another one. */
  readonly id: string | null;
};

/** They are read once more: somebody else may have changed them since. */
export const readSegments = () => askAnew(answered);

/**
 * Saves conditions under a name. The list has it by then: what is looked at by its id has a name at once.
 * @throws NotAnswered
 */
export async function saveSegment({ id, ...saved }: Saved): Promise<Segment> {
  const { data } = await (id === null
    ? tell<SegmentResponse>(at(), saved)
    : tell<SegmentResponse>(at(id), saved, 'PUT'));
  await readSegments();
  return data;
}

/** @throws NotAnswered */
export async function removeSegment(id: string): Promise<void> {
  await remove(at(id));
  answered.retry();
}
