import { z } from 'zod';
import { DIMENSIONS, GRANULARITIES, MULTI_VALUED_DIMENSIONS } from '../constants.ts';
import { ARGUMENT_RULES } from './argument-rules.ts';
import { askedBreakdown } from './asked-breakdown.ts';
import { BreakdownMeasures, SeenPageMeasures } from './breakdown.ts';
import { ComparedPeriod, ComparisonQuery } from './comparison.ts';
import { reportDimension } from './dimension-name.ts';
import { Measures } from './measures.ts';
import { Meta } from './meta.ts';
import { RangeQuery } from './range-query.ts';
import { ROW_MEASURES } from './row-measures.ts';
import { SpendMeasures, SpendNotes } from './spend-measures.ts';
import { TimeseriesQuery } from './timeseries.ts';

/* Descriptions of fields are for the documents that are made of these schemas. */

const MAX_BREAKDOWNS = 12;

export const ReportQuery = z.strictObject({
  ...RangeQuery.shape,
  ...ComparisonQuery.shape,
  granularity: TimeseriesQuery.shape.granularity,
  measure: z
    .enum(ROW_MEASURES)
    .meta({ default: 'visitors' })
    .describe(
      'By which rows are chosen, the largest first, and which trend tells by bucket. With ad_spend rows tell what ads cost; those that have no such figure are chosen by visitors.',
    )
    .optional(),
  breakdown: z
    .array(askedBreakdown(reportDimension([...DIMENSIONS, ...MULTI_VALUED_DIMENSIONS].join(', '))))
    .max(MAX_BREAKDOWNS, `must be given at most ${MAX_BREAKDOWNS} times`)
    .describe(
      'What to divide by, with the number of rows behind a colon, 10 if left out: source:8. May be given several times.',
    )
    .optional()
    .register(ARGUMENT_RULES, { late: 'invalid_request' }),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

/** Something of the period and of the earlier one that it is compared with. */
const beside = <Schema extends z.ZodType>(schema: Schema) => ({
  now: schema.describe('Of the period.'),
  before: schema
    .nullable()
    .describe('Of the earlier period; null where there is none, or none is asked for.'),
});

const columnsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, z.array(z.number().nullable())])) as Record<
      Name,
      z.ZodArray<z.ZodNullable<z.ZodNumber>>
    >,
  );

/** A bucket a place: measures by name, each an array as long as `labels`. */
export const SeriesColumns = z.object({
  labels: z.array(z.string()).describe('The local day of each bucket, for hours with the time.'),
  starts: z.array(z.string()).describe('First instant of each, with the offset in force.'),
  measures: z.object({
    ...columnsOf(Measures.keyof().options).shape,
    ...columnsOf(SpendMeasures.keyof().options).partial().shape,
  }),
});
export type SeriesColumns = z.infer<typeof SeriesColumns>;

/** A value of a dimension, now and before. Session measures are null where the dimension is of single events. */
export const ReportRow = z.object({
  value: BreakdownMeasures.shape.value,
  ...beside(
    z.object({
      ...BreakdownMeasures.omit({ value: true, visitors_share: true }).shape,
      ...SeenPageMeasures.shape,
      ad_spend: SpendMeasures.shape.ad_spend,
      roas: SpendMeasures.shape.roas,
    }),
  ),
  trend: z
    .array(z.int())
    .describe(
      'The chosen measure by bucket, rounded to whole numbers: the shape alone is of interest. Empty where it is not known, and by seen_page and did_event.',
    ),
});
export type ReportRow = z.infer<typeof ReportRow>;

/** The first rows of a dimension, by the chosen measure. */
export const ReportBreakdown = z.object({
  dimension: z.string(),
  total_rows: z.int().describe('How many values there are in all.'),
  rows: z.array(ReportRow),
  unmatched_ad_spend: z
    .number()
    .nullable()
    .optional()
    .describe(
      'What ads cost of which there is no row at all. With measure=ad_spend, as far as the rows that are told say so; else absent.',
    ),
});
export type ReportBreakdown = z.infer<typeof ReportBreakdown>;

/** Answer to `GET /v1/analytics/report`: all of one moment. */
export const ReportResponse = z.object({
  data: z.object({
    totals: z.object(beside(z.object({ ...Measures.shape, ...SpendMeasures.shape }))),
    ...SpendNotes.shape,
    series: z.object({
      granularity: z.enum(GRANULARITIES).describe('The length of a bucket.'),
      partial: z.boolean().describe('True where the last bucket is not over.'),
      ...beside(SeriesColumns),
    }),
    breakdowns: z.array(ReportBreakdown).describe('In the order in which they were asked for.'),
  }),
  meta: z.object({
    ...Meta.shape,
    compare: ComparedPeriod.nullable().describe('Null unless a comparison was asked for.'),
    first_event_at: z.iso
      .datetime()
      .nullable()
      .describe('When the first event of the project happened, UTC; null where it has none yet.'),
  }),
});
export type ReportResponse = z.infer<typeof ReportResponse>;
