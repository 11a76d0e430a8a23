import { AD_PLATFORMS, type AdPlatform, SCOPES, type SpendResponse } from '@cvq/contract';
import { openReports } from '@cvq/storage';
import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { openAdDeliveries } from '../../src/ad-platforms/forwarding/open-ad-deliveries.ts';
import { openBell } from '../../src/deliveries/bell.ts';
import type { OperationDeps } from '../../src/read/operation.ts';
import { getSpend } from '../../src/read/operations/get-spend.ts';
import { periodOf } from '../../src/read/period.ts';
import { openSpendSources } from '../../src/read/spend/open-spend-sources.ts';
import { createUserDataSealer } from '../../src/secrets/sealer.ts';
import { DAY, figure, NOON, openSpendWorkshop } from './spend-workshop.ts';

/** Clocks went back in Los Angeles on the first of November. */
const DAYS = Array.from({ length: 30 }, (_, index) =>
  new Date(NOON - index * DAY).toISOString().slice(0, 10),
);
/** In hundredths of a euro. */
const RATES = { USD: 92, INR: 1, NZD: 53 } as const;
const CURRENCIES = { google_ads: 'USD', meta_ads: 'INR', microsoft_ads: 'NZD' } as const satisfies Record<
  AdPlatform,
  string
>;

it('what three platforms say of their accounts in Los Angeles, Kolkata and Chatham is what get_spend tells, to the cent', async () => {
  const shop = await openSpendWorkshop();
  const random = seededRandom(7);
  const told = AD_PLATFORMS.flatMap((platform) => {
    const rows = DAYS.flatMap((date) =>
      ['11', '12', '13']
        .filter(() => random.chance(0.7))
        .map((id) => figure(date, id, { micros: `${random.whole(0, 99_999)}0000`, clicks: random.below(9) })),
    );
    shop.mock.changeSpend(platform, { rows });
    return rows.map((row) => ({ ...row, platform, cents: Number(row.micros) / 10_000 }));
  });
  shop.mock.changeSpend('microsoft_ads', { settings: { currency: 'NZD', timeZone: 'Pacific/Chatham' } });
  await shop.connectAll();
  await shop.readAt(NOON);
  const rates = Object.entries(RATES).map(([from, cents]) => ({ from, to: 'EUR', rate: cents / 100 }));
  await shop.control.putRates(
    shop.project,
    rates.map((rate) => ({ ...rate, date: '2026-01-01' })),
  );

  const { data } = await askSpend(shop);
  if (!data.available) throw new Error(data.reason);
  const euros = (rows: typeof told) =>
    Math.round(
      rows.reduce((sum, { cents, platform }) => sum + cents * RATES[CURRENCIES[platform]], 0) / 100,
    ) / 100;
  const clicks = (rows: typeof told) => rows.reduce((sum, row) => sum + row.clicks, 0);
  const sumsOf = (rows: typeof told) => ({ ad_spend: euros(rows), ad_clicks: clicks(rows) });
  expect(data.totals).toMatchObject(sumsOf(told));
  expect(data.by_day).toMatchObject(
    DAYS.toReversed().map((date) => ({ date, ...sumsOf(told.filter((row) => row.date === date)) })),
  );
  for (const { platform, ...spent } of data.by_platform)
    expect(spent).toMatchObject(sumsOf(told.filter((row) => row.platform === platform)));
  expect(data.by_campaign).toHaveLength(9);
  expect(data.incomplete).toEqual([]);
  expect(data.accounts.map(({ timezone_mismatch }) => timezone_mismatch)).toEqual([true, true, true]);
});

async function askSpend({
  control,
  folder,
  project: id,
  clock,
}: Awaited<ReturnType<typeof openSpendWorkshop>>) {
  const location = { folder, migrate: false };
  const reports = openReports(location);
  const retries = openAdDeliveries(location, openBell());
  onTestFinished(async () => {
    await reports.close();
    await retries.close();
  });
  const project = await control.findProject(id);
  if (project === null || getSpend.about !== 'period') throw new Error('There is a project, and a period.');
  const args = { range: '30d' } as const;
  const deps = {
    ...{ control, reports, retries, now: () => clock.now, baseUrl: () => '', noteUse: () => {} },
    findKey: () => null,
    dashboardOrigin: () => '',
    refusals: { of: () => [], since: 0 },
    sealer: createUserDataSealer({ sealing: 'a secret', alsoOpening: null }),
    ...{ spendSources: openSpendSources(control), spendSyncMs: 21_600_000 },
  } satisfies OperationDeps;
  const caller = {
    ...{
      id: 'key_1',
      account: project.accountId,
      name: 'Reports',
      scopes: SCOPES,
      granted: SCOPES,
      plan: 'starter' as const,
    },
    ...{ isAgencyWide: false, principal: { kind: 'key', id: 'key_1' } as never },
  };
  const asked = {
    caller,
    from: { surface: 'read_api', network: null, requestId: null } as const,
    args,
    project: project as never,
    ...periodOf({ args, segment: null, project, at: clock.now }),
  };
  return (await getSpend.run(asked, deps)) as SpendResponse;
}
