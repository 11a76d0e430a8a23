import { z } from 'zod';
import { Filters } from '../read/filter.ts';
import { Segment } from '../read/segments.ts';
import { project } from './project-field.ts';

export const AddSegmentParams = z.strictObject({ project });
export const SegmentParams = z.strictObject({ project, segment: z.string().describe('seg_…') });

/** Conditions in the text of the argument `filter`, at least one. What is wrong is said as it is said of that. */
const FilterTexts = z
  .array(z.string())
  .min(1)
  .superRefine((texts, context) => {
    const { error } = Filters.safeParse(texts);
    for (const issue of error?.issues ?? []) {
      context.issues.push({ ...issue, input: texts } as z.core.$ZodRawIssue);
    }
  });

/** A segment as somebody saves it, whole. */
export const SegmentBody = z.strictObject({
  name: z.string().describe('What people are to call it: no other segment of the project has this name.'),
  filter: FilterTexts.describe('Its conditions, each as the argument filter takes it.'),
});

/** What adding or changing a segment answers. */
export const SegmentResponse = z.object({ data: Segment });
export type SegmentResponse = z.infer<typeof SegmentResponse>;
