import type { SpendUnavailableReason } from '@cvq/contract';
import type { CampaignGroup } from '@cvq/storage';
import { findSourcesBehind } from './find-sources-behind.ts';
import { isSpendDimension } from './is-spend-dimension.ts';
import { linksTo } from './links-to.ts';
import type { PlacedCampaigns } from './place-campaigns.ts';
import { NO_RETURNS, type Returns } from './spend-measures.ts';
import type { FoundSpend, SpendOfRange } from './spend-of-range.ts';
import { type SpendSum, sumSpend } from './sum-spend.ts';
import { whyUnknown } from './why-unknown.ts';
import { wordsOfVisits } from './words-of-campaign.ts';

type Rows = { readonly dimension: string; readonly currency: string };

/** Rows that are not told one by one: those of `words`, and how many there are in all. */
export type OtherRows = { readonly known: readonly string[]; readonly count: number };

/** What is told of a row or of several: `sum` is null where it cannot be told, and then `reason` says why, if it is of the row. */
type RowSpend = { readonly sum: SpendSum | null; readonly reason?: SpendUnavailableReason };

/**
 * What the rows of a breakdown cost. Spend makes no row: that of campaigns without one is unmatched. What each function gives
 * are fields of the answer: none for who may not see spend, null where it cannot be told.
 */
export function spendByRow({ found, tell }: SpendOfRange, { dimension, currency }: Rows) {
  const rows = found === null ? null : spendOfRows(found, dimension);
  const amountOf = ({ sum }: RowSpend) => tell(sum, NO_RETURNS, { currency, round: 'rounded' }).ad_spend;
  return {
    /**
     * All values that spend and visits of campaigns tell something of: of other rows nobody can say more than that
     * there are some.
     */
    words: rows?.words ?? [],
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
    ofOthers(others: OtherRows) {
      const ad_spend = amountOf(rows?.ofAll(others) ?? UNTOLD);
      return ad_spend === undefined ? {} : { ad_spend };
    },
    /** What campaigns cost of which there is no row. `known`: those of `words` that there is one of. */
    unmatched(known: ReadonlySet<string>) {
      const unmatched = amountOf(rows?.unmatched(known) ?? UNTOLD);
      return unmatched === undefined ? {} : { unmatched_ad_spend: unmatched };
    },
  };
}

const UNTOLD: RowSpend = { sum: null };

/** Null for a dimension that spend cannot be told of. A row that no source has read which could tell of it is not known. */
function spendOfRows({ campaigns, groups, cover }: FoundSpend, dimension: string) {
  if (!isSpendDimension(dimension)) return null;
  const campaignsOf = Map.groupBy(campaigns, ({ words }) => words[dimension]);
  const groupsOf = Map.groupBy(groups, (group) => wordsOfVisits(group)[dimension]);
  const sourcesBehind = findSourcesBehind(cover.sources);
  const wordsOfLinks = cover.sources
    .flatMap(({ source }) => linksTo(source.platform))
    .flatMap((words) => words[dimension] ?? []);
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
    words: [...new Set([...campaignsOf.keys(), ...groupsOf.keys(), ...wordsOfLinks])],
    /** Of several rows: what is known of them. */
    ofAll({ known: some, count }: OtherRows): RowSpend {
      // Nothing was spent on a row that nothing tells of.
      const isUnknown = count > 0 && count === some.length && some.every((value) => of(value).sum === null);
      return isUnknown ? UNTOLD : { sum: sumOf(some.flatMap((value) => campaignsOf.get(value) ?? [])) };
    },
    unmatched(values: ReadonlySet<string>): RowSpend {
      return { sum: sumOf(campaigns.filter(({ words }) => !values.has(words[dimension]))) };
    },
  };
}
