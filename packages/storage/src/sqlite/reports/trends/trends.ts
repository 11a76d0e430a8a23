import { PAGEVIEW } from '@cvq/contract/constants';
import type { Question, RowMeasure } from '../../../reports.ts';
import type { RollupByValue } from '../../rollups/rollup-format.ts';
import { attributedTouches, timeOf } from '../credit/attribution.ts';
import { countedSales, filterEvents, filterMeasures } from '../filters/filtered-events.ts';
import { bucketOf } from '../measures/bucket-of.ts';
import { byRolledDays, type RolledDays, rolledByValue } from '../measures/rolled-days.ts';
import type { AnyDimension, ReportRun } from '../report-run.ts';
import type { DimensionValues } from '../values/dimension-values.ts';
import { BucketedEvents } from './bucketed-events.ts';
import { RowTrends, type TrendsOf } from './row-trends.ts';
import { addSessions } from './session-trends.ts';
import { addVisitors } from './visitor-trends.ts';

/** Rows of a table whose trend is asked for: values of a dimension. */
type TrendRows = {
  readonly dimension: AnyDimension;
  readonly values: DimensionValues;
  readonly wanted: readonly number[];
};

type AskedTrends = {
  /** The first and the last are those of the period of the run. */
  readonly edges: readonly number[];
  readonly measure: RowMeasure;
  readonly tables: readonly TrendRows[];
};

/** By table and row, the measure of each bucket, as the series filtered by the row tells it. */
export function trendsOf(
  run: ReportRun,
  question: Question,
  { edges, measure, tables }: AskedTrends,
): number[][][] {
  // A period that is wholly ahead has no buckets, though clocks that are fast may have sent events of it.
  if (edges.length < 2) return tables.map(({ wanted }) => wanted.map(() => []));
  const all = tables.map(({ dimension, values, wanted }) => {
    return { dimension, trends: new RowTrends(values, wanted, edges.length - 1) };
  });
  addTrends(run, question, { edges, measure, tables: all });
  return all.map(({ trends }) => trends.told());
}

type Adding = Pick<AskedTrends, 'edges' | 'measure'> & { readonly tables: readonly TrendsOf[] };

function addTrends(run: ReportRun, question: Question, adding: Adding): void {
  switch (adding.measure.by) {
    case 'visitors':
      addVisitors(run, question, adding);
      break;
    case 'events':
    case 'pageviews':
      for (const group of splitTables(run, question, adding))
        addEvents(run, question, { edges: adding.edges, tables: group, measure: adding.measure.by });
      break;
    case 'sessions':
      addSessions(run, question, adding);
      break;
    default:
      addSales(run, question, adding);
  }
}

/** A table with the days that lie in one bucket each: of these roll-ups tell. */
type SplitTable = TrendsOf & RolledDays<RollupByValue>;

function splitTables(run: ReportRun, question: Question, { edges, tables }: Adding): Iterable<SplitTable[]> {
  const split = tables.map((table) => {
    const { dimension } = table;
    return { ...table, ...rolledByValue(run, question, { dimension, edges }) };
  });
  return byRolledDays(split);
}

/** `tables`: all with the same days rolled up. */
type AddingSplit = { readonly edges: readonly number[]; readonly tables: readonly SplitTable[] };

function addEvents(
  run: ReportRun,
  question: Question,
  { edges, tables, measure }: AddingSplit & { readonly measure: 'events' | 'pageviews' },
): void {
  const [{ rest }] = tables as [SplitTable];
  const only = measure === 'pageviews' ? run.dictionaries.idOf(PAGEVIEW) : null;
  const events = new BucketedEvents(edges);
  filterEvents(rest, question).eachDay((day, { counts }) => {
    events.read(day, counts);
    const { type } = day.events;
    const { count, index } = events.all;
    for (const { trends } of tables) {
      const rows = events.rowsIn(trends, day, events.all);
      for (let place = 0; place < count; place += 1) {
        const event = index[place] as number;
        if (only === null || type[event] === only)
          trends.add(rows[place] as number, events.bucket[event] as number, 1);
      }
    }
  });
  for (const { trends, rolled } of tables)
    for (const [day, rollup] of rolled) {
      const bucket = bucketOf(edges, day.start);
      for (const [row, value] of rollup.value.entries())
        trends.add(trends.rowOf(value), bucket, rollup[measure][row] as number);
    }
}

function addSales(run: ReportRun, question: Question, { edges, measure, tables }: Adding): void {
  const sales = countedSales(run, question, filterMeasures(run, question));
  const touches = attributedTouches(run, sales);
  const currency = run.dictionaries.idOf(measure.currency);
  sales.each((one, index) => {
    const { day, sold, sale } = one;
    const isOwn = sold.currency[sale] === currency;
    const amount = measure.by === 'conversions' ? 1 : isOwn ? (sold.amount[sale] as number) : 0;
    if (amount === 0) return;
    const bucket = bucketOf(edges, timeOf(one));
    for (const { trends } of tables) {
      const { values } = trends;
      const value =
        values.scope === 'acquisition'
          ? values.ofTouch(touches[index] as number)
          : values.ofEvent(day, day.sales.event[sale] as number);
      trends.add(trends.rowOf(value), bucket, amount);
    }
  });
}
