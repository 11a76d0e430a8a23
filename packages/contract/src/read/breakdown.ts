import { z } from 'zod';
import { DIMENSIONS } from '../constants.ts';
import { ARGUMENT_RULES } from './argument-rules.ts';
import { Meta, RangeQuery, SpendMeasures, SpendNotes } from './common.ts';
import { dimensionName } from './dimension-name.ts';
import { Paging } from './paging.ts';
import { wholeNumber } from './whole-number.ts';

/** What rows can be put in order by. */
export const ROW_MEASURES = [
  'visitors',
  'sessions',
  'pageviews',
  'events',
  'conversions',
  'revenue',
] as const;
export type RowMeasureName = (typeof ROW_MEASURES)[number];
export type BreakdownSort = { readonly by: RowMeasureName; readonly descending: boolean };

export const BreakdownQuery = z.strictObject({
  ...RangeQuery.shape,
  dimension: dimensionName('one of details.supported')
    .meta({ enum: [...DIMENSIONS] })
    .describe('What to divide by.')
    .register(ARGUMENT_RULES, { late: 'unsupported_dimension' }),
  limit: wholeNumber(1, 1000).describe('How many rows to answer; 100 if left out.').optional(),
  offset: wholeNumber(0, 1_000_000).describe('How many rows to leave out before.').optional(),
  sort: z
    .enum(ROW_MEASURES.flatMap((name) => [name, `-${name}`] as const))
    .transform((text): BreakdownSort => {
      const descending = text.startsWith('-');
      return { by: (descending ? text.slice(1) : text) as BreakdownSort['by'], descending };
    })
    .describe('The measure to sort by, with - in front the largest first; -visitors if left out.')
    .optional(),
});
export type BreakdownQuery = z.infer<typeof BreakdownQuery>;

/** Session measures are null where the dimension is of single events. */
export const BreakdownMeasures = z.object({
  value: z.string().describe('The value of the dimension; (not set) where an event has none.'),
  visitors: z.int(),
  visitors_share: z.number().nullable().describe('visitors / all visitors of the period, a fraction of 1.'),
  sessions: z.int(),
  pageviews: z.int(),
  events: z.int(),
  conversions: z.int(),
  conversion_rate: z.number().nullable(),
  revenue: z.number(),
  bounce_rate: z.number().nullable(),
});

/** A value of the dimension with its measures. */
export const BreakdownRow = z.object({
  ...BreakdownMeasures.shape,
  ad_spend: SpendMeasures.shape.ad_spend,
  roas: SpendMeasures.shape.roas,
});
export type BreakdownRow = z.infer<typeof BreakdownRow>;

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
    rows: z.array(BreakdownRow),
    other: z
      .object({ rows: z.int(), ...Sums.shape, visitors: z.null(), ad_spend: SpendMeasures.shape.ad_spend })
      .describe('What is not on this page; its visitors are null, since they do not add up.'),
    unmatched_ad_spend: z
      .number()
      .nullable()
      .optional()
      .describe('What ads cost of which there is no row: ad_spend of rows, other and this is all.'),
    ...SpendNotes.shape,
  }),
  meta: z.object({
    ...Meta.shape,
    ...Paging.shape,
    sort: z.string().describe('What the rows are sorted by.'),
  }),
});
export type BreakdownResponse = z.infer<typeof BreakdownResponse>;
