import type { Segment } from '@cvq/contract';
import type { SegmentRecord } from '@cvq/storage';

/** A segment in the words of the wire. Who saved it is left out: a key need not know. */
export function segmentJson({ id, name, filters }: Pick<SegmentRecord, 'id' | 'name' | 'filters'>): Segment {
  return { id, name, filter: [...filters] };
}
