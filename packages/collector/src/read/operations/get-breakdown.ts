import { BreakdownQuery, BreakdownResponse, BreakdownRow } from '@cvq/contract';
import type { BreakdownGroup as StoredRow } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { tableOf } from '../csv/table-of.ts';
import { currencyWarnings, ratio, sumByCurrency } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';
import { rowMeasures } from '../report/row-measures.ts';
import { spendByRow } from '../spend/spend-by-row.ts';
import { spendOfRange } from '../spend/spend-of-range.ts';

type Row = BreakdownResponse['data']['rows'][number];
type Sort = NonNullable<BreakdownQuery['sort']>;

const DEFAULT_LIMIT = 100;
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
  csv: ({ data }) => tableOf(BreakdownRow, data.rows),
  async run(asked, deps) {
    const { project, args, range, question, meta } = asked;
    const { currency } = project;
    const { limit = DEFAULT_LIMIT, offset = 0, sort = DEFAULT_SORT, dimension } = args;
    const [{ rows: found, visitors }, spend] = await Promise.all([
      askStore(deps.reports.breakdown(question, range, dimension)),
      spendOfRange({ ...asked, by: { dimension } }, deps),
    ]);
    const rows = found.map((row) => toRow(row, { visitors, currency })).sort(byMeasure(sort));
    const page = rows.slice(offset, offset + limit);
    const others = [...rows.slice(0, offset), ...rows.slice(offset + limit)];
    const cost = spendByRow(spend, { dimension, currency, values: new Set(found.map(({ value }) => value)) });
    return {
      data: {
        dimension,
        rows: page.map((row) => ({ ...row, ...cost.ofRow(row) })),
        other: { ...othersOf(others), ...cost.ofOthers(others.map(({ value }) => value)) },
        ...cost.unmatched,
        ...spend.notes,
      },
      meta: {
        ...meta,
        ...currencyWarnings(sumByCurrency(found.flatMap((row) => row.values)), currency),
        total_rows: rows.length,
        limit,
        offset,
        has_more: offset + page.length < rows.length,
        sort: `${sort.descending ? '-' : ''}${sort.by}`,
      },
    };
  },
});

function toRow(row: StoredRow, whole: { visitors: number; currency: string }): Row {
  const { value } = row;
  const { visitors, ...measures } = rowMeasures(row, whole.currency);
  return { value, visitors, visitors_share: ratio(visitors, whole.visitors, 4), ...measures };
}

/** Ties are broken by the value, so that pages are stable. */
function byMeasure({ by, descending }: Sort): (a: Row, b: Row) => number {
  return (a, b) => {
    const difference = descending ? b[by] - a[by] : a[by] - b[by];
    return difference !== 0 ? difference : a.value < b.value ? -1 : 1;
  };
}

function othersOf(others: readonly Row[]): BreakdownResponse['data']['other'] {
  const sum = (by: 'sessions' | 'pageviews' | 'events' | 'conversions' | 'revenue') =>
    others.reduce((total, row) => total + row[by], 0);
  return {
    rows: others.length,
    visitors: null,
    sessions: sum('sessions'),
    pageviews: sum('pageviews'),
    events: sum('events'),
    conversions: sum('conversions'),
    revenue: Math.round(sum('revenue') * 1e4) / 1e4,
  };
}
