import { describe, expect, it } from 'vitest';
import { START } from '../../collector.ts';
import { anIntegration } from '../an-integration.ts';
import { lastDays, openSpendShop, spent, startSpendCollector } from './spend-shop.ts';

const collector = await startSpendCollector();

const WEEK = { range: '7d' };
const NULLS = {
  ...{ ad_spend: null, ad_impressions: null, ad_clicks: null },
  ...{ cost_per_click: null, cost_per_conversion: null, roas: null },
};

describe('spend of one account in the currency and zone of the project', async () => {
  const shop = await openSpendShop({}, collector);
  await shop.account('google_ads', {
    days: lastDays(14),
    rows: [
      spent('2026-11-18', { amount: 10.005 }),
      spent('2026-11-20', { amount: 20.5, clicks: 5 }),
      spent('2026-11-20', { campaignId: '202', campaign: 'Brand', amount: 4, clicks: 1, impressions: 10 }),
      spent('2026-11-12', { amount: 7 }),
    ],
  });
  const google = '?utm_source=google&utm_medium=cpc&gclid=abc';
  await shop.visit({ query: `${google}1&utm_campaign=autumn_sale`, sales: [100, 38] });
  await shop.visit({ query: `${google}2&utm_campaign=101` });
  await shop.visit({ query: '?utm_source=letter&utm_medium=email&utm_campaign=Autumn+Sale', sales: [9] });

  it('stands in the overview, with its ratios and its change', async () => {
    const answer = await shop.ask('overview', { ...WEEK, compare: 'previous_period' });
    expect(answer.data).toMatchObject({
      ...{ ad_spend: 34.5, ad_impressions: 2010, ad_clicks: 26, revenue: 147, conversions: 3 },
      ...{ cost_per_click: 1.3271, cost_per_conversion: 11.5017, roas: 4.2603 },
    });
    expect(answer.data).not.toHaveProperty('spend_unavailable_reason');
    expect(answer.data.comparison?.values).toMatchObject({ ad_spend: 7, roas: 0, cost_per_conversion: null });
    expect(answer.data.comparison?.change).toMatchObject({ ad_spend: 3.9293, ad_clicks: 0.3, roas: null });
  });

  it('stands in the time series, day by day', async () => {
    const answer = await shop.ask('timeseries', WEEK);
    const { points } = answer.data;
    expect(points.map(({ label, ad_spend }) => [label.slice(8), ad_spend])).toEqual([
      ...[
        ['15', 0],
        ['16', 0],
        ['17', 0],
        ['18', 10],
        ['19', 0],
        ['20', 24.5],
        ['21', 0],
      ],
    ]);
    expect(points.filter((point) => point.spend_provisional).map(({ label }) => label)).toEqual([
      '2026-11-21',
    ]);
  });

  it('is null by the hour, with the reason', async () => {
    const { data } = await shop.ask('timeseries', { range: 'today' });
    expect(data.spend_unavailable_reason).toBe('granularity_hour');
    expect(data.points[0]).toMatchObject(NULLS);
  });

  it('stands in the row of the visits that its campaign led to, or else in that of its platform', async () => {
    const rowsBy = async (dimension: string) => {
      const answer = await shop.ask('breakdown', { ...WEEK, dimension });
      const { rows, other, unmatched_ad_spend } = answer.data;
      return [rows.map((row) => [row.value, row.ad_spend, row.roas]), other.ad_spend, unmatched_ad_spend];
    };
    expect(await rowsBy('source')).toEqual([
      [
        ['google', 34.5, 3.9994],
        ['letter', 0, null],
      ],
      0,
      0,
    ]);
    expect(await rowsBy('ad_platform')).toEqual([
      [
        ['google', 34.5, 3.9994],
        ['(not set)', 0, null],
      ],
      0,
      0,
    ]);
    expect(await rowsBy('campaign')).toEqual([
      [
        ['101', 0, null],
        ['autumn sale', 0, null],
        ['autumn_sale', 30.5, 4.5238],
      ],
      ...[0, 4],
    ]);
  });

  it('stands beside that of the days before, in points and in rows', async () => {
    const compared = { ...WEEK, compare: 'previous_period' };
    const series = await shop.ask('timeseries', compared);
    const before = series.data.before?.points ?? [];
    expect(
      before.filter(({ ad_spend }) => ad_spend !== 0).map(({ label, ad_spend }) => [label, ad_spend]),
    ).toEqual([['2026-11-12', 7]]);
    const rows = await shop.ask('breakdown', { ...compared, dimension: 'source' });
    expect(rows.data.rows.map(({ value, before: then }) => [value, then])).toEqual([
      ['google', null],
      ['letter', null],
    ]);
    // Nobody came before, so that no row had what was spent then.
    expect(rows.data.before).toMatchObject({ unmatched_ad_spend: 7, other: { ad_spend: 0, sessions: 0 } });
  });

  it('chooses the rows of a report by what they cost, and tells by when', async () => {
    const query = { ...WEEK, compare: 'previous_period', measure: 'ad_spend' };
    const answer = await shop.ask('report', [
      ...Object.entries(query),
      ...['campaign:2', 'country:1'].map((asked): [string, string] => ['breakdown', asked]),
    ]);
    const [campaigns, countries] = answer.data.breakdowns;
    expect(campaigns?.rows.map(({ value, now, trend }) => [value, now.ad_spend, now.roas, trend])).toEqual([
      ['autumn_sale', 30.5, 4.5238, [0, 0, 0, 10, 0, 21, 0]],
      ['101', 0, null, [0, 0, 0, 0, 0, 0, 0]],
    ]);
    expect(countries?.rows[0]?.now).not.toHaveProperty('ad_spend');
    expect([campaigns?.unmatched_ad_spend, countries?.unmatched_ad_spend]).toEqual([4, undefined]);
    const one = await shop.ask('report', { ...query, breakdown: 'campaign:1' });
    expect(one.data.breakdowns[0], 'others may come behind').not.toHaveProperty('unmatched_ad_spend');
    expect(answer.data.totals.now.ad_spend).toBe(34.5);
    expect(answer.data.totals.before?.ad_spend).toBe(7);
    const withoutSpend = await shop.ask('report', { ...query, breakdown: 'campaign:3' }, shop.narrow);
    for (const { now } of withoutSpend.data.breakdowns[0]?.rows ?? [])
      expect(now).not.toHaveProperty('ad_spend');
    const filtered = await shop.ask('report', {
      ...query,
      filter: 'device:is:(not set)',
      breakdown: 'campaign:3',
    });
    expect(filtered.data.spend_unavailable_reason).toBe('filtered');
    for (const { now, trend } of filtered.data.breakdowns[0]?.rows ?? [])
      expect([now.ad_spend, trend.length], 'with the trend of visitors').toEqual([null, 7]);
    const byHour = await shop.ask('report', { ...query, range: 'today', breakdown: 'campaign:1' });
    for (const { trend } of byHour.data.breakdowns[0]?.rows ?? []) expect(trend).toEqual([]);
  });

  it('sorts the rows of a breakdown by what they cost, and those that cost nothing by visitors', async () => {
    const ask = async (more: Record<string, string>, key?: string) => {
      const { data, meta } = await shop.ask('breakdown', { ...WEEK, trend: 'true', ...more }, key);
      return { ...data, sort: meta.sort, values: data.rows.map(({ value }) => value) };
    };
    const dearest = await ask({ dimension: 'campaign', sort: '-ad_spend' });
    expect(dearest.rows.map(({ value, ad_spend, trend }) => [value, ad_spend, trend])).toEqual([
      ['autumn_sale', 30.5, [0, 0, 0, 10, 0, 21, 0]],
      ['101', 0, [0, 0, 0, 0, 0, 0, 0]],
      ['autumn sale', 0, [0, 0, 0, 0, 0, 0, 0]],
    ]);
    expect([dearest.sort, dearest.trend?.measure]).toEqual(['-ad_spend', 'ad_spend']);
    const cheapest = await ask({ dimension: 'campaign', sort: 'ad_spend' });
    expect([cheapest.sort, cheapest.values]).toEqual(['ad_spend', ['101', 'autumn sale', 'autumn_sale']]);
    const second = await ask({ dimension: 'campaign', sort: 'ad_spend', limit: '1', offset: '2' });
    expect([second.values, second.other.ad_spend]).toEqual([['autumn_sale'], 0]);

    // Where it is not told of any row, the answer says what rows are sorted by in its place.
    for (const [more, key] of [
      [{ dimension: 'country' }],
      [{ dimension: 'campaign', filter: 'device:is:(not set)' }],
      [{ dimension: 'campaign' }, shop.narrow],
    ] as const) {
      const { sort, trend, values } = await ask({ ...more, sort: 'ad_spend' }, key);
      expect([sort, trend?.measure]).toEqual(['-visitors', 'visitors']);
      expect(values).toEqual((await ask(more, key)).values);
    }
    const { rows } = await ask({
      dimension: 'source',
      sort: '-ad_spend',
      granularity: 'hour',
      range: 'today',
    });
    for (const { trend } of rows) expect(trend).toEqual([]);
  });

  it('tells what is not on a page, so that all of it adds up', async () => {
    const { data } = await shop.ask('breakdown', {
      ...WEEK,
      dimension: 'source',
      limit: '1',
      sort: 'sessions',
    });
    expect([data.rows[0]?.value, data.rows[0]?.ad_spend, data.other.ad_spend]).toEqual(['letter', 0, 34.5]);
  });

  it('is null by other dimensions, and under other filters, with the reason', async () => {
    const { data } = await shop.ask('breakdown', { ...WEEK, dimension: 'country' });
    expect(data).toMatchObject({
      spend_unavailable_reason: 'unsupported_dimension',
      unmatched_ad_spend: null,
    });
    expect(data.rows[0]).toMatchObject({ ad_spend: null, roas: null });
    const filtered = await shop.ask('overview', { ...WEEK, filter: 'country:is:DE' });
    expect(filtered.data).toMatchObject({ ...NULLS, spend_unavailable_reason: 'filtered' });
    const hours = await shop.ask('overview', { range: '24h' });
    expect(hours.data).toMatchObject({ ...NULLS, spend_unavailable_reason: 'part_days' });
  });

  it.each([
    ['source:is:google', 34.5],
    ['source:is:letter', 0],
    ['ad_platform:is:google', 34.5],
    ['campaign:is:brand', 4],
    ['campaign:contains:autumn_', 30.5],
    ['channel:is_not:Paid Search', 0],
    ['medium:is:cpc', 34.5],
  ])('filtered by %s is that of the row', async (filter, amount) => {
    const { data } = await shop.ask('overview', { ...WEEK, filter });
    expect(data.ad_spend).toBe(amount);
  });

  it('is all of get_spend, with what its campaigns brought', async () => {
    const answer = await shop.ask('spend', WEEK);
    expect(answer.data).toMatchObject({
      ...{ available: true, currency: 'EUR', timezone_mismatch: false, incomplete: [] },
      totals: { ad_spend: 34.5, conversions: 3, revenue: 147, cost_per_click: 1.3271, roas: 4.2603 },
      by_currency: [{ currency: 'EUR', ad_spend: 34.5, converted: 34.5 }],
      by_platform: [{ platform: 'google_ads', ad_spend: 34.5, conversions: 2, revenue: 138, roas: 3.9994 }],
      by_campaign: [
        { campaign_id: '101', ad_spend: 30.5, matched: true, sessions: 2, conversions: 2, revenue: 138 },
        { campaign_id: '202', ad_spend: 4, matched: false, sessions: null, conversions: null, roas: null },
      ],
      unmatched: [{ platform: 'google_ads', campaign_id: '202', campaign: 'Brand', ad_spend: 4 }],
      accounts: [{ platform: 'google_ads', account: '777', timezone: 'UTC', last_good_day: '2026-11-20' }],
      last_synced_at: new Date(START).toISOString(),
    });
    expect(answer.data).not.toHaveProperty('reason');
    expect(answer.data.by_day.map((day) => day.ad_spend)).toEqual([0, 0, 0, 10, 0, 24.5, 0]);
  });

  it.each(['overview', 'timeseries', 'breakdown'] as const)(
    'changes nothing else of %s, which without the scope is the same byte for byte',
    async (operation) => {
      const queries = [
        ...[
          WEEK,
          { ...WEEK, filter: 'source:is:google' },
          { range: '24h' },
          { range: '30d', limit: '1', offset: '1' },
        ],
      ];
      for (const query of queries) {
        const { limit: _, offset: __, ...plain } = query as Record<string, string>;
        const more: Record<string, Record<string, string>> = {
          overview: { ...plain, compare: 'previous_period' },
          timeseries: plain,
          breakdown: { ...query, dimension: 'source' },
        };
        const asked = more[operation] ?? {};
        const [full, narrow] = [
          await shop.ask(operation, asked),
          await shop.ask(operation, asked, shop.narrow),
        ];
        expect(narrow.data).toMatchObject({ spend_omitted_reason: 'missing_scope:spend:read' });
        expect(JSON.stringify(withoutSpend(full))).toBe(JSON.stringify(withoutSpend(narrow)));
        expect(spendFieldsIn(narrow)).toEqual(['spend_omitted_reason']);
      }
    },
  );
});

const SPEND = /^(ad_|spend_|cost_per_|roas$|unmatched_ad_spend$)/;

function withoutSpend(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpend);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !SPEND.test(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSpend(inner)]));
}

function spendFieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [
    ...new Set(
      Object.entries(value).flatMap(([name, inner]) => [
        ...(SPEND.test(name) ? [name] : []),
        ...spendFieldsIn(inner),
      ]),
    ),
  ];
}

describe('spend that is not known', () => {
  it('is null where there is no source, where nobody has asked, and where it could not be read', async () => {
    const shop = await openSpendShop({}, collector);
    const reasonOf = async () => (await shop.ask('spend', WEEK)).data;
    expect(await reasonOf()).toMatchObject({
      available: false,
      reason: 'no_ad_platform_integration',
      accounts: [],
    });

    const source = await shop.account('google_ads', { days: { first: '2026-10-01', last: '2026-10-02' } });
    expect(await reasonOf()).toMatchObject({ available: false, reason: 'not_read' });
    expect((await shop.ask('overview', WEEK)).data).toMatchObject({
      ...NULLS,
      spend_unavailable_reason: 'not_read',
    });

    await shop.breaks(source);
    const broken = await reasonOf();
    expect(broken).toMatchObject({
      ...{ available: false, reason: 'integration_error', last_synced_at: new Date(START).toISOString() },
      accounts: [{ last_good_day: '2026-10-02', problem: { message: 'The token was revoked.' } }],
    });
    expect((await shop.ask('overview', WEEK)).data.spend_warnings).toMatchObject([
      { code: 'incomplete', platform: 'google_ads', first_day: '2026-11-15', last_day: '2026-11-21' },
    ]);
    const october = { start_date: '2026-10-01', end_date: '2026-10-02' };
    expect((await shop.ask('overview', october)).data, 'what was read while it worked').toMatchObject({
      ...{ ad_spend: 0, ad_clicks: 0, roas: null },
    });
    const future = { start_date: '2026-12-01', end_date: '2026-12-02' };
    expect((await shop.ask('spend', future)).data.available).toBe(false);
  });

  it('of one source of several is named, with its last good day, and the rest is told', async () => {
    const shop = await openSpendShop({}, collector);
    await shop.account('google_ads', { days: lastDays(7), rows: [spent('2026-11-16')] });
    const meta = await shop.account('meta_ads', {
      ...{ days: { first: '2026-11-01', last: '2026-11-18' }, now: Date.parse('2026-11-18T12:00:00Z') },
      rows: [spent('2026-11-17', { amount: 5 })],
    });
    await shop.breaks(meta);
    const { data } = await shop.ask('spend', WEEK);
    expect(data).toMatchObject({ available: true, totals: { ad_spend: 15 } });
    expect(data.incomplete).toEqual([
      {
        ...{ platform: 'meta_ads', account: '777', reason: 'integration_error', days: 4 },
        ...{ first_day: '2026-11-18', last_day: '2026-11-21', last_good_day: '2026-11-17' },
        read_at: '2026-11-18T12:00:00.000Z',
        message: expect.stringContaining('The token was revoked.'),
      },
    ]);
  });

  it('of days that only some sources have read is the sum of these, and null where none has', async () => {
    const shop = await openSpendShop({}, collector);
    await shop.file([
      { ...spent('2026-11-17', { amount: 3 }), platform: 'podcast' },
      { ...spent('2026-11-19', { amount: 4 }), platform: 'podcast' },
    ]);
    const { data } = await shop.ask('timeseries', WEEK);
    expect(data.points.map((point) => point.ad_spend)).toEqual([null, null, 3, null, 4, null, null]);
    const { data: told } = await shop.ask('spend', WEEK);
    expect(told.incomplete).toMatchObject([
      { platform: 'podcast', account: null, reason: 'not_read', days: 4 },
    ]);
    expect(told.by_platform).toMatchObject([{ platform: 'podcast', ad_spend: 7 }]);
  });
});

describe('integrations that nothing was read of', () => {
  const october = { start_date: '2026-10-01', end_date: '2026-10-02' };
  const connect = async (
    shop: Awaited<ReturnType<typeof openSpendShop>>,
    given: Partial<Parameters<typeof anIntegration>[0]>,
  ) => {
    const { project, control } = shop.collector;
    await control.createIntegration(anIntegration({ project, account: '777', ...given }));
  };

  it('are among the accounts, and their message says what keeps them from being read', async () => {
    const shop = await openSpendShop({}, collector);
    await connect(shop, { id: 'int_a', platform: 'google_ads', state: 'paused' });
    await connect(shop, { id: 'int_b', platform: 'meta_ads' });
    const answer = await shop.ask('spend', WEEK);
    expect(answer.data).toMatchObject({
      ...{ available: false, reason: 'not_read' },
      accounts: [
        { platform: 'google_ads', account: '777', integration: 'int_a', read_at: null },
        { platform: 'meta_ads', account: null, integration: 'int_b', timezone_mismatch: false },
      ],
    });
    const { message } = answer.data as unknown as { message: string };
    expect(message).toContain(
      'google_ads 777: The integration is paused. Resume it with cvq integration resume',
    );
    expect(message).toContain('meta_ads: No ad account is given.');
    expect(message).not.toContain('cvq spend sync');
  });

  it('are named beside what others tell, with the same words', async () => {
    const shop = await openSpendShop({}, collector);
    await connect(shop, { id: 'int_c', platform: 'meta_ads' });
    await shop.account('google_ads', { days: lastDays(60), rows: [spent('2026-11-20')] });
    const { data } = await shop.ask('spend', WEEK);
    expect(data.incomplete).toMatchObject([
      { platform: 'meta_ads', account: null, reason: 'not_read', days: 7, read_at: null },
    ]);
    expect(data.incomplete[0]?.message).toContain('No ad account is given.');
    expect((await shop.ask('spend', october)).data.incomplete, 'of other days').toHaveLength(1);
  });

  it('are not to be read before their day has begun', async () => {
    const shop = await openSpendShop({ timezone: 'Pacific/Kiritimati' });
    const days = { first: '2026-11-10', last: '2026-11-20' };
    shop.collector.clock.now = Date.parse('2026-11-20T12:00:00Z');
    await shop.account('google_ads', { days, timeZone: 'America/Los_Angeles' });
    const { data } = await shop.ask('spend', { start_date: '2026-11-21', end_date: '2026-11-21' });
    expect(data).toMatchObject({
      ...{ available: false, reason: 'not_read' },
      message: 'google_ads 777: 2026-11-21 has not begun in the zone of the account.',
    });
    const { data: later } = await shop.ask('spend', { start_date: '2026-12-01', end_date: '2026-12-01' });
    expect(later).toMatchObject({ reason: 'not_read', message: 'None of these days has begun.' });
  });
});

describe('spend of a platform that nobody has read, beside another one', async () => {
  const shop = await openSpendShop({}, collector);
  const meta = { platform: 'meta_ads', code: 'incomplete', first_day: '2026-11-15', last_day: '2026-11-21' };
  await shop.account('google_ads', {
    days: lastDays(7),
    rows: [spent('2026-11-18', { amount: 12, campaign: 'Nobody came' })],
  });
  await shop.breaks(await shop.account('meta_ads', { days: { first: '2026-10-01', last: '2026-10-02' } }));
  const facebook = '?utm_source=facebook&utm_medium=cpc&utm_campaign=winter';
  await shop.visit({ query: `${facebook}&fbclid=F1`, sales: [100] });
  await shop.visit({ query: '?utm_source=google&utm_medium=cpc&utm_campaign=g&gclid=a' });
  await shop.visit({ query: '?ttclid=b' });
  await shop.visit();

  it.each(['ad_platform:is:meta', 'source:is:facebook', 'channel:is:Paid Social', 'campaign:is:winter'])(
    'is null under the filter %s, with its reason, in every answer',
    async (filter) => {
      const asked = { ...WEEK, filter };
      const overview = (await shop.ask('overview', asked)).data;
      expect(overview).toMatchObject({ ...NULLS, spend_unavailable_reason: 'integration_error' });
      expect(overview.spend_warnings).toContainEqual(expect.objectContaining(meta));
      const series = (await shop.ask('timeseries', asked)).data;
      expect(series.points.map((point) => point.ad_spend)).toEqual(Array(7).fill(null));
      expect(series.spend_unavailable_reason).toBe('integration_error');
      const report = (await shop.ask('report', asked)).data;
      expect(report.totals.now).toMatchObject(NULLS);
      expect(report.series.now.measures.ad_spend).toEqual(Array(7).fill(null));
      expect(report.spend_unavailable_reason).toBe('integration_error');
    },
  );

  it.each([
    ['ad_platform', 'meta', 'integration_error'],
    ['ad_platform', 'tiktok', 'no_ad_platform_integration'],
    ['source', 'facebook', 'integration_error'],
    ['channel', 'Paid Social', 'integration_error'],
    ['campaign', 'winter', 'integration_error'],
  ])('is null in the row of %s %s, with its reason', async (dimension, value, reason) => {
    const { data } = await shop.ask('breakdown', { ...WEEK, dimension });
    expect(data).not.toHaveProperty('spend_unavailable_reason');
    expect(data.rows.find((row) => row.value === value)).toMatchObject({
      ...{ ad_spend: null, roas: null, spend_unavailable_reason: reason },
    });
  });

  it('is told where the other one may have led, and is 0 where no ad leads', async () => {
    const costOf = async (dimension: string, value: string) =>
      (await shop.ask('breakdown', { ...WEEK, dimension })).data.rows.find((row) => row.value === value)
        ?.ad_spend;
    expect(await costOf('medium', 'cpc')).toBe(12);
    expect(await costOf('source', 'google')).toBe(12);
    expect(await costOf('campaign', 'g')).toBe(0);
    expect(await costOf('source', '(direct)')).toBe(0);
    const { data } = await shop.ask('overview', { ...WEEK, filter: 'source:is:(direct)' });
    expect(data.ad_spend).toBe(0);
  });

  it('leaves the sum of the rows that are not on the page unknown only where all of them are', async () => {
    const others = async (offset: string) => {
      const asked = { ...WEEK, dimension: 'source', sort: '-revenue', limit: '1', offset };
      return (await shop.ask('breakdown', asked)).data;
    };
    expect((await others('0')).other.ad_spend).toBe(12);
    const { data } = await shop.ask('breakdown', {
      ...{ ...WEEK, dimension: 'source', filter: 'source:is:facebook|google', sort: 'revenue', limit: '1' },
    });
    expect(data.rows[0]?.value).toBe('google');
    expect(data.other.ad_spend).toBeNull();
  });

  it('is null in the points that its own sources have not read', async () => {
    const { data } = await shop.ask('timeseries', {
      ...{ start_date: '2026-10-01', end_date: '2026-10-03', filter: 'ad_platform:is:meta' },
    });
    expect(data.points.map((point) => [point.ad_spend, point.spend_unavailable_reason])).toEqual([
      [0, undefined],
      [0, undefined],
      [null, 'integration_error'],
    ]);
  });
});

describe('spend in several currencies', async () => {
  const shop = await openSpendShop({}, collector);
  const days = lastDays(7);
  await shop.account('google_ads', {
    days,
    rows: [spent('2026-11-16'), spent('2026-11-19', { amount: 30 })],
  });
  await shop.account('meta_ads', {
    days,
    rows: [
      spent('2026-11-16', { amount: 100, currency: 'USD', campaign: 'Meta' }),
      spent('2026-11-19', { amount: 200, currency: 'USD', campaign: 'Meta' }),
      spent('2026-11-20', { amount: 0, currency: 'JPY', campaign: 'Meta' }),
    ],
  });

  it('is never added up without a rate', async () => {
    const { data } = await shop.ask('overview', WEEK);
    expect(data).toMatchObject({
      ...{ ad_spend: null, ad_impressions: 5000, roas: null, spend_unavailable_reason: 'currency_mixed' },
      ad_spend_by_currency: [
        { currency: 'EUR', ad_spend: 40 },
        { currency: 'JPY', ad_spend: 0 },
        { currency: 'USD', ad_spend: 300 },
      ],
    });
    const { data: told } = await shop.ask('spend', WEEK);
    expect(told).toMatchObject({
      ...{ available: true, reason: 'currency_mixed', totals: { ad_spend: null } },
      by_platform: [
        { platform: 'google_ads', ad_spend: 40 },
        { platform: 'meta_ads', ad_spend: null },
      ],
      by_currency: [{ converted: 40 }, { converted: 0 }, { currency: 'USD', ad_spend: 300, converted: null }],
    });
    const { data: series } = await shop.ask('timeseries', WEEK);
    expect(series.points.map((point) => point.ad_spend)).toEqual([0, null, 0, 0, null, 0, 0]);
  });

  it('is converted by the rate in force on its day', async () => {
    const rates = [
      { date: '2026-11-10', from: 'USD', to: 'EUR', rate: 0.9 },
      { date: '2026-11-18', from: 'USD', to: 'EUR', rate: 0.925 },
      { date: '2026-11-20', from: 'USD', to: 'EUR', rate: 2 },
    ];
    await shop.collector.control.putRates(shop.collector.project, rates);
    const { data } = await shop.ask('overview', WEEK);
    expect(data).toMatchObject({ ad_spend: 40 + 90 + 185, roas: 0 });
    expect(data.spend_warnings?.filter(({ code }) => code === 'currency_converted')).toMatchObject([
      { currency: 'USD', message: expect.stringContaining('EUR') },
    ]);
    expect((await shop.ask('spend', WEEK)).data.by_currency[2]).toMatchObject({
      ad_spend: 300,
      converted: 275,
    });
  });
});

describe('accounts whose days are not those of the project', () => {
  it('are told; one of another name for the same days is not', async () => {
    const shop = await openSpendShop({ timezone: 'Europe/Berlin' }, collector);
    await shop.account('google_ads', {
      days: lastDays(7),
      timeZone: 'Asia/Kolkata',
      rows: [spent('2026-11-21')],
    });
    await shop.account('meta_ads', { days: lastDays(7), timeZone: 'Europe/Vienna' });
    await shop.account('microsoft_ads', { days: lastDays(7), timeZone: null });
    const { data } = await shop.ask('spend', WEEK);
    expect(data.timezone_mismatch).toBe(true);
    expect(data.accounts.map((account) => [account.platform, account.timezone_mismatch])).toEqual([
      ['google_ads', true],
      ['meta_ads', false],
      ['microsoft_ads', true],
    ]);
    const { data: overview } = await shop.ask('overview', WEEK);
    const codes = overview.spend_warnings?.map(({ code, platform }) => `${code} ${platform}`);
    expect(codes).toContain('timezone_mismatch google_ads');
    expect(codes).not.toContain('timezone_mismatch meta_ads');
    expect(overview.ad_spend, 'the date of the account is the date of the answer').toBe(10);
  });
});
