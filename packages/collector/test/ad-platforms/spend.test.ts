import { AD_PLATFORMS, type AdPlatform } from '@cvq/contract';
import type { SpendRow } from '@cvq/storage';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SpendFigure } from '../../../../examples/mock-ad-platforms/spend-figures.ts';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import type { Credentials } from '../../src/ad-platforms/adapter.ts';
import {
  PLATFORM_API_ADDRESSES,
  PLATFORM_API_VERSIONS,
  type PlatformApis,
} from '../../src/ad-platforms/exchange/platform-apis.ts';
import { readReport } from '../../src/ad-platforms/microsoft/read-report.ts';
import { openAdapters } from '../../src/ad-platforms/open-adapters.ts';
import { SpendNotRead } from '../../src/ad-platforms/spend/spend-not-read.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const never = new AbortController().signal;
const mock = await startMockAdPlatforms({ now: () => NOW, spendPageSize: 2 });
afterAll(() => mock.close());
beforeEach(() => mock.reset());

const { google, meta, microsoft } = mock.accounts;
const addresses = Object.fromEntries(
  Object.keys(PLATFORM_API_ADDRESSES).map((name) => [name, mock.address]),
) as PlatformApis['addresses'];
const waits: number[] = [];
const adapters = openAdapters(
  { addresses, versions: PLATFORM_API_VERSIONS },
  () => NOW,
  async (ms) => void waits.push(ms),
);

const ACCOUNTS = {
  google_ads: { account: google.account, currency: 'USD', zone: 'America/Los_Angeles' },
  meta_ads: { account: `act_${meta.adAccount}`, currency: 'INR', zone: 'Asia/Kolkata' },
  microsoft_ads: { account: microsoft.account, currency: 'EUR', zone: 'Europe/Berlin' },
} as const;
const CREDENTIALS = {
  google_ads: 'google-service-account',
  meta_ads: 'meta',
  microsoft_ads: 'microsoft',
} as const;
const LOGINS = {
  google_ads: google.loginAccount,
  meta_ads: null,
  microsoft_ads: microsoft.customer,
} as const;

function connect(platform: AdPlatform, credentials: Credentials = {}) {
  const given = { ...(mock.credentials(CREDENTIALS[platform]) as Credentials), ...credentials };
  const integration = { account: 'of conversions', loginAccount: LOGINS[platform] };
  return adapters[platform].connect(integration, given, async () => true);
}

async function read(platform: AdPlatform, first = '2026-11-17', last = '2026-11-23') {
  const connection = connect(platform);
  const account = await adapters[platform].spendAccount(connection, ACCOUNTS[platform].account, never);
  const rows: SpendRow[] = [];
  for await (const row of adapters[platform].spend({ connection, account }, { first, last }, never))
    rows.push(row);
  return rows;
}

/** What a reading fails with. */
async function failure(reading: Promise<unknown>): Promise<SpendNotRead> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SpendNotRead);
  return error as SpendNotRead;
}

const figure = (date: string, campaignId: string, more: Partial<SpendFigure> = {}): SpendFigure => ({
  ...{ date, campaignId, campaign: `Campaign "${campaignId}", all` },
  ...{ micros: '12340000', impressions: 1_000, clicks: 20, ...more },
});
const rowOf = (platform: AdPlatform, { micros, ...told }: SpendFigure): SpendRow => ({
  ...told,
  micros: BigInt(micros),
  currency: ACCOUNTS[platform].currency,
});
const sorted = (rows: readonly SpendRow[]) =>
  rows.toSorted((a, b) => `${a.date} ${a.campaignId}`.localeCompare(`${b.date} ${b.campaignId}`));

describe.each(AD_PLATFORMS)('spend of %s', (platform) => {
  const week = ['17', '18', '19', '23'].flatMap((day) =>
    ['11', '12'].map((campaign) => figure(`2026-11-${day}`, campaign, { clicks: Number(day) })),
  );

  it('is told of an account with its currency and time zone', async () => {
    const { account, currency, zone } = ACCOUNTS[platform];
    const told = await adapters[platform].spendAccount(connect(platform), account, never);
    expect(told).toMatchObject({ account, currency, timeZone: zone });
  });

  it('comes row by row, from every part of the answer', async () => {
    mock.changeSpend(platform, { rows: [...week, figure('2026-11-16', '11'), figure('2026-11-24', '11')] });
    expect(sorted(await read(platform))).toEqual(week.map((each) => rowOf(platform, each)));
  });

  it('comes for a month as for a week', async () => {
    const month = Array.from({ length: 28 }, (_, day) =>
      figure(new Date(NOW - (27 - day) * 86_400_000).toISOString().slice(0, 10), '11'),
    );
    mock.changeSpend(platform, { rows: month });
    expect(await read(platform, '2026-10-27')).toEqual(month.map((each) => rowOf(platform, each)));
  });

  it('is nothing where there was nothing', async () => {
    expect(await read(platform)).toEqual([]);
  });

  it('is exact to a millionth, beyond what a double can hold, and below 0 for a credit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: -999_999_999_999_999_999n, max: 999_999_999_999_999_999n }),
        async (micros) => {
          mock.changeSpend(platform, { rows: [figure('2026-11-20', '7', { micros: `${micros}` })] });
          const [row] = await read(platform);
          expect(row?.micros).toBe(micros);
        },
      ),
      { numRuns: 15, examples: [[1n], [-1n], [-1_000_001n], [9_007_199_254_740_993n]] },
    );
  });

  it('follows restated figures, a day that vanishes and a campaign that is renamed', async () => {
    mock.changeSpend(platform, { rows: week });
    mock.changeSpend(platform, { remove: { date: '2026-11-18' } });
    mock.changeSpend(platform, { rename: { campaignId: '12', campaign: 'New name' } });
    mock.changeSpend(platform, { rows: [figure('2026-11-17', '11', { micros: '1' })] });
    const rows = await read(platform);
    expect(rows.map(({ date }) => date)).not.toContain('2026-11-18');
    expect(rows.filter(({ campaignId }) => campaignId === '12').map(({ campaign }) => campaign)).toEqual(
      Array(3).fill('New name'),
    );
    expect(rows.find(({ date, campaignId }) => date === '2026-11-17' && campaignId === '11')?.micros).toBe(
      1n,
    );
  });

  const faults = Object.entries(mock.faults()[platform] ?? {}).filter(
    ([, { purpose }]) => purpose === 'spend',
  );
  it.each(faults)('that fails as %s is not read, and says so', async (fault, { means }) => {
    mock.changeSpend(platform, { rows: week });
    const connection = connect(platform);
    const { account: id } = ACCOUNTS[platform];
    const account = await adapters[platform].spendAccount(connection, id, never);
    mock.fail({ platform, fault });
    const rows = async () => {
      const of = { connection, account };
      // A month, so that Meta makes a report of it.
      const days = { first: '2026-10-27', last: '2026-11-23' };
      for await (const _ of adapters[platform].spend(of, days, never));
    };
    const { answer, message } = await failure(rows());
    // A file that is broken may come whole the next time; nothing tells it from one that is always so.
    const expected = platform === 'microsoft_ads' && fault === 'spend_fails_midway' ? 'unknown' : means;
    expect(answer.class).toBe(expected);
    for (const secret of mock.secrets()) expect(JSON.stringify([answer, message])).not.toContain(secret);
    await rows();
  });

  it('asks for another token where one has ended', async () => {
    mock.changeSpend(platform, { rows: week });
    mock.fail({ platform, fault: 'expired_token', purpose: 'spend' });
    if (platform === 'meta_ads') expect((await failure(read(platform))).answer.class).toBe('auth');
    else expect(await read(platform)).toHaveLength(week.length);
  });

  it('is not told of an account of others', async () => {
    const others = platform === 'meta_ads' ? 'act_1' : '1111111111';
    const { answer } = await failure(adapters[platform].spendAccount(connect(platform), others, never));
    expect(answer.class).toBe('config');
  });

  it.each(['cut', 'bad_gateway'])('that ends in %s may be asked for again', async (fault) => {
    mock.fail({ platform, fault, purpose: 'spend' });
    expect((await failure(read(platform))).answer.class).toBe('transient');
  });

  it.each([{}, [], 'text', [{ results: [{}] }], { data: [{}] }, { ReportRequestId: 1 }])(
    'says of %j that it cannot be read, or is not of the platform',
    async (body) => {
      mock.fail({ platform, answer: { status: 200, body }, purpose: 'spend' });
      expect(['unknown', 'transient']).toContain((await failure(read(platform))).answer.class);
    },
  );
});

const google_ads = (costMicros: unknown) => [
  {
    results: [
      {
        customer: { currencyCode: 'USD' },
        segments: { date: '2026-11-20' },
        campaign: { id: '1' },
        metrics: { costMicros, impressions: '1', clicks: '1' },
      },
    ],
  },
];
const meta_ads = (row: object) => ({
  data: [{ date_start: '2026-11-20', campaign_id: '1', account_currency: 'INR', ...row }],
});

it.each([
  ['google_ads', google_ads('12.5'), 'metrics.costMicros', '2026-11-20'],
  ['google_ads', google_ads('9'.repeat(19)), 'metrics.costMicros', '2026-11-20'],
  ['google_ads', google_ads(12), 'metrics.costMicros', '2026-11-20'],
  ['meta_ads', meta_ads({ spend: '1e3' }), 'spend', '2026-11-20'],
  ['meta_ads', meta_ads({ spend: '--1' }), 'spend', '2026-11-20'],
  ['meta_ads', meta_ads({ spend: '1.5', clicks: '-2' }), 'clicks', '2026-11-20'],
  ['meta_ads', meta_ads({ date_start: 'yesterday' }), 'date_start', null],
] as const)(
  'names account, day and field of what cannot be read: %s, %j',
  async (platform, body, field, day) => {
    const connection = connect(platform);
    const { account: id } = ACCOUNTS[platform];
    const account = await adapters[platform].spendAccount(connection, id, never);
    mock.fail({ platform, answer: { status: 200, body }, purpose: 'spend' });
    const days = { first: '2026-11-17', last: '2026-11-23' };
    const rows = adapters[platform].spend({ connection, account }, days, never)[Symbol.asyncIterator]();
    const { answer, figure: unreadable } = await failure(rows.next());
    expect(unreadable).toEqual({ account: id, day, field });
    expect(answer.code).toBe('unreadable');
    expect(answer.message).toContain(`${field} of account ${id} on ${day ?? 'a day that cannot be read'}`);
  },
);

it('names account, day and field of what cannot be read in a report of Microsoft', () => {
  const columns = 'TimePeriod,CampaignId,CampaignName,CurrencyCode,Impressions,Clicks,Spend';
  const report = (row: string) => zipSync({ 'report.csv': strToU8(`${columns}\n${row}\n`) });
  expect([...readReport(report('2026-11-20,1,Brand,EUR,1,1,-2.5'), '150')]).toMatchObject([
    { micros: -2_500_000n },
  ]);
  expect(() => [...readReport(report('2026-11-20,1,Brand,EUR,1,1,"1,234.50"'), '150')]).toThrow(
    expect.objectContaining({ figure: { account: '150', day: '2026-11-20', field: 'Spend' } }),
  );
});

it('waits ever longer for a report, and not for ever', async () => {
  mock.changeSpend('microsoft_ads', { rows: [figure('2026-11-20', '1')] });
  mock.fail({ platform: 'microsoft_ads', fault: 'spend_report_pending' });
  waits.length = 0;
  const connection = connect('microsoft_ads');
  const account = await adapters.microsoft_ads.spendAccount(connection, microsoft.account, never);
  mock.reset();
  mock.fail({ platform: 'microsoft_ads', fault: 'spend_report_pending' });
  const days = { first: '2026-11-20', last: '2026-11-20' };
  const rows = adapters.microsoft_ads.spend({ connection, account }, days, never)[Symbol.asyncIterator]();
  expect((await failure(rows.next())).answer.code).toBe('report_not_ready');
  expect(waits.slice(0, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
  const total = waits.reduce((sum, ms) => sum + ms, 0);
  expect(total).toBeGreaterThan(9 * 60_000);
  expect(total).toBeLessThan(11 * 60_000);
});

it('leaves a time zone of Microsoft open that nobody has translated', async () => {
  mock.changeSpend('microsoft_ads', { settings: { timeZone: 'ChathamIslands' } });
  const told = await adapters.microsoft_ads.spendAccount(connect('microsoft_ads'), microsoft.account, never);
  expect(told).toMatchObject({ timeZone: null, platformTimeZone: 'ChathamIslands' });
  mock.changeSpend('microsoft_ads', { rows: [figure('2026-11-20', '1')] });
  expect(await read('microsoft_ads')).toHaveLength(1);
});
