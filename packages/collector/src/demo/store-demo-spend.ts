import { type AdPlatform, DAY_MS } from '@cvq/contract';
import { accountDay, type Integration, type SpendRow, type SpendStore } from '@cvq/storage';
import { spendAccountOf } from '../ad-platforms/spend/spend-account-of.ts';
import { createRandom, type Random } from './random.ts';

type Campaign = Pick<SpendRow, 'campaignId' | 'campaign'> & {
  /** On an ordinary day. */
  readonly clicks: number;
  /** Of a click, in EUR. */
  readonly price: number;
  /** For each click, how often it is shown. */
  readonly shown: number;
};

/** Campaigns whose visits are in the history, by the names in their links, and one that nobody has tagged. */
const CAMPAIGNS: Readonly<Record<AdPlatform, readonly Campaign[]>> = {
  google_ads: [
    { campaignId: '20511223344', campaign: 'Brand', clicks: 12, price: 1.1, shown: 14 },
    { campaignId: '20511225566', campaign: 'Pottery, generic', clicks: 4, price: 1.9, shown: 40 },
  ],
  microsoft_ads: [{ campaignId: '430011223', campaign: 'Brand', clicks: 3, price: 0.8, shown: 18 }],
  meta_ads: [{ campaignId: '120211223344550', campaign: 'Glaze', clicks: 9, price: 1.3, shown: 75 }],
};

type History = {
  readonly days: number;
  /** When it ends, in epoch milliseconds. */
  readonly now: number;
};

/** What the ads of the demo cost over its history, as if its integrations had been read. Nobody is asked. */
export async function storeDemoSpend(
  store: Pick<SpendStore, 'replaceSpend'>,
  integrations: readonly Integration[],
  { days: count, now }: History,
): Promise<void> {
  const random = createRandom(now);
  const dates = Array.from({ length: count }, (_, index) =>
    accountDay('UTC', now - (count - 1 - index) * DAY_MS),
  );
  for (const integration of integrations) {
    const { id, project, platform } = integration;
    const source = { project, platform, integration: id, account: spendAccountOf(integration) ?? '' };
    const rows = dates.flatMap((date) => CAMPAIGNS[platform].map((each) => rowOf(random, date, each)));
    const days = { first: dates[0] ?? '', last: dates.at(-1) ?? '' };
    await store.replaceSpend({ ...source, timeZone: 'UTC' }, { days, now }, rows);
  }
}

function rowOf(random: Random, date: string, { campaignId, campaign, ...usual }: Campaign): SpendRow {
  const vary = (value: number) => value * (0.8 + 0.4 * random.next());
  const clicks = Math.round(vary(usual.clicks));
  return {
    ...{ date, campaignId, campaign, clicks, currency: 'EUR' },
    impressions: Math.round(clicks * vary(usual.shown)),
    // To the cent, as platforms charge it.
    micros: BigInt(Math.round(clicks * vary(usual.price) * 100)) * 10_000n,
  };
}
