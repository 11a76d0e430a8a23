import { z } from 'zod';
import { REPORT_TIME_ZONES } from './report-time-zones.ts';

/** Of the columns of a campaign performance report, those that the mock knows. */
export const REPORT_COLUMNS = [
  ...(['TimePeriod', 'CampaignId', 'CampaignName', 'CurrencyCode'] as const),
  ...(['Impressions', 'Clicks', 'Spend'] as const),
] as const;

const ReportDate = z
  .strictObject({ Year: z.int(), Month: z.int(), Day: z.int() })
  .transform(({ Year, Month, Day }) => [Year, two(Month), two(Day)].join('-'))
  .pipe(z.iso.date());
/** What a report may be asked for with (…/advertising/reporting-service/campaignperformancereportrequest). */
export const ReportRequestSchema = z.strictObject({
  Type: z.literal('CampaignPerformanceReportRequest'),
  ReportName: z.string().max(200).nullish(),
  Format: z.literal('Csv'),
  FormatVersion: z.literal('2.0'),
  ExcludeColumnHeaders: z.boolean().nullish(),
  ExcludeReportHeader: z.boolean().nullish(),
  ExcludeReportFooter: z.boolean().nullish(),
  ReturnOnlyCompleteData: z.boolean().nullish(),
  Aggregation: z.literal('Daily'),
  Columns: z.array(z.enum(REPORT_COLUMNS)).min(1),
  Scope: z.strictObject({
    AccountIds: z.array(z.string()).min(1).max(1_000),
    Campaigns: z.null().optional(),
  }),
  Time: z.strictObject({
    CustomDateRangeStart: ReportDate,
    CustomDateRangeEnd: ReportDate,
    ReportTimeZone: z
      .string()
      .refine((zone) => REPORT_TIME_ZONES.has(zone), 'is no time zone of reports')
      .nullish(),
  }),
});

export type ReportRequest = z.infer<typeof ReportRequestSchema>;

const two = (number: number): string => String(number).padStart(2, '0');
