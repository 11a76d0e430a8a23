import { type SpendSum, sumSpend, type ValuedRow } from './sum-spend.ts';

/** A campaign that was paid for. */
export type PaidCampaign = {
  readonly platform: string;
  readonly id: string;
  /** On the last of the days. */
  readonly name: string;
  /** All that it had on these days, with that. */
  readonly names: ReadonlySet<string>;
  readonly rows: readonly ValuedRow[];
  readonly sum: SpendSum;
};

/**
 * The campaigns of rows of spend, which come in the order of their days. Platform and id tell one from another: an account's
 * and a file's of the same id are one.
 */
export function campaignsOf(rows: readonly ValuedRow[]): PaidCampaign[] {
  const grouped = Map.groupBy(rows, ({ platform, campaignId }) => JSON.stringify([platform, campaignId]));
  return Array.from(grouped.values(), (own) => {
    const last = own.at(-1) as ValuedRow;
    return {
      platform: last.platform,
      id: last.campaignId,
      name: last.campaign,
      names: new Set(own.map(({ campaign }) => campaign)),
      rows: own,
      sum: sumSpend(own),
    };
  });
}
