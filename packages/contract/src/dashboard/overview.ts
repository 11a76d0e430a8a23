import { z } from 'zod';
import { Annotation } from '../read/annotations.ts';
import { Conversion } from '../read/conversions.ts';
import { ReportResponse } from '../read/report.ts';

/* Descriptions of fields are for the document that is made of these schemas. */

/** Everything that the Overview shows: a report, and what stands beside it. */
export const DashboardOverview = z.object({
  data: z.object({
    ...ReportResponse.shape.data.shape,
    conversions: z.array(Conversion).describe('The latest of the period, newest first.'),
    sources: z
      .array(
        z.object({
          source: z.string(),
          now: z.int().describe('Visitors of the period.'),
          before: z.int().nullable().describe('Of the earlier period; null where none is asked for.'),
        }),
      )
      .describe('The eight that sent the most visitors, whatever the measure and the breakdowns.'),
    live: z.object({
      visitors: z.int().describe('Who was there in the last five minutes, whatever the filters.'),
    }),
    annotations: z.array(Annotation).describe('Those of the days of the period, the earliest first.'),
  }),
  meta: ReportResponse.shape.meta,
});
export type DashboardOverview = z.infer<typeof DashboardOverview>;
