import { z } from 'zod';
import { COMPARE_MODES, DIMENSIONS, GRANULARITIES } from '../constants.ts';
import { Measures, Meta, SpendMeasures, SpendNotes } from '../read/common.ts';
import { Conversion } from '../read/conversions.ts';

/* Descriptions of fields are for the document that is made of these schemas. */

/** Measures of a period and of the earlier one that it is compared with; null where there is nothing to compare with. */
const beside = <Schema extends z.ZodType>(measures: Schema) => ({
  now: measures.describe('Of the period.'),
  before: measures
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

const AllMeasures = z.object({ ...Measures.shape, ...SpendMeasures.shape });

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

const RowMeasures = z.object({
  visitors: z.int(),
  sessions: z.int(),
  pageviews: z.int(),
  events: z.int(),
  conversions: z.int(),
  conversion_rate: z.number().nullable(),
  revenue: z.number(),
  bounce_rate: z.number().nullable(),
});

/** A value of a dimension, now and before. */
export const OverviewRow = z.object({
  value: z.string().describe('The value of the dimension; (not set) where there is none.'),
  ...beside(RowMeasures),
  trend: z.array(z.int()).describe('The chosen measure by bucket, rounded: the shape alone is of interest.'),
});
export type OverviewRow = z.infer<typeof OverviewRow>;

/** The first rows of a dimension, by the chosen measure. */
export const OverviewPanel = z.object({
  dimension: z.enum(DIMENSIONS),
  total_rows: z.int().describe('How many values there are in all.'),
  rows: z.array(OverviewRow),
});
export type OverviewPanel = z.infer<typeof OverviewPanel>;

/** The earlier period that is compared with. */
export const ComparedPeriod = z.object({
  mode: z.enum([...COMPARE_MODES, 'dates']),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  until: z
    .string()
    .nullable()
    .describe(
      'Up to which moment it is counted, where this period is not over; null where it is counted whole.',
    ),
  complete: z.boolean().describe('False where it began before the first event of the project.'),
});
export type ComparedPeriod = z.infer<typeof ComparedPeriod>;

export const Annotation = z.object({
  id: z.string(),
  date: z.iso.date().describe('The local day it is about.'),
  text: z.string(),
});
export type Annotation = z.infer<typeof Annotation>;

/** Everything that the Overview shows, of one moment. */
export const DashboardOverview = z.object({
  data: z.object({
    totals: z.object(beside(AllMeasures)),
    spend_omitted_reason: SpendNotes.shape.spend_omitted_reason,
    spend_unavailable_reason: SpendNotes.shape.spend_unavailable_reason,
    series: z.object({
      granularity: z.enum(GRANULARITIES),
      partial: z.boolean().describe('True where the last bucket is not over.'),
      ...beside(SeriesColumns),
    }),
    panels: z.array(OverviewPanel).describe('In the order in which they were asked for.'),
    conversions: z.array(Conversion).describe('The latest.'),
    live: z.object({ visitors: z.int().describe('Who was there in the last five minutes.') }),
    annotations: z.array(Annotation),
  }),
  meta: Meta.extend({
    compare: ComparedPeriod.nullable(),
    first_event_at: z.iso.datetime().nullable().describe('Null where the project has no event yet.'),
  }),
});
export type DashboardOverview = z.infer<typeof DashboardOverview>;
