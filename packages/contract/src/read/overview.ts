import { z } from 'zod';
import { Measures, Meta, RangeQuery, SpendFields } from './common.ts';

export const OverviewQuery = RangeQuery;

/** Answer to `GET /v1/analytics/overview`. */
export const OverviewResponse = z.object({
  data: z.object({ ...Measures.shape, ...SpendFields.shape }),
  meta: Meta,
});
export type OverviewResponse = z.infer<typeof OverviewResponse>;
