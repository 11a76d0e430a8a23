import { z } from 'zod';
import { RangeQuery } from './range-query.ts';

/* Descriptions of fields are for the documents that are made of these schemas. */

/** Conditions of a project under a name. */
export const Segment = z
  .object({
    id: z.string().describe('seg_…, for the argument segment.'),
    name: z.string().describe('What people call it.'),
    filter: z
      .array(z.string())
      .describe('Its conditions, each as the argument filter takes it. All must be fulfilled.'),
  })
  .describe('Conditions under a name.');
export type Segment = z.infer<typeof Segment>;

export const ListSegmentsQuery = RangeQuery.pick({ project: true });

/** Answer to `GET /v1/segments`: by name. */
export const ListSegmentsResponse = z.object({
  data: z.array(Segment),
  meta: z.object({ total_rows: z.int().describe('How many there are.') }),
});
export type ListSegmentsResponse = z.infer<typeof ListSegmentsResponse>;
