import type { BucketedPeriod, OverviewAnswer, OverviewAsked, Question, Totals } from '../../reports.ts';
import { totalsAndSeries } from './measures/totals.ts';
import { overviewPanels } from './overview-panels.ts';
import { aboutPeriod, type ReportContext, type ReportRun, startRun } from './report-run.ts';

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
    panels: overviewPanels(
      {
        now: aboutPeriod(runs.now, now.period),
        drawn: aboutBuckets(runs.now, now.edges),
        before: before && runs.before && aboutPeriod(runs.before, before.period),
      },
      question,
      asked,
    ),
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
