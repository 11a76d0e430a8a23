import { strToU8, zipSync } from 'fflate';
import { decimalOf } from '../decimal-of.ts';
import type { SpendSettings } from '../mock-accounts.ts';
import type { SpendFigure } from '../spend-figures.ts';
import type { REPORT_COLUMNS, ReportRequest } from './report-request.ts';

/** A report as it is downloaded: one CSV file in a zip archive, with lines about it before and after the rows. */
export function reportFile(
  request: ReportRequest,
  figures: readonly SpendFigure[],
  settings: SpendSettings,
): Uint8Array {
  const { Columns, Time, ExcludeReportHeader, ExcludeReportFooter, ExcludeColumnHeaders } = request;
  const about = [
    [`Report Name: ${request.ReportName ?? ''}`],
    [`Report Time: ${Time.CustomDateRangeStart},${Time.CustomDateRangeEnd}`],
    [`Time Zone: ${Time.ReportTimeZone ?? 'PacificTimeUSCanadaTijuana'}`],
    ['Last Completed Available Day: 2026-11-22'],
    ['Report Aggregation: Daily'],
    ['Report Filter: '],
    ['Potential Incomplete Data: true'],
    [`Rows: ${figures.length}`],
    [],
  ];
  const rows = figures.map((figure) => {
    const values = valuesOf(figure, settings.currency);
    return Columns.map((column) => values[column]);
  });
  const lines = [
    ...(ExcludeReportHeader ? [] : about),
    ...(ExcludeColumnHeaders ? [] : [Columns]),
    ...rows,
    ...(ExcludeReportFooter ? [] : [[], ['©2026 Microsoft Corporation. All rights reserved. ']]),
  ];
  const csv = lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
  return zipSync({ 'CampaignPerformanceReport.csv': strToU8(`\uFEFF${csv}`) }, { mtime: '2026-11-23' });
}

function valuesOf(figure: SpendFigure, currency: string): Record<(typeof REPORT_COLUMNS)[number], string> {
  return {
    TimePeriod: figure.date,
    CampaignId: figure.campaignId,
    CampaignName: figure.campaign,
    CurrencyCode: currency,
    Impressions: `${figure.impressions}`,
    Clicks: `${figure.clicks}`,
    Spend: decimalOf(figure.micros),
  };
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
