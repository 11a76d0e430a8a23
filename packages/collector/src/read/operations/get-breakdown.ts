import { BreakdownQuery, BreakdownResponse, BreakdownRow, toMajorUnits } from '@cvq/contract';
import type { BreakdownGroup as StoredRow } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { tableOf } from '../csv/table-of.ts';
import { currencyWarnings, ratio, spendFields, sumByCurrency } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';

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
  async run({ caller, project, args, range, question, meta }, { reports }) {
    const { limit = DEFAULT_LIMIT, offset = 0, sort = DEFAULT_SORT, dimension } = args;
    const { rows: found, visitors } = await askStore(reports.breakdown(question, range, dimension));
    const spend = spendFields(caller.scopes);
    const { ad_spend, roas } = spend.fields;
    const rows = found
      .map((row) => toRow(row, { visitors, currency: project.currency }))
      .sort(byMeasure(sort));
    const page = rows.slice(offset, offset + limit);
    return {
      data: {
        dimension,
        rows: ad_spend === undefined ? page : page.map((row) => ({ ...row, ad_spend, roas })),
        other: othersOf(rows, page),
        ...spend.reason,
      },
      meta: {
        ...meta,
        ...currencyWarnings(sumByCurrency(found.flatMap((row) => row.values)), project.currency),
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
  const own = row.values.find(({ currency }) => currency === whole.currency);
  return {
    value: row.value,
    visitors: row.visitors,
    visitors_share: ratio(row.visitors, whole.visitors, 4),
    sessions: row.sessions,
    pageviews: row.pageviews,
    events: row.events,
    conversions: row.conversions,
    conversion_rate: row.convertedSessions === null ? null : ratio(row.convertedSessions, row.sessions, 4),
    revenue: toMajorUnits(own?.minor ?? 0, whole.currency),
    bounce_rate: row.bounces === null ? null : ratio(row.bounces, row.sessions, 4),
  };
}

/** Ties are broken by the value, so that pages are stable. */
function byMeasure({ by, descending }: Sort): (a: Row, b: Row) => number {
  return (a, b) => {
    const difference = descending ? b[by] - a[by] : a[by] - b[by];
    return difference !== 0 ? difference : a.value < b.value ? -1 : 1;
  };
}

function othersOf(rows: readonly Row[], page: readonly Row[]): BreakdownResponse['data']['other'] {
  const shown = new Set(page);
  const others = rows.filter((row) => !shown.has(row));
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
