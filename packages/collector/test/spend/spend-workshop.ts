import { AD_PLATFORMS, type AdPlatform } from '@cvq/contract';
import { type Integration, openControlStore, type SpendSourceState } from '@cvq/storage';
import { onTestFinished } from 'vitest';
import type { SpendFigure } from '../../../../examples/mock-ad-platforms/spend-figures.ts';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import type { Credentials } from '../../src/ad-platforms/adapter.ts';
import {
  PLATFORM_API_ADDRESSES,
  PLATFORM_API_VERSIONS,
  type PlatformApis,
} from '../../src/ad-platforms/exchange/platform-apis.ts';
import { Connections } from '../../src/ad-platforms/forwarding/connections.ts';
import { openAdapters } from '../../src/ad-platforms/open-adapters.ts';
import { createCredentialSealer } from '../../src/secrets/sealer.ts';
import { SpendSchedule } from '../../src/spend/sync/spend-schedule.ts';
import { openAdWorkshop } from '../ad-platforms/ad-workshop.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOON = Date.UTC(2026, 10, 23, 12);
const SECRET = { sealing: 'a secret of the tests', alsoOpening: null };

/** How many requests a reading makes until the one whose answer can break off. */
export const REQUESTS_TO_FIGURES: Readonly<Record<AdPlatform, number>> = {
  google_ads: 2,
  meta_ads: 2,
  microsoft_ads: 4,
};

/** The schedule of readings on a real store and the mocks of all platforms, with a clock that the test moves. */
export async function openSpendWorkshop() {
  let now = () => NOON;
  const mock = await startMockAdPlatforms({ now: () => now(), spendPageSize: 2 });
  onTestFinished(() => mock.close());
  const addresses = Object.fromEntries(
    Object.keys(PLATFORM_API_ADDRESSES).map((name) => [name, mock.address]),
  ) as PlatformApis['addresses'];
  const adapters = openAdapters(
    { addresses, versions: PLATFORM_API_VERSIONS },
    () => now(),
    async () => {},
  );
  const workshop = await openAdWorkshop({ startsAt: NOON, adapters });
  now = workshop.now;
  const { control, clock, project, lines, folder } = workshop;
  const { google, meta, microsoft } = mock.accounts;
  const ACCOUNTS = {
    google_ads: { account: google.account, loginAccount: google.loginAccount },
    meta_ads: { account: meta.dataset, spendAccount: `act_${meta.adAccount}` },
    microsoft_ads: { account: microsoft.account, loginAccount: microsoft.customer },
  } as const;
  const NAMES = {
    google_ads: 'google-service-account',
    meta_ads: 'meta',
    microsoft_ads: 'microsoft',
  } as const;
  const sealer = createCredentialSealer(SECRET);
  const never = new AbortController().signal;
  const openSchedule = (store = control) =>
    new SpendSchedule({
      ...{ control, store, adapters, now: workshop.now, everyMs: 6 * HOUR },
      connections: new Connections({ adapters, control, sealer }),
      log: workshop.log,
    });
  const schedule = openSchedule();

  return {
    ...{ mock, control, clock, project, lines, folder, schedule, openSchedule, workshop },

    connect: (platform: AdPlatform, change: Partial<Integration> = {}): Promise<Integration> =>
      workshop.connect(
        platform,
        { ...ACCOUNTS[platform], ...change },
        mock.credentials(NAMES[platform]) as Credentials,
      ),
    async connectAll(): Promise<void> {
      for (const platform of AD_PLATFORMS) await this.connect(platform);
    },

    /** Moves the clock, and reads what is due by then. When the next is. */
    readAt(at: number): Promise<number | null> {
      clock.now = at;
      return schedule.turn(never);
    },

    /** What is stored of all days, as `2026-11-20 google_ads 11 Brand 12.34`; amounts in units. */
    async stored(): Promise<string[]> {
      const { rows } = await control.readSpend(project, { first: '2026-01-01', last: '2027-12-31' });
      return rows.map(
        ({ date, platform, campaignId, campaign, micros }) =>
          `${date} ${platform} ${campaignId} ${campaign} ${Number(micros) / 1e6}`,
      );
    },

    async source(platform: AdPlatform): Promise<SpendSourceState> {
      const found = (await control.listSpendSources(project)).find((each) => each.platform === platform);
      if (found === undefined) throw new Error(`Nothing is known of ${platform}`);
      return found;
    },

    /** The credentials that the platform hands out now, as an integration keeps them. */
    sealed: (platform: AdPlatform) => sealer.seal(JSON.stringify(mock.credentials(NAMES[platform]))),

    questions: (platform: AdPlatform) => mock.state()[platform].requests.spend,
    openBeside: () => openControlStore({ folder, migrate: false }),
  };
}

export const figure = (date: string, campaignId: string, given: Partial<SpendFigure> = {}): SpendFigure => ({
  ...{ date, campaignId, campaign: 'Brand', micros: '12340000', impressions: 1_000, clicks: 20 },
  ...given,
});
