import type { ReportBreakdown, ReportRow } from '@cvq/contract';
import type { Bucket } from '../buckets.ts';
import type { Compared } from '../compared-period.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { isSpendDimension } from '../spend/is-spend-dimension.ts';
import { spendByRow } from '../spend/spend-by-row.ts';
import { type FoundSpend, type SpendOfRange, spendOfRange } from '../spend/spend-of-range.ts';
import { sumSpend } from '../spend/sum-spend.ts';
import { trendOfCost } from '../spend/trend-of-cost.ts';
import { valuesByCost } from '../spend/values-by-cost.ts';

/** What rows of a report cost, in its period and in the earlier one. */
export type RowCosts = { readonly now: SpendOfRange; readonly before: SpendOfRange | null };

/** Reads what ads cost by campaign, as any dimension of spend needs it. */
export async function readRowCosts(
  asked: AskedSpend,
  compared: Compared | null,
  deps: AskedStores,
): Promise<RowCosts> {
  const by = { dimension: 'campaign' };
  const [now, before] = await Promise.all([
    spendOfRange({ ...asked, by }, deps),
    compared && spendOfRange({ ...asked, range: compared.counted, by }, deps),
  ]);
  return { now, before };
}

type Form = {
  readonly dimension: string;
  /** How many rows there are, told or not. */
  readonly totalRows: number;
  readonly currency: string;
  readonly buckets: readonly Bucket[];
};
type Told = { readonly rows: ReportRow[] } & Pick<ReportBreakdown, 'unmatched_ad_spend'>;

/** Adds to rows of a dimension what they cost and by when; nothing where that is told of no row of it. */
export function tellRowCosts(
  { now, before }: RowCosts,
  rows: ReportRow[],
  { dimension, totalRows, currency, buckets }: Form,
): Told {
  if (!isSpendDimension(dimension)) return { rows };
  const about = { dimension, currency };
  const [ofNow, ofBefore] = [spendByRow(now, about), before && spendByRow(before, about)];
  const told = rows.map(({ value, now: measures, before: then, trend }): ReportRow => {
    const cost = ofNow.ofRow({ value, ...measures });
    return {
      value,
      now: { ...measures, ...cost },
      before: then && { ...then, ...ofBefore?.ofRow({ value, ...then }) },
      // Where nothing is known of what ads cost, rows are chosen by visitors.
      trend:
        now.found === null
          ? trend
          : cost.ad_spend == null
            ? []
            : trendOfCost(now.found, { value, dimension, currency, buckets }),
    };
  });
  const { first, last } = valuesByCost(now.found, dimension, true);
  // Where the last row costs nothing, all that cost something stand before it, unless credits stand at the end.
  const isBehindThem =
    last.length === 0 && !first.includes(rows.at(-1)?.value ?? '') && isAllKnown(now.found?.campaigns ?? []);
  const areAllTold = rows.length === totalRows || isBehindThem;
  return { rows: told, ...(areAllTold && ofNow.unmatched(new Set(rows.map(({ value }) => value)))) };
}

/** Whether it is known of each campaign what it cost: one of which it is not stands among the rows that cost nothing. */
function isAllKnown(campaigns: FoundSpend['campaigns']): boolean {
  return campaigns.every(({ rows }) => sumSpend(rows).worth !== null);
}
