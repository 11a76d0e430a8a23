import { z } from 'zod';
import { Annotation } from '../read/annotations.ts';
import { day } from '../read/day.ts';
import { project } from './project-field.ts';

/** The longest text of an annotation, in characters: it stands on a chart. */
export const MAX_ANNOTATION_LENGTH = 200;

export const AddAnnotationParams = z.strictObject({ project });
export const AnnotationParams = z.strictObject({ project, annotation: z.string().describe('ann_…') });

/** An annotation as somebody writes it, whole. */
export const AnnotationBody = z.strictObject({
  date: day().describe('The day it is about, in the time zone of the project.'),
  text: z.string().describe(`What is to be read there, in at most ${MAX_ANNOTATION_LENGTH} characters.`),
});

/** What adding or changing an annotation answers. */
export const AnnotationResponse = z.object({ data: Annotation });
export type AnnotationResponse = z.infer<typeof AnnotationResponse>;
