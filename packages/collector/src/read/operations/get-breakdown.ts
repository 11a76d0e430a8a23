import { BreakdownQuery, BreakdownResponse, BreakdownRow, DEFAULT_BREAKDOWN_ROWS } from '@cvq/contract';
import { type MeasuredRow, type MeasuredRows, measureRows } from '../breakdown/measure-rows.ts';
import { askedTrend, rowTrends } from '../breakdown/row-trends.ts';
import { changeOf } from '../change-of.ts';
import { comparedPeriod, describeCompared } from '../compared-period.ts';
import { tableOf } from '../csv/table-of.ts';
import { filterWarnings } from '../filter-warnings.ts';
import { firstEventOf } from '../first-event-of.ts';
import { currencyWarnings, sumByCurrency } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';

type Sort = NonNullable<BreakdownQuery['sort']>;

const DEFAULT_SORT: Sort = { by: 'visitors', descending: true };

export const getBreakdown = definePeriodOperation({
  name: 'get_breakdown',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/breakdown',
  summary: 'Measures by a dimension',
  description: 'The measures of a period by the values of one dimension, such as source, page or country.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: BreakdownQuery,
  response: BreakdownResponse,
  errors: ['unsupported_dimension'],
  example: 'dimension=source&range=30d&limit=10',
  tool: {
    description:
      'The measures by the values of one dimension: for which source, campaign, page or country brings visitors, conversions and revenue, and with compare for what changed.',
    without: ['compare_start_date', 'compare_end_date', 'match', 'compare_until', 'trend', 'granularity'],
    limited: 'data.rows',
    preset: { limit: 25 },
    more: 'Go on with offset.',
  },
  csv: ({ data }) => tableOf(BreakdownRow, data.rows),
  async run(asked, deps) {
    const { project, args, range, meta } = asked;
    const { limit = DEFAULT_BREAKDOWN_ROWS, offset = 0, sort = DEFAULT_SORT, dimension } = args;
    const compared = comparedPeriod(args, asked);
    const asksForTrend = askedTrend(asked);
    const now = await measureRows({ asked, period: range, dimension, told: { sort, offset, limit } }, deps);
    const sorted = sort.by === 'ad_spend' && !now.isCostTold ? DEFAULT_SORT : sort;
    const trend = asksForTrend && { ...asksForTrend, measure: sorted.by };
    const page = now.rows;
    const values = page.map(({ value }) => value);
    const [before, firstEventAt, trends] = await Promise.all([
      compared && measureRows(earlierRows({ asked, compared, dimension, values }), deps),
      compared && firstEventOf(asked, deps),
      trend && rowTrends(asked, { trend, of: now }, deps),
    ]);
    const earlier = new Map(before?.rows.map((row) => [row.value, row]));
    return {
      data: {
        dimension,
        rows: page.map((row) => ({
          value: row.value,
          ...row.measures,
          ...(before && compareRow(row, earlier.get(row.value))),
          ...(trends && { trend: [...(trends.get(row.value) ?? [])] }),
        })),
        ...(now.isOfEvents && { rates_unavailable_reason: 'dimension_of_events' as const }),
        other: { rows: now.totalRows - page.length, ...now.others },
        ...now.unmatched,
        ...now.notes,
        ...(before && { before: tellEarlier(before) }),
        ...(trend && { trend: { measure: trend.measure, ...trend.told } }),
      },
      meta: {
        ...meta,
        ...filterWarnings(asked.question, { isEmpty: now.totalRows === 0 }),
        ...currencyWarnings(sumByCurrency(now.amounts), project.currency),
        total_rows: now.totalRows,
        limit,
        offset,
        has_more: offset + page.length < now.totalRows,
        sort: `${sorted.descending ? '-' : ''}${sorted.by}`,
        ...(compared && { compare: describeCompared(compared, firstEventAt) }),
      },
    };
  },
});

type Earlier = {
  readonly asked: Parameters<typeof measureRows>[0]['asked'];
  readonly compared: NonNullable<ReturnType<typeof comparedPeriod>>;
  readonly dimension: BreakdownQuery['dimension'];
  readonly values: readonly string[];
};

/** The same values in the earlier period. */
function earlierRows({ asked, compared, dimension, values }: Earlier): Parameters<typeof measureRows>[0] {
  const { counted, period } = compared;
  return { asked: { ...asked, range: counted }, period, dimension, told: { values } };
}

function compareRow(
  { exact }: MeasuredRow,
  before: MeasuredRow | undefined,
): Pick<BreakdownRow, 'before' | 'change'> {
  if (before === undefined) return { before: null, change: null };
  const earlier = before.exact();
  const changes = Object.entries(exact()).map(([name, now]) => [
    name,
    changeOf(now ?? null, earlier[name as keyof typeof earlier] ?? null),
  ]);
  return { before: before.measures, change: Object.fromEntries(changes) as BreakdownRow['change'] };
}

/** What the earlier period had of values that have no row on the page. Who may not see spend is told so once. */
function tellEarlier({
  others,
  unmatched,
  notes,
}: MeasuredRows): NonNullable<BreakdownResponse['data']['before']> {
  const { spend_omitted_reason: _, ...rest } = notes;
  return { other: others, ...unmatched, ...rest };
}
