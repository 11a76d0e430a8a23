import type { ReportDimension, RowMeasures, SpendNotes } from '@cvq/contract';
import type { BreakdownGroup, CurrencyTotal, Period } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { isMultiValued } from '../is-multi-valued.ts';
import { type Rounding, rounded, unrounded } from '../measures.ts';
import { rowMeasures } from '../report/row-measures.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { spendByRow } from '../spend/spend-by-row.ts';
import { spendOfRange } from '../spend/spend-of-range.ts';

/** A value of the dimension. */
export type MeasuredRow = {
  readonly value: string;
  readonly measures: RowMeasures;
  /** Before they are rounded. */
  readonly exact: Omit<RowMeasures, 'spend_unavailable_reason'>;
};

/** What a period comes to by the values of a dimension. */
export type MeasuredRows = {
  /** In no order. */
  readonly rows: readonly MeasuredRow[];
  /** True where rows are of single events, which have no rates of sessions. */
  readonly isOfEvents: boolean;
  /** False where a session is in several rows. */
  readonly addsUp: boolean;
  /** What all conversions were worth. */
  readonly amounts: readonly CurrencyTotal[];
  /** What values cost together, as a field of the answer. */
  readonly costOf: (values: readonly string[]) => Pick<RowMeasures, 'ad_spend'>;
  readonly unmatched: { readonly unmatched_ad_spend?: number | null };
  readonly notes: SpendNotes;
};

/** What is told of pages that were seen alone. */
function pageMeasures(
  { seen, sessions }: BreakdownGroup,
  round: Rounding,
): Pick<RowMeasures, 'exit_rate' | 'average_time_on_page_seconds'> {
  if (seen === undefined) return {};
  const { exits, viewMs, timedViews } = seen;
  return {
    exit_rate: sessions === 0 ? null : round(exits / sessions, 4),
    average_time_on_page_seconds: timedViews === 0 ? null : round(viewMs / timedViews / 1000, 1),
  };
}

type Asked = {
  /** About the days whose spend is told. */
  readonly asked: AskedSpend;
  readonly period: Period;
  readonly dimension: ReportDimension;
};

/** The measures of a period, and what it cost, by the values of a dimension. */
export async function measureRows(
  { asked, period, dimension }: Asked,
  deps: AskedStores,
): Promise<MeasuredRows> {
  const { currency } = asked.project;
  const { question } = asked;
  const addsUp = !isMultiValued(dimension);
  const [{ rows: found, visitors }, spend, totals] = await Promise.all([
    askStore(deps.reports.breakdown(question, period, dimension)),
    spendOfRange({ ...asked, by: { dimension } }, deps),
    addsUp ? null : askStore(deps.reports.totals(question, period)),
  ]);
  const cost = spendByRow(spend, { dimension, currency, values: new Set(found.map(({ value }) => value)) });
  const tell = (group: BreakdownGroup, round: Rounding): RowMeasures => {
    const { visitors: own, ...others } = rowMeasures(group, currency, round);
    const share = visitors === 0 ? null : round(own / visitors, 4);
    const returns = { value: group.value, conversions: others.conversions, revenue: others.revenue };
    const spent = cost.ofRow(returns, round === unrounded ? 'unrounded' : 'rounded');
    return { visitors: own, visitors_share: share, ...others, ...pageMeasures(group, round), ...spent };
  };
  return {
    rows: found.map((group) => ({
      value: group.value,
      measures: { ...tell(group, rounded), ...cost.reasonOf(group.value) },
      exact: tell(group, unrounded),
    })),
    isOfEvents: found.some(({ convertedSessions }) => convertedSessions === null),
    addsUp,
    amounts: totals?.values ?? found.flatMap(({ values }) => values),
    costOf: cost.ofOthers,
    unmatched: cost.unmatched,
    notes: spend.notes,
  };
}
