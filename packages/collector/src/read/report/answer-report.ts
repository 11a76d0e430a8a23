import { type Granularity, type ReportQuery, type ReportResponse, toMajorUnits } from '@cvq/contract';
import type {
  BreakdownGroup,
  OverviewAnswer,
  OverviewAsked,
  OverviewPanel,
  ReachedProject,
} from '@cvq/storage';
import { isoOrNull } from '../../iso-or-null.ts';
import { askStore } from '../ask-store.ts';
import { type Bucket, bucketsOf, edgesOf, isUnderWay } from '../buckets.ts';
import { comparedPeriod, describeCompared } from '../compared-period.ts';
import { firstEventOf } from '../first-event-of.ts';
import { currencyWarnings } from '../measures.ts';
import type { ReportPeriod } from '../period.ts';
import { resolveGranularity } from '../range.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { spendOfRange } from '../spend/spend-of-range.ts';
import { sumUntil } from '../spend/sum-until.ts';
import { valuesByCost } from '../spend/values-by-cost.ts';
import { type RowCosts, readRowCosts, tellRowCosts } from './row-costs.ts';
import { rowMeasures } from './row-measures.ts';
import { seenPageMeasures } from './seen-page-measures.ts';
import { tellTogether, toldSeries, toldTotals } from './told-period.ts';

export type AskedReport = ReportPeriod & {
  readonly caller: AskedSpend['caller'];
  readonly project: ReachedProject;
  readonly args: Omit<ReportQuery, 'breakdown'> & {
    readonly breakdown?: readonly AskedBreakdown[] | undefined;
  };
};

/** A breakdown, whose rows may be chosen by another measure than those of the others. */
export type AskedBreakdown = NonNullable<ReportQuery['breakdown']>[number] & Pick<OverviewPanel, 'by'>;

const DEFAULT_ROWS = 10;

/**
 * Totals, series and the first rows of several dimensions, now and in an earlier period: one question to the store of events.
 * @throws ApiError
 */
export async function answerReport(asked: AskedReport, deps: AskedStores): Promise<ReportResponse> {
  const { project, question, meta } = asked;
  const { currency } = project;
  const compared = comparedPeriod(asked.args, asked);
  const costs = asked.args.measure === 'ad_spend' ? await readRowCosts(asked, compared, deps) : null;
  const { toStore, granularity, buckets } = questionOf(asked, compared, costs);
  const [found, spend, spendBefore, firstEventAt] = await Promise.all([
    askStore(deps.reports.overview(question, toStore)),
    costs?.now ?? spendOfRange(asked, deps),
    compared && spendOfRange({ ...asked, range: compared.range }, deps),
    firstEventOf(asked, deps),
  ]);
  const periods = {
    now: {
      buckets: buckets.now,
      totals: found.totals.now,
      series: found.series.now,
      spend,
      cost: spend.found?.sum ?? null,
    },
    before: compared &&
      spendBefore &&
      found.totals.before &&
      found.series.before && {
        buckets: buckets.before,
        totals: found.totals.before,
        series: found.series.before,
        spend: spendBefore,
        cost: sumUntil(spendBefore, compared.counted.end.toString()),
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
      breakdowns: toldBreakdowns(found, toStore, { costs, granularity, buckets: buckets.now }),
    },
    meta: {
      ...meta,
      ...currencyWarnings(found.totals.now.values, currency),
      compare: compared && describeCompared(compared, firstEventAt),
      first_event_at: isoOrNull(firstEventAt),
    },
  };
}

type ByCost = {
  /** Null where rows are not chosen by what they cost. */
  readonly costs: RowCosts | null;
  readonly granularity: Granularity;
  readonly buckets: readonly Bucket[];
};

function toldBreakdowns(
  { panels }: OverviewAnswer,
  { panels: wanted, measure }: OverviewAsked,
  { costs, granularity, buckets }: ByCost,
): ReportResponse['data']['breakdowns'] {
  const { currency } = measure;
  const whole = (amount: number) =>
    Math.round(measure.by === 'revenue' ? toMajorUnits(amount, currency) : amount);
  const tell = (group: BreakdownGroup) => ({ ...rowMeasures(group, currency), ...seenPageMeasures(group) });
  return panels.map(({ totalRows, rows }, index) => {
    const dimension = wanted[index]?.dimension ?? '';
    const told = rows.map(({ now, before, trend }) => ({
      value: now.value,
      now: tell(now),
      before: before && tell(before),
      trend: trend.map(whole),
    }));
    // What ads cost is known by the day.
    const form = { dimension, totalRows, currency, buckets: granularity === 'hour' ? [] : buckets };
    const withCosts = costs ? tellRowCosts(costs, told, form) : { rows: told };
    return { dimension, total_rows: totalRows, ...withCosts };
  });
}

type Compared = ReturnType<typeof comparedPeriod>;

/** What is asked of the store, and the buckets that it is asked about. */
function questionOf({ args, project, range, at }: AskedReport, compared: Compared, costs: RowCosts | null) {
  const granularity = resolveGranularity(args.granularity, range, compared?.range);
  const now = bucketsOf(range, granularity, at);
  const before = compared ? bucketsOf(compared.range, granularity, at) : [];
  const toStore: OverviewAsked = {
    now: { period: range, edges: edgesOf(now) },
    before: compared && { period: compared.period, edges: edgesOf(before) },
    panels: (args.breakdown ?? []).map(({ dimension, rows = DEFAULT_ROWS, ...own }) => ({
      dimension,
      rows,
      ...own,
      ...(costs && own.by === undefined && valuesByCost(costs.now.found, dimension, true)),
    })),
    measure: { by: storedMeasure(args.measure), currency: project.currency },
  };
  return { toStore, granularity, buckets: { now, before } };
}

/** What ads cost is not stored with events: what costs nothing that is known is chosen by visitors. */
function storedMeasure(measure: ReportQuery['measure'] = 'visitors'): OverviewAsked['measure']['by'] {
  return measure === 'ad_spend' ? 'visitors' : measure;
}
