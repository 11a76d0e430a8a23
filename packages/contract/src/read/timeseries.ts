import { z } from 'zod';
import { GRANULARITIES } from '../constants.ts';
import { Measures, Meta, RangeQuery, SpendFields } from './common.ts';

export const TimeseriesQuery = z.strictObject({
  ...RangeQuery.shape,
  granularity: z.enum(GRANULARITIES).optional(),
});
export type TimeseriesQuery = z.infer<typeof TimeseriesQuery>;

/** A bucket is half-open: it holds its start and not its end. Both carry the offset in force. */
export const TimeseriesPoint = z.object({
  start: z.string(),
  end: z.string(),
  label: z.string(),
  partial: z.literal(true).optional(),
  ...Measures.shape,
  ...SpendFields.omit({ spend_omitted_reason: true, spend_unavailable_reason: true }).shape,
});
export type TimeseriesPoint = z.infer<typeof TimeseriesPoint>;

/** Answer to `GET /v1/analytics/timeseries`: dense and ascending. */
export const TimeseriesResponse = z.object({
  data: z.object({
    granularity: z.enum(GRANULARITIES),
    points: z.array(TimeseriesPoint),
    spend_omitted_reason: z.string().optional(),
    spend_unavailable_reason: z.string().optional(),
  }),
  meta: Meta,
});
export type TimeseriesResponse = z.infer<typeof TimeseriesResponse>;
