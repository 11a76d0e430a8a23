import {
  type BreakdownResponse,
  type BreakdownSort,
  isMultiValued,
  type ReportDimension,
  type RowMeasures,
  type SpendNotes,
  toMajorUnits,
} from '@cvq/contract';
import type { Breakdown, BreakdownGroup, CurrencyTotal, Period, Slice, ToldRows } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { type Rounding, rounded, unrounded } from '../measures.ts';
import { rowMeasures } from '../report/row-measures.ts';
import { seenPageMeasures } from '../report/seen-page-measures.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { spendByRow } from '../spend/spend-by-row.ts';
import { NO_RETURNS } from '../spend/spend-measures.ts';
import { type FoundSpend, spendOfRange } from '../spend/spend-of-range.ts';
import { valuesByCost } from '../spend/values-by-cost.ts';

/** A value of the dimension. */
export type MeasuredRow = {
  readonly value: string;
  readonly measures: RowMeasures;
  /** Before they are rounded: reckoned where they are compared. */
  readonly exact: () => Omit<RowMeasures, 'spend_unavailable_reason'>;
};

/** What a period comes to by the values of a dimension. */
export type MeasuredRows = {
  /** As the store told them. */
  readonly rows: readonly MeasuredRow[];
  readonly totalRows: number;
  /** What the other rows come to. Null does not add up. */
  readonly others: Omit<BreakdownResponse['data']['other'], 'rows'>;
  /** True where rows are of single events, which have no rates of sessions. */
  readonly isOfEvents: boolean;
  /** What all conversions were worth. */
  readonly amounts: readonly CurrencyTotal[];
  readonly unmatched: { readonly unmatched_ad_spend?: number | null };
  readonly notes: SpendNotes;
  /** What ads cost by campaign; null where nothing can be told of it by the dimension. */
  readonly spend: FoundSpend | null;
  /** Whether any row, told one by one or not, tells what campaigns cost. */
  readonly isCostTold: boolean;
};

type Asked = {
  /** About the days whose spend is told. */
  readonly asked: AskedSpend;
  readonly period: Period;
  readonly dimension: ReportDimension;
  /** Which rows are told one by one. */
  readonly told: { readonly values: readonly string[] } | (Slice & { readonly sort: BreakdownSort });
};

/** The measures of a period, and what it cost, by the values of a dimension. */
export async function measureRows(
  { asked, period, dimension, told }: Asked,
  deps: AskedStores,
): Promise<MeasuredRows> {
  const { currency } = asked.project;
  const { question } = asked;
  const addsUp = !isMultiValued(dimension);
  const spend = await spendOfRange({ ...asked, by: { dimension } }, deps);
  const cost = spendByRow(spend, { dimension, currency });
  const [{ rows: found, visitors, ...breakdown }, totals] = await Promise.all([
    askStore(
      deps.reports.breakdown(question, period, dimension, {
        ...('values' in told ? told : storedOrder(told, { spend: spend.found, dimension, currency })),
        among: cost.words,
      }),
    ),
    addsUp ? null : askStore(deps.reports.totals(question, period)),
  ]);
  const isTold = new Set(found.map(({ value }) => value));
  const tell = (group: BreakdownGroup, round: Rounding): RowMeasures => {
    const { visitors: own, ...others } = rowMeasures(group, currency, round);
    const share = visitors === 0 ? null : round(own / visitors, 4);
    const returns = { value: group.value, conversions: others.conversions, revenue: others.revenue };
    const spent = cost.ofRow(returns, round === unrounded ? 'unrounded' : 'rounded');
    return { visitors: own, visitors_share: share, ...others, ...seenPageMeasures(group, round), ...spent };
  };
  return {
    rows: found.map((group) => ({
      value: group.value,
      measures: { ...tell(group, rounded), ...cost.reasonOf(group.value) },
      exact: () => tell(group, unrounded),
    })),
    totalRows: breakdown.totalRows,
    others: {
      ...(addsUp ? sumsOf(breakdown.others, currency) : NOT_ADDED_UP),
      ...cost.ofOthers({
        known: breakdown.known.filter((value) => !isTold.has(value)),
        count: breakdown.totalRows - found.length,
      }),
    },
    isOfEvents: breakdown.isOfEvents && breakdown.totalRows > 0,
    amounts: totals?.values ?? [...breakdown.others.values, ...found.flatMap(({ values }) => values)],
    unmatched: cost.unmatched(new Set(breakdown.known)),
    notes: spend.notes,
    spend: spend.found,
    isCostTold: breakdown.known.some((value) => isCostKnown(cost.ofRow({ value, ...NO_RETURNS }))),
  };
}

const isCostKnown = ({ ad_spend }: { readonly ad_spend?: number | null }) => ad_spend != null;

type ByCost = { readonly spend: FoundSpend | null; readonly dimension: string; readonly currency: string };

/** What ads cost is not stored with events: what costs nothing that is known is sorted by visitors. */
function storedOrder(
  { sort: { by, descending }, ...slice }: Slice & { readonly sort: BreakdownSort },
  { spend, dimension, currency }: ByCost,
): ToldRows {
  if (by !== 'ad_spend') return { ...slice, order: { by, currency, descending } };
  const placed = valuesByCost(spend, dimension, descending);
  return { ...slice, order: { by: 'visitors', currency, descending: true, ...placed } };
}

const NOT_ADDED_UP = {
  visitors: null,
  sessions: null,
  pageviews: null,
  events: null,
  conversions: null,
  revenue: null,
};

function sumsOf({ values, ...sums }: Breakdown['others'], currency: string) {
  const minor = values.find((sum) => sum.currency === currency)?.minor ?? 0;
  return { visitors: null, ...sums, revenue: toMajorUnits(minor, currency) };
}
