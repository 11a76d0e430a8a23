import { type ReportRow, toMajorUnits } from '@cvq/contract';
import type { BreakdownGroup } from '@cvq/storage';
import { ratio } from '../measures.ts';

/** The measures of a value of a dimension: money in major units of the project's currency, rates as fractions. */
export function rowMeasures(group: BreakdownGroup, currency: string): ReportRow['now'] {
  const { visitors, sessions, pageviews, events, conversions, convertedSessions, bounces } = group;
  const own = group.values.find((sum) => sum.currency === currency);
  return {
    visitors,
    sessions,
    pageviews,
    events,
    conversions,
    conversion_rate: convertedSessions === null ? null : ratio(convertedSessions, sessions, 4),
    revenue: toMajorUnits(own?.minor ?? 0, currency),
    bounce_rate: bounces === null ? null : ratio(bounces, sessions, 4),
  };
}
