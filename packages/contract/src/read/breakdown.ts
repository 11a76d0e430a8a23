import { z } from 'zod';
import { Meta, RangeQuery, SpendFields } from './common.ts';

const SORTABLE = ['visitors', 'sessions', 'pageviews', 'events', 'conversions', 'revenue'] as const;
export type BreakdownSort = { readonly by: (typeof SORTABLE)[number]; readonly descending: boolean };

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

export const BreakdownQuery = z.strictObject({
  ...RangeQuery.shape,
  dimension: z.string({ error: 'is required' }),
  limit: wholeNumber(1, 1000).optional(),
  offset: wholeNumber(0, 1_000_000).optional(),
  sort: z
    .enum(SORTABLE.flatMap((name) => [name, `-${name}`] as const))
    .transform((text): BreakdownSort => {
      const descending = text.startsWith('-');
      return { by: (descending ? text.slice(1) : text) as BreakdownSort['by'], descending };
    })
    .optional(),
});
export type BreakdownQuery = z.infer<typeof BreakdownQuery>;

/** Session measures are null where the dimension is of single events. */
export const BreakdownMeasures = z.object({
  value: z.string(),
  visitors: z.int(),
  visitors_share: z.number().nullable(),
  sessions: z.int(),
  pageviews: z.int(),
  events: z.int(),
  conversions: z.int(),
  conversion_rate: z.number().nullable(),
  revenue: z.number(),
  bounce_rate: z.number().nullable(),
});

const Sums = z.object({
  sessions: z.int(),
  pageviews: z.int(),
  events: z.int(),
  conversions: z.int(),
  revenue: z.number(),
});

/** Answer to `GET /v1/analytics/breakdown`. */
export const BreakdownResponse = z.object({
  data: z.object({
    dimension: z.string(),
    rows: z.array(
      z.object({
        ...BreakdownMeasures.shape,
        ad_spend: z.number().nullable().optional(),
        roas: z.number().nullable().optional(),
      }),
    ),
    /** What is not on this page; its visitors are not known, since they do not add up. */
    other: z.object({ rows: z.int(), ...Sums.shape, visitors: z.null() }),
    spend_omitted_reason: SpendFields.shape.spend_omitted_reason,
    spend_unavailable_reason: SpendFields.shape.spend_unavailable_reason,
  }),
  meta: z.object({
    ...Meta.shape,
    total_rows: z.int(),
    limit: z.int(),
    offset: z.int(),
    has_more: z.boolean(),
    sort: z.string(),
  }),
});
export type BreakdownResponse = z.infer<typeof BreakdownResponse>;
