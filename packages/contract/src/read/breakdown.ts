import { z } from 'zod';
import { DIMENSIONS, GRANULARITIES, MAX_BREAKDOWN_ROWS, MULTI_VALUED_DIMENSIONS } from '../constants.ts';
import { ARGUMENT_RULES } from './argument-rules.ts';
import { changes } from './changes.ts';
import { ComparedPeriod, ComparisonQuery } from './comparison.ts';
import { reportDimension } from './dimension-name.ts';
import { Meta } from './meta.ts';
import { Paging } from './paging.ts';
import { RangeQuery } from './range-query.ts';
import { ROW_MEASURES, type RowMeasureName } from './row-measures.ts';
import { SpendMeasures, SpendNotes } from './spend-measures.ts';
import { TimeseriesQuery } from './timeseries.ts';
import { wholeNumber } from './whole-number.ts';

export type BreakdownSort = { readonly by: RowMeasureName; readonly descending: boolean };

/** Rows of a breakdown whose number is not asked for. */
export const DEFAULT_BREAKDOWN_ROWS = 100;

export const BreakdownQuery = z.strictObject({
  ...RangeQuery.shape,
  ...ComparisonQuery.shape,
  dimension: reportDimension(['one of details.supported', ...MULTI_VALUED_DIMENSIONS].join(', '))
    .meta({ enum: [...DIMENSIONS, ...MULTI_VALUED_DIMENSIONS] })
    .describe('What to divide by.')
    .register(ARGUMENT_RULES, { late: 'unsupported_dimension' }),
  limit: wholeNumber(1, MAX_BREAKDOWN_ROWS)
    .meta({ default: DEFAULT_BREAKDOWN_ROWS })
    .describe('How many rows.')
    .optional(),
  offset: wholeNumber(0, 1_000_000).describe('How many rows to leave out.').optional(),
  sort: z
    .enum(ROW_MEASURES.flatMap((name) => [name, `-${name}`] as const))
    .transform((text): BreakdownSort => {
      const descending = text.startsWith('-');
      return { by: (descending ? text.slice(1) : text) as BreakdownSort['by'], descending };
    })
    .describe('With - the largest first; -visitors if left out. Rows without ad_spend go by visitors.')
    .optional(),
  trend: z
    .boolean()
    .describe('Whether each row tells the trend of the measure that rows are sorted by.')
    .optional(),
  granularity: TimeseriesQuery.shape.granularity.describe(
    'The length of a bucket of trend, as of a time series. Only with trend=true.',
  ),
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

/** What is told of a page that visits saw. */
export const SeenPageMeasures = z.object({
  exit_rate: z
    .number()
    .nullable()
    .optional()
    .describe('Of the sessions, those that ended on the page; null without sessions. By seen_page only.'),
  average_time_on_page_seconds: z
    .number()
    .nullable()
    .optional()
    .describe('How long views of the page lasted, on average; null where none is known. By seen_page only.'),
});
export type SeenPageMeasures = z.infer<typeof SeenPageMeasures>;

const RowMeasures = z.object({
  ...BreakdownMeasures.omit({ value: true }).shape,
  ...SeenPageMeasures.shape,
  ad_spend: SpendMeasures.shape.ad_spend,
  roas: SpendMeasures.shape.roas,
  spend_unavailable_reason: SpendNotes.shape.spend_unavailable_reason.describe(
    'Why spend of this row is null where that of others is told, else absent.',
  ),
});
export type RowMeasures = z.infer<typeof RowMeasures>;

const RowChanges = z.object({
  ...changes(BreakdownMeasures.omit({ value: true }).keyof().options),
  ...z.object(changes(['exit_rate', 'average_time_on_page_seconds', 'ad_spend', 'roas'])).partial().shape,
});

/** A value of the dimension with its measures. */
export const BreakdownRow = z.object({
  value: BreakdownMeasures.shape.value,
  ...RowMeasures.shape,
  before: RowMeasures.nullable()
    .optional()
    .describe('Of the earlier period; null where it had none of the value. Absent unless asked for.'),
  change: RowChanges.nullable()
    .optional()
    .describe('(now - then) / then of each measure, a fraction of 1; null where then is 0 or null.'),
  trend: z
    .array(z.int())
    .optional()
    .describe(
      'The measure of the order, bucket by bucket, in whole numbers; empty where it is not known. Absent unless asked for.',
    ),
});
export type BreakdownRow = z.infer<typeof BreakdownRow>;

/** Null where rows do not add up, since a session is in several. */
const Sums = z.object({
  sessions: z.int().nullable(),
  pageviews: z.int().nullable(),
  events: z.int().nullable(),
  conversions: z.int().nullable(),
  revenue: z.number().nullable(),
});

/** The sums of rows that are not told one by one. */
const Others = z.object({ ...Sums.shape, visitors: z.null(), ad_spend: SpendMeasures.shape.ad_spend });

const unmatched = z.number().nullable().optional();

/** Answer to `GET /v1/analytics/breakdown`. */
export const BreakdownResponse = z.object({
  data: z.object({
    dimension: z.string(),
    rows: z.array(BreakdownRow),
    rates_unavailable_reason: z
      .literal('dimension_of_events')
      .optional()
      .describe(
        'Why conversion_rate and bounce_rate of all rows are null: the dimension is of single events. Else absent.',
      ),
    other: z
      .object({ rows: z.int(), ...Others.shape })
      .describe(
        'What is not on this page. Null does not add up: visitors, and by seen_page and did_event all.',
      ),
    unmatched_ad_spend: unmatched.describe(
      'What ads cost of which there is no row: ad_spend of rows, other and this is all.',
    ),
    ...SpendNotes.shape,
    before: z
      .object({
        other: Others.describe('Of all values without a row on this page: with before of the rows, all.'),
        unmatched_ad_spend: unmatched.describe('What ads cost of which there was no value.'),
        spend_unavailable_reason: SpendNotes.shape.spend_unavailable_reason,
        spend_warnings: SpendNotes.shape.spend_warnings,
      })
      .optional()
      .describe('Of the earlier period, what is of no row. Absent unless a comparison was asked for.'),
    trend: z
      .object({
        measure: z.enum(ROW_MEASURES).describe('Whose trend the rows tell.'),
        granularity: z.enum(GRANULARITIES).describe('The length of a bucket.'),
        labels: z.array(z.string()).describe('The local day of each bucket, for hours with the time.'),
        partial: z.boolean().describe('True where the last bucket is not over.'),
      })
      .optional()
      .describe('What trend of the rows is. Absent unless asked for.'),
  }),
  meta: z.object({
    ...Meta.shape,
    ...Paging.shape,
    sort: z.string().describe('What the rows are sorted by.'),
    compare: ComparedPeriod.optional().describe('Absent unless a comparison was asked for.'),
  }),
});
export type BreakdownResponse = z.infer<typeof BreakdownResponse>;
