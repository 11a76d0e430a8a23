import type { SpendUnavailableReason } from '@cvq/contract';
import type { CampaignGroup } from '@cvq/storage';
import { findSourcesBehind } from './find-sources-behind.ts';
import { isSpendDimension } from './is-spend-dimension.ts';
import type { PlacedCampaigns } from './place-campaigns.ts';
import type { FoundSpend, SpendOfRange } from './spend-of-range.ts';
import { type SpendSum, sumSpend } from './sum-spend.ts';
import { whyUnknown } from './why-unknown.ts';
import { wordsOfVisits } from './words-of-campaign.ts';

type Rows = {
  readonly dimension: string;
  readonly currency: string;
  /** Of all rows that there are. */
  readonly values: ReadonlySet<string>;
};

/** What is told of a row or of several: `sum` is null where it cannot be told, and then `reason` says why, if it is of the row. */
type RowSpend = { readonly sum: SpendSum | null; readonly reason?: SpendUnavailableReason };

type Returns = { readonly conversions: number; readonly revenue: number };

const NO_RETURNS: Returns = { conversions: 0, revenue: 0 };

/**
 * What the rows of a breakdown cost. Spend makes no row: that of campaigns without one is unmatched. What each function gives
 * are fields of the answer: none for who may not see spend, null where it cannot be told.
 */
export function spendByRow({ found, tell }: SpendOfRange, { dimension, currency, values }: Rows) {
  const rows = found === null ? null : spendOfRows(found, dimension);
  const amountOf = ({ sum }: RowSpend) => tell(sum, NO_RETURNS, { currency, round: 'rounded' }).ad_spend;
  const unmatched = amountOf(rows?.unmatched(values) ?? UNTOLD);
  return {
    ofRow(row: Returns & { readonly value: string }, round: 'rounded' | 'unrounded' = 'rounded') {
      const { sum } = rows?.of(row.value) ?? UNTOLD;
      const { ad_spend, roas } = tell(sum, row, { currency, round });
      return ad_spend === undefined ? {} : { ad_spend, roas };
    },
    /** Why a row has no amount, where others have one. */
    reasonOf(value: string) {
      const reason = rows?.of(value).reason;
      return reason === undefined ? {} : { spend_unavailable_reason: reason };
    },
    ofOthers(others: readonly string[]) {
      const ad_spend = amountOf(rows?.ofAll(others) ?? UNTOLD);
      return ad_spend === undefined ? {} : { ad_spend };
    },
    unmatched: unmatched === undefined ? {} : { unmatched_ad_spend: unmatched },
  };
}

const UNTOLD: RowSpend = { sum: null };

/** Null for a dimension that spend cannot be told of. A row that no source has read which could tell of it is not known. */
function spendOfRows({ campaigns, groups, cover }: FoundSpend, dimension: string) {
  if (!isSpendDimension(dimension)) return null;
  const campaignsOf = Map.groupBy(campaigns, ({ words }) => words[dimension]);
  const groupsOf = Map.groupBy(groups, (group) => wordsOfVisits(group)[dimension]);
  const sourcesBehind = findSourcesBehind(cover.sources);
  const sumOf = (own: PlacedCampaigns['campaigns']) => sumSpend(own.flatMap((campaign) => campaign.rows));

  const known = new Map<string, RowSpend>();
  function of(value: string): RowSpend {
    const spent = known.get(value) ?? spendOf(value);
    known.set(value, spent);
    return spent;
  }

  function spendOf(value: string): RowSpend {
    const own = campaignsOf.get(value) ?? [];
    const visits: readonly CampaignGroup[] = groupsOf.get(value) ?? [];
    const includes = (words: { [Name in typeof dimension]?: string }) =>
      (words[dimension] ?? value) === value;
    const behind = sourcesBehind({ groups: visits, campaigns: own, includes });
    if (!behind?.some(({ read }) => read.size > 0)) return { sum: null, reason: whyUnknown(behind) };
    const sum = sumOf(own);
    return { sum, ...(sum.worth === null && { reason: 'currency_mixed' as const }) };
  }
  return {
    of,
    /** Of several rows: what is known of them. */
    ofAll(some: readonly string[]): RowSpend {
      const isUnknown = some.length > 0 && some.every((value) => of(value).sum === null);
      return isUnknown ? UNTOLD : { sum: sumOf(some.flatMap((value) => campaignsOf.get(value) ?? [])) };
    },
    unmatched(values: ReadonlySet<string>): RowSpend {
      return { sum: sumOf(campaigns.filter(({ words }) => !values.has(words[dimension]))) };
    },
  };
}
