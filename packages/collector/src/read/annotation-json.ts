import type { Annotation } from '@cvq/contract';
import type { AnnotationRecord } from '@cvq/storage';

/** An annotation in the words of the wire. Who wrote it is left out: a key need not know. */
export function annotationJson({ id, day, text }: Pick<AnnotationRecord, 'id' | 'day' | 'text'>): Annotation {
  return { id, date: day, text };
}
