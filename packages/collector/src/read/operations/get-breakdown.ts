import { BreakdownQuery, BreakdownResponse, BreakdownRow, DEFAULT_BREAKDOWN_ROWS } from '@cvq/contract';
import { type MeasuredRow, type MeasuredRows, measureRows } from '../breakdown/measure-rows.ts';
import { askedTrend, rowTrends } from '../breakdown/row-trends.ts';
import { changeOf } from '../change-of.ts';
import { comparedPeriod, describeCompared } from '../compared-period.ts';
import { tableOf } from '../csv/table-of.ts';
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
      'The measures of a period by the values of one dimension: for which source, campaign, page or country brings visitors, conversions and revenue, and with compare for what changed.',
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
    const trend = askedTrend(asked, sort.by);
    const [now, before, firstEventAt] = await Promise.all([
      measureRows({ asked, period: range, dimension }, deps),
      compared &&
        measureRows(
          { asked: { ...asked, range: compared.counted }, period: compared.period, dimension },
          deps,
        ),
      compared && firstEventOf(asked, deps),
    ]);
    const rows = now.rows.toSorted(byMeasure(sort));
    const page = rows.slice(offset, offset + limit);
    const values = page.map(({ value }) => value);
    const others = [...rows.slice(0, offset), ...rows.slice(offset + limit)];
    const trends = trend && (await rowTrends(asked, { trend, values }, deps));
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
        other: { rows: others.length, ...sumOf(others, now) },
        ...now.unmatched,
        ...now.notes,
        ...(before && { before: tellEarlier(before, new Set(values)) }),
        ...(trend && { trend: trend.told }),
      },
      meta: {
        ...meta,
        ...currencyWarnings(sumByCurrency(now.amounts), project.currency),
        total_rows: rows.length,
        limit,
        offset,
        has_more: offset + page.length < rows.length,
        sort: `${sort.descending ? '-' : ''}${sort.by}`,
        ...(compared && { compare: describeCompared(compared, firstEventAt) }),
      },
    };
  },
});

/** Ties are broken by the value, so that pages are stable. */
function byMeasure({ by, descending }: Sort): (a: MeasuredRow, b: MeasuredRow) => number {
  return ({ value, measures: a }, { value: other, measures: b }) => {
    const difference = descending ? b[by] - a[by] : a[by] - b[by];
    return difference !== 0 ? difference : value < other ? -1 : 1;
  };
}

function compareRow(
  { exact }: MeasuredRow,
  before: MeasuredRow | undefined,
): Pick<BreakdownRow, 'before' | 'change'> {
  if (before === undefined) return { before: null, change: null };
  const changes = Object.entries(exact).map(([name, now]) => [
    name,
    changeOf(now ?? null, before.exact[name as keyof MeasuredRow['exact']] ?? null),
  ]);
  return { before: before.measures, change: Object.fromEntries(changes) as BreakdownRow['change'] };
}

/** What the earlier period had of values that have no row on the page. Who may not see spend is told so once. */
function tellEarlier(
  before: MeasuredRows,
  values: ReadonlySet<string>,
): NonNullable<BreakdownResponse['data']['before']> {
  const { spend_omitted_reason: _, ...notes } = before.notes;
  const others = before.rows.filter(({ value }) => !values.has(value));
  return { other: sumOf(others, before), ...before.unmatched, ...notes };
}

function sumOf(
  rows: readonly MeasuredRow[],
  { addsUp, costOf }: Pick<MeasuredRows, 'addsUp' | 'costOf'>,
): Omit<BreakdownResponse['data']['other'], 'rows'> {
  const sum = (by: 'sessions' | 'pageviews' | 'events' | 'conversions' | 'revenue') =>
    addsUp ? rows.reduce((total, { measures }) => total + measures[by], 0) : null;
  const revenue = sum('revenue');
  return {
    visitors: null,
    sessions: sum('sessions'),
    pageviews: sum('pageviews'),
    events: sum('events'),
    conversions: sum('conversions'),
    revenue: revenue === null ? null : Math.round(revenue * 1e4) / 1e4,
    ...costOf(rows.map(({ value }) => value)),
  };
}
