import { type SpendNotes, TimeseriesPoint, TimeseriesQuery, TimeseriesResponse } from '@cvq/contract';
import { z } from 'zod';
import { comparedPeriod, describeCompared } from '../compared-period.ts';
import { tableOf } from '../csv/table-of.ts';
import { filterWarnings, keepsNothing } from '../filter-warnings.ts';
import { firstEventOf } from '../first-event-of.ts';
import { currencyWarnings, sumByCurrency } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';
import { resolveGranularity } from '../range.ts';
import { measureBuckets } from '../timeseries/measure-buckets.ts';

/** A line of the table: a point, and the one of the earlier period in its place. */
const Line = z.object({ ...TimeseriesPoint.shape, before: TimeseriesPoint.nullable().optional() });

export const getTimeseries = definePeriodOperation({
  name: 'get_timeseries',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/timeseries',
  summary: 'Measures over time',
  description: 'The measures of a period, bucket by bucket: dense, ascending, in the zone of the project.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: TimeseriesQuery,
  response: TimeseriesResponse,
  example: 'range=30d&granularity=day',
  tool: {
    description:
      'The measures by hour, day, week or month: for trends, and for the day on which something changed.',
    without: ['compare_start_date', 'compare_end_date', 'match', 'compare_until'],
    more: 'Ask for fewer days, or for a coarser granularity.',
  },
  csv: ({ data: { points, before } }) =>
    tableOf(
      Line,
      Array.from({ length: Math.max(points.length, before?.points.length ?? 0) }, (_, index) => ({
        ...withPartial(points[index]),
        ...(before && { before: withPartial(before.points[index]) }),
      })),
    ),
  async run(asked, deps) {
    const { project, args, range, meta } = asked;
    const compared = comparedPeriod(args, asked);
    const granularity = resolveGranularity(args.granularity, range, compared?.range);
    const [now, before, firstEventAt] = await Promise.all([
      measureBuckets({ asked, granularity, until: null }, deps),
      compared &&
        measureBuckets(
          { asked: { ...asked, range: compared.counted }, granularity, until: compared.until },
          deps,
        ),
      compared && firstEventOf(asked, deps),
    ]);
    return {
      data: {
        granularity,
        points: now.points,
        ...now.notes,
        ...(before && { before: { points: before.points, ...withoutOmitted(before.notes) } }),
      },
      meta: {
        ...meta,
        ...filterWarnings(asked.question, { isEmpty: now.points.every(keepsNothing) }),
        ...currencyWarnings(sumByCurrency(now.amounts), project.currency),
        ...(compared && { compare: describeCompared(compared, firstEventAt) }),
      },
    };
  },
});

const withPartial = (point: TimeseriesPoint | undefined) =>
  point && { ...point, partial: point.partial ?? false };

/** Who may not see spend is told so once. */
function withoutOmitted({
  spend_omitted_reason: _,
  ...notes
}: SpendNotes): Omit<SpendNotes, 'spend_omitted_reason'> {
  return notes;
}
