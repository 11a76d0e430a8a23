import { type ReportRow, toMajorUnits } from '@cvq/contract';
import type { BreakdownGroup } from '@cvq/storage';
import { type Rounding, rounded } from '../measures.ts';

/** The measures of a value of a dimension: money in major units of the project's currency, rates as fractions. */
export function rowMeasures(
  group: BreakdownGroup,
  currency: string,
  round: Rounding = rounded,
): ReportRow['now'] {
  const { visitors, sessions, pageviews, events, conversions, convertedSessions, bounces } = group;
  const rate = (part: number | null) => (part === null || sessions === 0 ? null : round(part / sessions, 4));
  const own = group.values.find((sum) => sum.currency === currency);
  return {
    visitors,
    sessions,
    pageviews,
    events,
    conversions,
    conversion_rate: rate(convertedSessions),
    revenue: toMajorUnits(own?.minor ?? 0, currency),
    bounce_rate: rate(bounces),
  };
}
