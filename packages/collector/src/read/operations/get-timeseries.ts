import { TimeseriesPoint, TimeseriesQuery, TimeseriesResponse } from '@cvq/contract';
import type { Totals } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { bucketsOf } from '../buckets.ts';
import { tableOf } from '../csv/table-of.ts';
import { currencyWarnings, measuresOf, spendFields, sumByCurrency } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';
import { resolveGranularity } from '../range.ts';

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
  csv: ({ data }) =>
    tableOf(
      TimeseriesPoint,
      data.points.map((point) => ({ ...point, partial: point.partial ?? false })),
    ),
  async run({ caller, project, args, at, range, question, meta }, { reports }) {
    const granularity = resolveGranularity(args.granularity, range);
    const buckets = bucketsOf(range, granularity, at);
    const edges = [...buckets.map(({ from }) => from), ...buckets.slice(-1).map(({ to }) => to)];
    const series = await askStore(reports.series(question, edges));
    const spend = spendFields(caller.scopes);
    const points = buckets.map(({ from, to, ...named }, index) => ({
      ...named,
      ...(from <= at && at < to && { partial: true as const }),
      ...measuresOf(series[index] as Totals, project.currency),
      ...spend.fields,
    }));
    const values = series.flatMap((totals) => totals.values);
    return {
      data: { granularity, points, ...spend.reason },
      meta: {
        ...meta,
        ...currencyWarnings(sumByCurrency(values), project.currency),
      },
    };
  },
});
