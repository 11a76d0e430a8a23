import type { Segment } from '@cvq/contract';
import type { SegmentRecord } from '@cvq/storage';

/** A segment as it is told of: not who saved it, which a key has no business with. */
export function segmentJson({ id, name, filters }: Pick<SegmentRecord, 'id' | 'name' | 'filters'>): Segment {
  return { id, name, filter: [...filters] };
}
