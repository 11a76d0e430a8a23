import type { BucketedPeriod, OverviewAnswer, OverviewAsked, Question, Totals } from '../../reports.ts';
import { groupOf, measureTables } from './breakdown-tables.ts';
import { valuesOfDimension } from './dimension-values.ts';
import { aboutPeriod, type ReportContext, type ReportRun, startRun } from './report-run.ts';
import { rowsInOrder } from './rows-in-order.ts';
import { NO_ROW } from './sorted-numbers.ts';
import { totalsAndSeries } from './totals.ts';
import { trendsOf } from './trends.ts';

/** Totals, series and the first rows of breakdowns, now and before, of one moment. */
export function overview(context: ReportContext, question: Question, asked: OverviewAsked): OverviewAnswer {
  const { now, before } = asked;
  const runs = {
    now: startAbout(context, question, now),
    before: before && startAbout(context, question, before),
  };
  const ofNow = bucketed(runs.now, question, now);
  const ofBefore = before && runs.before && bucketed(runs.before, question, before);
  return {
    totals: { now: ofNow.totals, before: ofBefore?.totals ?? null },
    series: { now: ofNow.series, before: ofBefore?.series ?? null },
    panels: panelsOf(runs, question, asked),
  };
}

/** About all that is asked of a period, whose buckets may end before it or go on after it. */
function startAbout(
  context: ReportContext,
  question: Question,
  { period, edges }: BucketedPeriod,
): ReportRun {
  const [first = period.from, last = period.to] = [edges[0], edges.at(-1)];
  return startRun(context, question, { from: Math.min(period.from, first), to: Math.max(period.to, last) });
}

type Told = { readonly totals: Totals; readonly series: readonly Totals[] };

function bucketed(run: ReportRun, question: Question, { period, edges }: BucketedPeriod): Told {
  const { from, to } = period;
  if (edges[0] === from && edges.at(-1) === to)
    return totalsAndSeries(aboutPeriod(run, period), question, edges);
  const { totals } = totalsAndSeries(aboutPeriod(run, period), question, [from, to]);
  return { totals, series: totalsAndSeries(aboutBuckets(run, edges), question, edges).series };
}

function aboutBuckets(run: ReportRun, edges: readonly number[]): ReportRun {
  const { from } = run.period;
  return aboutPeriod(run, { from: edges[0] ?? from, to: edges.at(-1) ?? from });
}

type Runs = { readonly now: ReportRun; readonly before: ReportRun | null };

/** What was before, and the course, are asked for of the first rows of now alone. */
function panelsOf(
  runs: Runs,
  question: Question,
  { now, before, panels, measure }: OverviewAsked,
): OverviewAnswer['panels'] {
  const { dictionaries } = runs.now;
  const asked = panels.map(({ dimension }) => ({
    dimension,
    values: valuesOfDimension(dictionaries, dimension),
  }));
  const ofNow = measureTables(
    aboutPeriod(runs.now, now.period),
    question,
    asked.map((table) => ({ ...table, wanted: null })),
  );
  const order = { ...measure, descending: true };
  const first = ofNow.map((table, panel) =>
    rowsInOrder(table, { order, offset: 0, limit: panels[panel]?.rows as number }, dictionaries),
  );
  const chosen = asked.map((table, panel) => ({
    ...table,
    wanted: (first[panel] as number[]).map((row) => ofNow[panel]?.rows.valueAt(row) as number),
  }));
  const { edges } = now;
  const trends = trendsOf(aboutBuckets(runs.now, edges), question, { edges, measure, tables: chosen });
  const ofBefore =
    before && runs.before && measureTables(aboutPeriod(runs.before, before.period), question, chosen);
  return ofNow.map((table, panel) => ({
    totalRows: table.rows.count,
    rows: (first[panel] as number[]).map((row, place) => {
      const earlier = ofBefore?.[panel];
      const rowBefore = earlier?.rows.find(table.rows.valueAt(row)) ?? NO_ROW;
      return {
        now: groupOf(table, row, dictionaries),
        before:
          earlier === undefined || rowBefore === NO_ROW ? null : groupOf(earlier, rowBefore, dictionaries),
        trend: trends[panel]?.[place] as number[],
      };
    }),
  }));
}
