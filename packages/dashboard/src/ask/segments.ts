import type { ListSegmentsResponse, Segment, SegmentResponse } from '@cvq/contract';
import { computed } from '@preact/signals';
import { project } from '../address/location.ts';
import { remove } from './remove.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const answered = watched<ListSegmentsResponse>(() =>
  project.value === null ? null : `/segments?project=${project.value}`,
);

/** The segments of this project by name; null until they are known. */
export const segments = computed<readonly Segment[] | null>(() => answered.answer.value?.data ?? null);

const at = (id = '') => `/projects/${project.value}/segments${id && `/${id}`}`;

/**
 * Saves conditions under a name, in place of those of the segment that has it.
 * @throws NotAnswered
 */
export async function saveSegment({ name, filter }: Omit<Segment, 'id'>): Promise<Segment> {
  const same = segments.value?.find((segment) => segment.name === name.trim());
  const saved = { name, filter };
  const { data } = same
    ? await tell<SegmentResponse>(at(same.id), saved, 'PUT')
    : await tell<SegmentResponse>(at(), saved);
  answered.retry();
  return data;
}

/** @throws NotAnswered */
export async function removeSegment(id: string): Promise<void> {
  await remove(at(id));
  answered.retry();
}
