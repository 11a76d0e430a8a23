import { z } from 'zod';
import { RangeQuery } from './range-query.ts';

/* Descriptions of fields are for the documents that are made of these schemas. */

/** A note at a day of a project, which charts show. */
export const Annotation = z
  .object({
    id: z.string().describe('ann_…'),
    date: z.iso.date().describe('The day it is about, in the time zone of the project.'),
    text: z.string().describe('What people wrote.'),
  })
  .describe('A note at a day.');
export type Annotation = z.infer<typeof Annotation>;

export const ListAnnotationsQuery = RangeQuery.pick({ project: true });

/** Answer to `GET /v1/annotations`: the latest day first. */
export const ListAnnotationsResponse = z.object({
  data: z.array(Annotation),
  meta: z.object({ total_rows: z.int().describe('How many there are.') }),
});
export type ListAnnotationsResponse = z.infer<typeof ListAnnotationsResponse>;
