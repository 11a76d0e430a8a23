import { z } from 'zod';
import { FilterParameter } from './filter.ts';

/** Parameters that every analytics operation takes. Their rules on time are in the collector's range. */
export const RangeQuery = z.strictObject({
  project: z.string().optional(),
  range: z.string().optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  bots: z.enum(['excluded', 'included']).optional(),
  filter: FilterParameter.optional(),
});
export type RangeQuery = z.infer<typeof RangeQuery>;

/** What an answer says of itself: the question as it was understood. */
export const Meta = z.object({
  project: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  range: z.string().nullable(),
  timezone: z.string(),
  currency: z.string(),
  bots: z.enum(['excluded', 'included']),
  generated_at: z.iso.datetime(),
  currency_warnings: z
    .array(z.object({ currency: z.string(), conversions: z.int(), value: z.number() }))
    .optional(),
});
export type Meta = z.infer<typeof Meta>;

/** Spend fields are absent without the scope, and null when there is nothing to tell. */
export const SpendFields = z.object({
  ad_spend: z.number().nullable().optional(),
  ad_impressions: z.int().nullable().optional(),
  ad_clicks: z.int().nullable().optional(),
  cost_per_click: z.number().nullable().optional(),
  cost_per_conversion: z.number().nullable().optional(),
  roas: z.number().nullable().optional(),
  spend_omitted_reason: z.string().optional(),
  spend_unavailable_reason: z.string().optional(),
});
export type SpendFields = z.infer<typeof SpendFields>;

/** The measures of a period. Rates are fractions of one; null where the denominator is zero. */
export const Measures = z.object({
  visitors: z.int(),
  sessions: z.int(),
  pageviews: z.int(),
  events: z.int(),
  conversions: z.int(),
  converted_sessions: z.int(),
  conversion_rate: z.number().nullable(),
  revenue: z.number(),
  average_order_value: z.number().nullable(),
  bounce_rate: z.number().nullable(),
  average_session_duration_seconds: z.number().nullable(),
  pages_per_session: z.number().nullable(),
});
export type Measures = z.infer<typeof Measures>;
