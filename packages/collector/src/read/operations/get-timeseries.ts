import { TimeseriesPoint, TimeseriesQuery, TimeseriesResponse } from '@cvq/contract';
import type { Totals } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { bucketsOf, edgesOf } from '../buckets.ts';
import { tableOf } from '../csv/table-of.ts';
import { currencyWarnings, measuresOf, sumByCurrency } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';
import { resolveGranularity } from '../range.ts';
import { spendOfRange } from '../spend/spend-of-range.ts';
import { sumBuckets } from '../spend/sum-buckets.ts';

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
  async run(asked, deps) {
    const { project, args, at, range, question, meta } = asked;
    const { currency } = project;
    const granularity = resolveGranularity(args.granularity, range);
    const buckets = bucketsOf(range, granularity, at);
    const [series, spend] = await Promise.all([
      askStore(deps.reports.series(question, edgesOf(buckets))),
      spendOfRange({ ...asked, by: { granularity } }, deps),
    ]);
    const costs = sumBuckets(spend, buckets);
    const points = buckets.map(({ from, to, ...named }, index) => {
      const measures = measuresOf(series[index] as Totals, currency);
      const { sum = null, isProvisional = false } = costs[index] ?? {};
      return {
        ...named,
        ...(from <= at && at < to && { partial: true as const }),
        ...measures,
        ...spend.tell(sum, measures, { currency, round: 'rounded' }),
        ...(isProvisional && { spend_provisional: true as const }),
      };
    });
    const values = series.flatMap((totals) => totals.values);
    return {
      data: { granularity, points, ...spend.notes },
      meta: { ...meta, ...currencyWarnings(sumByCurrency(values), currency) },
    };
  },
});
