import { type AdPlatform, DAY_MS } from '@cvq/contract';
import { accountDay, type Integration, type SpendRow, type SpendStore } from '@cvq/storage';
import { spendAccountOf } from '../ad-platforms/spend/spend-account-of.ts';
import { demandOf } from './demand.ts';
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
    { campaignId: '20511223344', campaign: 'Brand', clicks: 14, price: 1.1, shown: 14 },
    { campaignId: '20511225566', campaign: 'Pottery, generic', clicks: 5, price: 1.9, shown: 40 },
  ],
  microsoft_ads: [{ campaignId: '430011223', campaign: 'Brand', clicks: 4, price: 0.8, shown: 18 }],
  meta_ads: [{ campaignId: '120211223344550', campaign: 'Glaze', clicks: 10, price: 1.3, shown: 75 }],
};

/** Every demo is the same, seen from its end. */
const SEED = 20_261_122;

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
  const random = createRandom(SEED);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const bought = Array.from({ length: count }, (_, index) => {
    const day = today - (count - 1 - index) * DAY_MS;
    const { times, ofPress } = demandOf(day, today);
    // Who read of the shop in a magazine clicked on no ad.
    return { date: accountDay('UTC', day), times: times * (1 - ofPress) };
  });
  for (const integration of integrations) {
    const { id, project, platform } = integration;
    const source = { project, platform, integration: id, account: spendAccountOf(integration) ?? '' };
    const rows = bought.flatMap((day) => CAMPAIGNS[platform].map((each) => rowOf(random, day, each)));
    const days = { first: bought[0]?.date ?? '', last: bought.at(-1)?.date ?? '' };
    await store.replaceSpend({ ...source, timeZone: 'UTC' }, { days, now }, rows);
  }
}

/** `times`: as many times the clicks of an ordinary day. */
type Bought = { readonly date: string; readonly times: number };

function rowOf(
  random: Random,
  { date, times }: Bought,
  { campaignId, campaign, ...usual }: Campaign,
): SpendRow {
  const vary = (value: number) => value * (0.8 + 0.4 * random.next());
  const clicks = Math.round(vary(usual.clicks * times));
  return {
    date,
    campaignId,
    campaign,
    clicks,
    currency: 'EUR',
    impressions: Math.round(clicks * vary(usual.shown)),
    // To the cent, as platforms charge it.
    micros: BigInt(Math.round(clicks * vary(usual.price) * 100)) * 10_000n,
  };
}
