import { z } from 'zod';
import { GRANULARITIES } from '../constants.ts';
import { ComparedPeriod, ComparisonQuery } from './comparison.ts';
import { Measures } from './measures.ts';
import { Meta } from './meta.ts';
import { RangeQuery } from './range-query.ts';
import { SpendMeasures, SpendNotes } from './spend-measures.ts';

export const TimeseriesQuery = z.strictObject({
  ...RangeQuery.shape,
  ...ComparisonQuery.shape,
  granularity: z
    .enum(GRANULARITIES)
    .describe(
      'The length of a bucket; hour over at most 7 days. Chosen by the length of the range if left out.',
    )
    .optional(),
});
export type TimeseriesQuery = z.infer<typeof TimeseriesQuery>;

/** A bucket is half-open: it holds its start and not its end. Both carry the offset in force. */
export const TimeseriesPoint = z.object({
  start: z.string().describe('First instant, with the offset in force.'),
  end: z.string().describe('First instant of the next bucket.'),
  label: z.string().describe('The local day, for hours with the time.'),
  partial: z.literal(true).optional().describe('True in the bucket that is not over yet, else absent.'),
  ...Measures.shape,
  ...SpendMeasures.shape,
  spend_unavailable_reason: SpendNotes.shape.spend_unavailable_reason.describe(
    'Why spend of this bucket is null where that of others is told, else absent.',
  ),
  spend_provisional: z
    .literal(true)
    .optional()
    .describe('True where spend was read before a day of the bucket was over, else absent.'),
});
export type TimeseriesPoint = z.infer<typeof TimeseriesPoint>;

/** The points of an earlier period. */
const EarlierPoints = z
  .object({
    points: z.array(TimeseriesPoint).describe('Ascending and without gaps, up to compare.until.'),
    spend_unavailable_reason: SpendNotes.shape.spend_unavailable_reason,
    spend_warnings: SpendNotes.shape.spend_warnings,
  })
  .describe('The same of the earlier period. Absent unless a comparison was asked for.');

/** Answer to `GET /v1/analytics/timeseries`: dense and ascending. */
export const TimeseriesResponse = z.object({
  data: z.object({
    granularity: z.enum(GRANULARITIES).describe('The length of a bucket.'),
    points: z.array(TimeseriesPoint).describe('Ascending and without gaps.'),
    ...SpendNotes.shape,
    before: EarlierPoints.optional(),
  }),
  meta: z.object({
    ...Meta.shape,
    compare: ComparedPeriod.optional().describe('Absent unless a comparison was asked for.'),
  }),
});
export type TimeseriesResponse = z.infer<typeof TimeseriesResponse>;
