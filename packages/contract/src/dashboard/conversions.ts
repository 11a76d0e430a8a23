import { z } from 'zod';

export const RemoveConversionBody = z.strictObject({
  project: z.string().describe('proj_…, whose conversion it is.'),
});

/** Answer to `POST /dashboard-api/v1/conversions/{id}/remove`. */
export const RemoveConversionResponse = z.object({
  data: z.object({
    id: z.string().describe('conv_… of the sale.'),
    order_id: z.string().nullable().describe('The order, of which every other report is removed as well.'),
    removed_before: z.boolean().describe('Whether it was removed already.'),
  }),
});
export type RemoveConversionResponse = z.infer<typeof RemoveConversionResponse>;
