import { type Granularity, type ReportQuery, type ReportResponse, toMajorUnits } from '@cvq/contract';
import type { OverviewAnswer, OverviewAsked, ReachedProject } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { bucketsOf, edgesOf, isUnderWay } from '../buckets.ts';
import { comparedPeriod, describeCompared } from '../compared-period.ts';
import { firstEventOf } from '../first-event-of.ts';
import { currencyWarnings } from '../measures.ts';
import type { ReportPeriod } from '../period.ts';
import { resolveGranularity } from '../range.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { spendOfRange } from '../spend/spend-of-range.ts';
import { sumUntil } from '../spend/sum-until.ts';
import { rowMeasures } from './row-measures.ts';
import { tellTogether, toldSeries, toldTotals } from './told-period.ts';

export type AskedReport = ReportPeriod & {
  readonly caller: AskedSpend['caller'];
  readonly project: ReachedProject;
  readonly args: ReportQuery;
};

const DEFAULT_ROWS = 10;

/**
 * Totals, series and the first rows of several dimensions, now and in an earlier period: one question to the store of events.
 * @throws ApiError
 */
export async function answerReport(asked: AskedReport, deps: AskedStores): Promise<ReportResponse> {
  const { project, question, meta } = asked;
  const { currency } = project;
  const compared = comparedPeriod(asked.args, asked);
  const { toStore, granularity, buckets } = questionOf(asked, compared);
  const [found, spend, spendBefore, firstEventAt] = await Promise.all([
    askStore(deps.reports.overview(question, toStore)),
    spendOfRange(asked, deps),
    compared && spendOfRange({ ...asked, range: compared.range }, deps),
    firstEventOf(asked, deps),
  ]);
  const periods = {
    now: {
      ...{ buckets: buckets.now, totals: found.totals.now, series: found.series.now },
      ...{ spend, cost: spend.found?.sum ?? null },
    },
    before: compared &&
      spendBefore &&
      found.totals.before &&
      found.series.before && {
        ...{ buckets: buckets.before, totals: found.totals.before, series: found.series.before },
        ...{ spend: spendBefore, cost: sumUntil(spendBefore, compared.counted.end.toString()) },
      },
  };
  return {
    data: {
      totals: tellTogether(periods, (period) => toldTotals(period, currency)),
      ...spend.notes,
      series: {
        granularity,
        partial: buckets.now.some((bucket) => isUnderWay(bucket, asked)),
        ...tellTogether(periods, (period) => toldSeries(period, { currency, granularity })),
      },
      breakdowns: toldBreakdowns(found, toStore),
    },
    meta: {
      ...meta,
      ...currencyWarnings(found.totals.now.values, currency),
      compare: compared && describeCompared(compared, firstEventAt),
      first_event_at: firstEventAt === null ? null : new Date(firstEventAt).toISOString(),
    },
  };
}

function toldBreakdowns(
  { panels }: OverviewAnswer,
  { panels: wanted, measure }: OverviewAsked,
): ReportResponse['data']['breakdowns'] {
  const { currency } = measure;
  const whole = (amount: number) =>
    Math.round(measure.by === 'revenue' ? toMajorUnits(amount, currency) : amount);
  return panels.map(({ totalRows, rows }, index) => ({
    dimension: wanted[index]?.dimension ?? '',
    total_rows: totalRows,
    rows: rows.map(({ now, before, trend }) => ({
      value: now.value,
      now: rowMeasures(now, currency),
      before: before && rowMeasures(before, currency),
      trend: trend.map(whole),
    })),
  }));
}

type Compared = ReturnType<typeof comparedPeriod>;

/** What is asked of the store, and the buckets that it is asked about. */
function questionOf({ args, project, range, at }: AskedReport, compared: Compared) {
  const granularity: Granularity = resolveGranularity(args.granularity, range);
  if (compared?.mode === 'dates') resolveGranularity(granularity, compared.range);
  const now = bucketsOf(range, granularity, at);
  const before = compared ? bucketsOf(compared.range, granularity, at) : [];
  const toStore: OverviewAsked = {
    now: { period: range, edges: edgesOf(now) },
    before: compared && { period: compared.period, edges: edgesOf(before) },
    panels: (args.breakdown ?? []).map(({ dimension, rows = DEFAULT_ROWS }) => ({ dimension, rows })),
    measure: { by: args.measure ?? 'visitors', currency: project.currency },
  };
  return { toStore, granularity, buckets: { now, before } };
}
