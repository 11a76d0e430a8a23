import type { BreakdownQuery, BreakdownResponse, DimensionName, RowMeasureName } from '@cvq/contract';
import { isMultiValued, toMajorUnits } from '@cvq/contract';
import type { ProjectRecord } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { type Bucket, bucketsOf, edgesOf, isUnderWay } from '../buckets.ts';
import type { ReportPeriod } from '../period.ts';
import { resolveGranularity } from '../range.ts';
import { refusedField } from '../refused-field.ts';
import type { AskedStores } from '../spend/asked-spend.ts';
import { isSpendDimension } from '../spend/is-spend-dimension.ts';
import { trendOfCost } from '../spend/trend-of-cost.ts';
import type { MeasuredRows } from './measure-rows.ts';

type Asked = ReportPeriod & {
  readonly project: Pick<ProjectRecord, 'currency'>;
  readonly args: Pick<BreakdownQuery, 'dimension' | 'trend' | 'granularity'>;
};

/** Which trend is asked for. */
type AskedTrend = {
  readonly dimension: DimensionName;
  readonly told: Omit<NonNullable<BreakdownResponse['data']['trend']>, 'measure'>;
  readonly buckets: readonly Bucket[];
};

/**
 * The trend that arguments ask for, whatever the measure; null where they ask for none.
 * @throws ApiError invalid_request for a granularity of nothing; invalid_range for one that the range does not take
 */
export function askedTrend({ args, range, at }: Asked): AskedTrend | null {
  if (args.trend !== true) {
    if (args.granularity !== undefined) throw refusedField('granularity', 'is for trend=true only');
    return null;
  }
  const granularity = resolveGranularity(args.granularity, range);
  if (isMultiValued(args.dimension)) throw refusedField('trend', `is not told by ${args.dimension}`);
  const buckets = bucketsOf(range, granularity, at);
  const labels = buckets.map(({ label }) => label);
  const partial = buckets.some((bucket) => isUnderWay(bucket, { range, at }));
  const told = { granularity, labels, partial };
  return { dimension: args.dimension, told, buckets };
}

type Wanted = {
  readonly trend: AskedTrend & { readonly measure: RowMeasureName };
  readonly of: Pick<MeasuredRows, 'rows' | 'spend'>;
};
type Trends = ReadonlyMap<string, readonly number[]>;

/** By value, the measure of each bucket in whole numbers. To ask by a filter gives the same rows, and no others. */
export async function rowTrends(
  asked: Asked,
  { trend, of }: Wanted,
  { reports }: Pick<AskedStores, 'reports'>,
): Promise<Trends> {
  const { dimension, measure, buckets } = trend;
  if (measure === 'ad_spend') return costTrends(asked, { trend, of });
  if (of.rows.length === 0) return new Map();
  const { currency } = asked.project;
  const values = of.rows.map(({ value }) => value);
  const { panels } = await askStore(
    reports.overview(
      { ...asked.question, filters: [...asked.question.filters, { dimension, operator: 'is', values }] },
      {
        now: { period: asked.range, edges: edgesOf(buckets) },
        before: null,
        panels: [{ dimension, rows: values.length }],
        measure: { by: measure, currency },
      },
    ),
  );
  const whole = (amount: number) =>
    Math.round(measure === 'revenue' ? toMajorUnits(amount, currency) : amount);
  return new Map(panels[0]?.rows.map(({ now, trend }) => [now.value, trend.map(whole)]));
}

/** What ads cost is known by the day, and of some rows not at all. */
function costTrends(
  { project: { currency } }: Asked,
  { trend: { dimension, told, buckets }, of: { rows, spend } }: Wanted,
): Trends {
  if (spend === null || !isSpendDimension(dimension) || told.granularity === 'hour') return new Map();
  const known = rows.filter(({ measures }) => measures.ad_spend != null);
  return new Map(
    known.map(({ value }) => [value, trendOfCost(spend, { value, dimension, currency, buckets })]),
  );
}
