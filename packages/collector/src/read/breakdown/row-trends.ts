import type { BreakdownQuery, BreakdownResponse, DimensionName, RowMeasureName } from '@cvq/contract';
import { toMajorUnits } from '@cvq/contract';
import type { ProjectRecord } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { bucketsOf, edgesOf } from '../buckets.ts';
import { isMultiValued } from '../is-multi-valued.ts';
import type { ReportPeriod } from '../period.ts';
import { resolveGranularity } from '../range.ts';
import { refusedField } from '../refused-field.ts';
import type { AskedStores } from '../spend/asked-spend.ts';

type Asked = ReportPeriod & {
  readonly project: Pick<ProjectRecord, 'currency'>;
  readonly args: Pick<BreakdownQuery, 'dimension' | 'trend' | 'granularity'>;
};

/** Which course is asked for; null where none is. */
export type AskedTrend = {
  readonly dimension: DimensionName;
  readonly told: NonNullable<BreakdownResponse['data']['trend']>;
  readonly edges: readonly number[];
};

/**
 * The course that arguments ask for.
 * @throws ApiError invalid_request for a granularity of nothing; invalid_range for one that the range does not take
 */
export function askedTrend({ args, range, at }: Asked, measure: RowMeasureName): AskedTrend | null {
  if (args.trend !== true) {
    if (args.granularity !== undefined) throw refusedField('granularity', 'is for trend=true only');
    return null;
  }
  const granularity = resolveGranularity(args.granularity, range);
  if (isMultiValued(args.dimension)) throw refusedField('trend', `is not told by ${args.dimension}`);
  const buckets = bucketsOf(range, granularity, at);
  const told = { measure, granularity, labels: buckets.map(({ label }) => label) };
  return { dimension: args.dimension, told, edges: edgesOf(buckets) };
}

/** By value, the measure of each bucket in whole numbers. To ask by a filter gives the same rows, and no others. */
export async function rowTrends(
  { question, range, project }: Asked,
  { trend, values }: { readonly trend: AskedTrend; readonly values: readonly string[] },
  { reports }: Pick<AskedStores, 'reports'>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (values.length === 0) return new Map();
  const { currency } = project;
  const { dimension, told, edges } = trend;
  const { panels } = await askStore(
    reports.overview(
      { ...question, filters: [...question.filters, { dimension, operator: 'is', values }] },
      {
        now: { period: range, edges },
        before: null,
        panels: [{ dimension, rows: values.length }],
        measure: { by: told.measure, currency },
      },
    ),
  );
  const whole = (amount: number) =>
    Math.round(told.measure === 'revenue' ? toMajorUnits(amount, currency) : amount);
  return new Map(panels[0]?.rows.map(({ now, trend: course }) => [now.value, course.map(whole)]));
}
