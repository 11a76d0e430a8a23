import type {
  BreakdownGroup,
  OverviewAnswer,
  OverviewAsked,
  OverviewGroup,
  Period,
  Question,
  RowMeasure,
} from '../../reports.ts';
import { type MeasuredValue, measureByValue } from './breakdown.ts';
import { valuesOfDimension } from './dimension-values.ts';
import type { ReportContext } from './report-run.ts';
import { series, totals } from './totals.ts';
import { type CourseRows, trendsOf } from './trends.ts';

/** Totals, series and the first rows of breakdowns, now and before, of one moment. */
export function overview(context: ReportContext, question: Question, asked: OverviewAsked): OverviewAnswer {
  const { now, before, measure } = asked;
  const tables = asked.panels.map((panel) => tableOf(context, question, { now, before, measure, panel }));
  const trends = trendsOf(context, question, { edges: now.edges, measure, tables });
  return {
    totals: {
      now: totals(context, question, now.period),
      before: before && totals(context, question, before.period),
    },
    series: {
      now: series(context, question, now.edges),
      before: before && series(context, question, before.edges),
    },
    panels: tables.map(({ totalRows, rows }, table) => ({
      totalRows,
      rows: rows.map((row, index) => ({ ...row, trend: trends[table]?.[index] as number[] })),
    })),
  };
}

type TableAsked = Pick<OverviewAsked, 'now' | 'before' | 'measure'> & {
  readonly panel: OverviewAsked['panels'][number];
};

type Table = CourseRows & {
  readonly totalRows: number;
  readonly rows: readonly Omit<OverviewGroup, 'trend'>[];
};

function tableOf(
  context: ReportContext,
  question: Question,
  { now, before, measure, panel: { dimension, rows: wanted } }: TableAsked,
): Table {
  const values = valuesOfDimension(context.dictionaries, dimension);
  const measured = (period: Period) => measureByValue(context, question, { period, values, dimension }).rows;
  const all = measured(now.period);
  const first = all.toSorted(byMeasure(measure)).slice(0, wanted);
  const earlier = new Map((before ? measured(before.period) : []).map(({ value, group }) => [value, group]));
  return {
    values,
    wanted: first.map(({ value }) => value),
    totalRows: all.length,
    rows: first.map(({ value, group }) => ({ now: group, before: earlier.get(value) ?? null })),
  };
}

/** The largest first; ties by value, so that an answer is the same every time. */
function byMeasure(measure: RowMeasure): (one: MeasuredValue, other: MeasuredValue) => number {
  return ({ group: one }, { group: other }) =>
    measureOf(other, measure) - measureOf(one, measure) || (one.value < other.value ? -1 : 1);
}

function measureOf({ values, ...counts }: BreakdownGroup, { by, currency }: RowMeasure): number {
  if (by !== 'revenue') return counts[by];
  return values.find((sum) => sum.currency === currency)?.minor ?? 0;
}
