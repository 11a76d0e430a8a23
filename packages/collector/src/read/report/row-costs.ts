import type { ReportRow } from '@cvq/contract';
import type { Bucket } from '../buckets.ts';
import type { Compared } from '../compared-period.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { isSpendDimension } from '../spend/is-spend-dimension.ts';
import { spendByRow } from '../spend/spend-by-row.ts';
import { type SpendOfRange, spendOfRange } from '../spend/spend-of-range.ts';
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

type Form = { readonly dimension: string; readonly currency: string; readonly buckets: readonly Bucket[] };

/** Tells of a row of a dimension what it cost and by when; null where that is told of no row of it. */
export function tellRowCosts({ now, before }: RowCosts, { dimension, currency, buckets }: Form) {
  if (!isSpendDimension(dimension)) return null;
  const rows = { dimension, currency, values: new Set<string>() };
  const [ofNow, ofBefore] = [spendByRow(now, rows), before && spendByRow(before, rows)];
  return ({ value, now: told, before: then }: ReportRow): ReportRow => {
    const cost = ofNow.ofRow({ value, ...told });
    return {
      value,
      now: { ...told, ...cost },
      before: then && { ...then, ...ofBefore?.ofRow({ value, ...then }) },
      trend: cost.ad_spend == null ? [] : courseOf(value),
    };
  };

  /** Days of which nothing is known would be a fall to nothing; of the last one that is usual. */
  function courseOf(value: string): number[] {
    if (now.found === null || !isSpendDimension(dimension)) return [];
    const own = now.found.campaigns.filter(({ words }) => words[dimension] === value);
    const found = { ...now.found, rows: own.flatMap(({ rows }) => rows) };
    const course = sumBuckets({ found }, buckets).map(({ sum }) => sum?.worth ?? null);
    if (course.slice(0, -1).includes(null)) return [];
    return course.map((worth) => Math.round(toAmount(worth ?? 0n, currency)));
  }
}
