import type { ReportBreakdown, ReportRow, SpendDimension } from '@cvq/contract';
import type { Bucket } from '../buckets.ts';
import type { Compared } from '../compared-period.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { isSpendDimension } from '../spend/is-spend-dimension.ts';
import { spendByRow } from '../spend/spend-by-row.ts';
import { type FoundSpend, type SpendOfRange, spendOfRange } from '../spend/spend-of-range.ts';
import { sumBuckets } from '../spend/sum-buckets.ts';
import { sumSpend } from '../spend/sum-spend.ts';
import { toAmount } from '../spend/to-amount.ts';

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

/** The values of a dimension for which something was paid, the dearest first. */
export function dearestValues({ now: { found } }: RowCosts, dimension: string): string[] {
  if (found === null || !isSpendDimension(dimension)) return [];
  const costs = Array.from(
    Map.groupBy(found.campaigns, ({ words }) => words[dimension]),
    ([value, own]) => ({ value, worth: sumSpend(own.flatMap(({ rows }) => rows)).worth ?? 0n }),
  );
  return costs
    .toSorted((one, other) => Number(other.worth - one.worth) || (one.value < other.value ? -1 : 1))
    .map(({ value }) => value);
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
            : courseOf(now.found, { value, dimension, currency, buckets }),
    };
  });
  // Where the last row has no campaign, there is none behind it that has one.
  const last = rows.at(-1)?.value;
  const areAllTold =
    rows.length === totalRows || !now.found?.campaigns.some(({ words }) => words[dimension] === last);
  return { rows: told, ...(areAllTold && ofNow.unmatched(new Set(rows.map(({ value }) => value)))) };
}

type Course = Pick<Form, 'currency' | 'buckets'> & {
  readonly dimension: SpendDimension;
  readonly value: string;
};

/** Days of which nothing is known would be a fall to nothing; of the last one that is usual. */
function courseOf(found: FoundSpend, { value, dimension, currency, buckets }: Course): number[] {
  const own = found.campaigns.filter(({ words }) => words[dimension] === value);
  const part = { found: { ...found, rows: own.flatMap(({ rows }) => rows) } };
  const course = sumBuckets(part, buckets).map(({ sum }) => sum?.worth ?? null);
  if (course.slice(0, -1).includes(null)) return [];
  return course.map((worth) => Math.round(toAmount(worth ?? 0n, currency)));
}
