import type { Annotation } from '@cvq/contract';
import type { AnnotationRecord } from '@cvq/storage';

/** An annotation as it is told of: not who wrote it, which a key has no business with. */
export function annotationJson({ id, day, text }: Pick<AnnotationRecord, 'id' | 'day' | 'text'>): Annotation {
  return { id, date: day, text };
}
