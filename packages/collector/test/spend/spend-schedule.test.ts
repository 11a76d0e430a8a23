import { AD_PLATFORMS } from '@cvq/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { SPEND_RETRY_MS } from '../../src/spend/sync/spend-schedule.ts';
import { DAY, figure, HOUR, NOON, openSpendWorkshop, REQUESTS_TO_FIGURES } from './spend-workshop.ts';

let shop: Awaited<ReturnType<typeof openSpendWorkshop>>;
beforeEach(async () => {
  shop = await openSpendWorkshop();
});

const warnings = () => shop.lines.filter(({ level }) => Number(level) >= 40);

describe('spend is read from the platforms by itself', () => {
  it('from all three, the account days of each, and again every six hours', async () => {
    for (const platform of AD_PLATFORMS)
      shop.mock.changeSpend(platform, { rows: [figure('2026-08-30', '11'), figure('2026-11-23', '12')] });
    await shop.connectAll();
    expect(await shop.readAt(NOON)).toBe(NOON + 6 * HOUR);
    expect(await shop.stored()).toEqual(
      ['2026-08-30 %s 11 Brand 12.34', '2026-11-23 %s 12 Brand 12.34'].flatMap((row) =>
        ['google_ads', 'meta_ads', 'microsoft_ads'].map((platform) => row.replace('%s', platform)),
      ),
    );
    const { google, meta, microsoft } = shop.mock.accounts;
    expect(await shop.control.listSpendSources(shop.project)).toMatchObject([
      {
        account: google.account,
        timeZone: 'America/Los_Angeles',
        currencies: ['USD'],
        lastGoodDay: '2026-11-22',
      },
      { account: `act_${meta.adAccount}`, timeZone: 'Asia/Kolkata', currencies: ['INR'], readAt: NOON },
      { account: microsoft.account, timeZone: 'Europe/Berlin', currencies: ['EUR'], problem: null },
    ]);
    const asked = AD_PLATFORMS.map(shop.questions);
    expect(await shop.readAt(NOON + 5 * HOUR)).toBe(NOON + 6 * HOUR);
    expect(AD_PLATFORMS.map(shop.questions), 'nothing is due').toEqual(asked);
    await shop.readAt(NOON + 6 * HOUR);
    for (const [index, platform] of AD_PLATFORMS.entries())
      expect(shop.questions(platform)).toBeGreaterThan(asked[index] ?? 0);
    expect(warnings()).toEqual([]);
  });

  it('as restated since: another amount, a day that vanishes, a campaign with another name', async () => {
    await shop.connectAll();
    for (const platform of AD_PLATFORMS)
      shop.mock.changeSpend(platform, {
        rows: ['20', '21', '22'].flatMap((day) => [
          figure(`2026-11-${day}`, '11'),
          figure(`2026-11-${day}`, '12'),
        ]),
      });
    await shop.readAt(NOON);
    expect(await shop.stored()).toHaveLength(18);
    for (const platform of AD_PLATFORMS) {
      shop.mock.changeSpend(platform, { rows: [figure('2026-11-20', '11', { micros: '1000000' })] });
      shop.mock.changeSpend(platform, { remove: { date: '2026-11-21' } });
      shop.mock.changeSpend(platform, { rename: { campaignId: '12', campaign: 'Autumn' } });
    }
    await shop.readAt(NOON + 6 * HOUR);
    expect((await shop.stored()).filter((row) => row.includes('meta_ads'))).toEqual([
      '2026-11-20 meta_ads 11 Brand 1',
      '2026-11-20 meta_ads 12 Autumn 12.34',
      '2026-11-22 meta_ads 11 Brand 12.34',
      '2026-11-22 meta_ads 12 Autumn 12.34',
    ]);
    expect(await shop.stored()).toHaveLength(12);
  });

  it.each(AD_PLATFORMS)(
    'of %s whole or not at all: an answer that breaks off leaves what was there',
    async (platform) => {
      await shop.connect(platform);
      const days = ['18', '19', '20', '21', '22'];
      shop.mock.changeSpend(platform, { rows: days.map((day) => figure(`2026-11-${day}`, '11')) });
      await shop.readAt(NOON);
      const before = await shop.stored();
      expect(before).toHaveLength(5);
      shop.mock.changeSpend(platform, {
        rows: days.map((day) => figure(`2026-11-${day}`, '11', { micros: '5000000' })),
      });
      shop.mock.fail({ platform, fault: 'spend_fails_midway', times: REQUESTS_TO_FIGURES[platform] });
      const at = NOON + 6 * HOUR;
      expect(await shop.readAt(at)).toBe(at + SPEND_RETRY_MS[0]);
      expect(await shop.stored()).toEqual(before);
      expect(await shop.source(platform)).toMatchObject({ readAt: NOON, problem: { at } });
      await shop.readAt(at + SPEND_RETRY_MS[0]);
      expect(await shop.stored()).toEqual(before.map((row) => row.replace('12.34', '5')));
      expect((await shop.source(platform)).problem).toBeNull();
    },
  );
});

describe('what cannot be read', () => {
  it('is tried again ever more rarely, logged once with its cause, and once when it is well again', async () => {
    await shop.connect('meta_ads');
    shop.mock.changeSpend('meta_ads', { rows: [figure('2026-11-22', '11')] });
    await shop.readAt(NOON);
    shop.mock.fail({ platform: 'meta_ads', fault: 'spend_denied', times: 7 });
    let at = NOON + 6 * HOUR;
    const pauses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const next = await shop.readAt(at);
      pauses.push((next ?? 0) - at);
      at = next ?? 0;
    }
    expect(pauses).toEqual([...SPEND_RETRY_MS, 6 * HOUR, 6 * HOUR]);
    expect(await shop.source('meta_ads')).toMatchObject({
      ...{ readAt: NOON, lastGoodDay: '2026-11-22' },
      problem: { code: '200', message: expect.stringContaining('ads_read') },
    });
    expect(await shop.stored(), 'what was read before stays').toHaveLength(1);
    expect(warnings()).toMatchObject([
      { platform: 'meta_ads', code: '200', status: 403, msg: expect.stringContaining('cvq spend list') },
    ]);
    await shop.readAt(at);
    expect((await shop.source('meta_ads')).problem).toBeNull();
    expect(shop.lines.at(-1)).toMatchObject({ level: 30, msg: expect.stringContaining('again') });
    for (const secret of shop.mock.secrets()) expect(JSON.stringify(shop.lines)).not.toContain(secret);
  });

  it.each([
    ['it is throttled', 429],
    ['the platform has a failure of its own', 503],
  ])('since %s is left alone for as long as the platform says', async (_, status) => {
    await shop.connect('microsoft_ads');
    shop.mock.fail({
      platform: 'microsoft_ads',
      purpose: 'spend',
      answer: { status, headers: { 'Retry-After': '7200' }, body: {} },
    });
    expect(await shop.readAt(NOON)).toBe(NOON + 2 * HOUR);
  });

  it('since the platform refuses the login is tried at once with new credentials, and deliveries go on', async () => {
    const integration = await shop.connect('meta_ads');
    shop.mock.fail({ platform: 'meta_ads', fault: 'expired_token', purpose: 'spend' });
    const next = await shop.readAt(NOON);
    expect(next).toBe(NOON + SPEND_RETRY_MS[0]);
    expect(await shop.source('meta_ads')).toMatchObject({ readAt: null, problem: { code: '190/463' } });
    expect(
      (await shop.control.findIntegration(integration.id))?.state,
      'deliveries decide for themselves',
    ).toBe('active');
    await shop.control.changeIntegration(integration.id, { credentials: shop.sealed('meta_ads') });
    expect(await shop.readAt(NOON + 1000)).toBe(NOON + 1000 + 6 * HOUR);
    expect(await shop.source('meta_ads')).toMatchObject({ readAt: NOON + 1000, problem: null });
  });

  it('for one figure that cannot be read is told in one line with account, day and field; what was there stays', async () => {
    await shop.connect('meta_ads');
    shop.mock.changeSpend('meta_ads', { rows: [figure('2026-11-22', '11')] });
    await shop.readAt(NOON);
    const before = await shop.stored();
    expect(before).toHaveLength(1);
    const row = { date_start: '2026-11-22', campaign_id: '11', account_currency: 'INR', spend: '1,5' };
    // The first answer is about the account.
    const currency = { currency: 'INR', timezone_name: 'Asia/Kolkata' };
    const answers = [currency, { data: [row] }, currency, { data: [row] }];
    for (const body of answers)
      shop.mock.fail({ platform: 'meta_ads', answer: { status: 200, body }, purpose: 'spend' });
    await shop.readAt(NOON + 6 * HOUR);
    await shop.readAt(NOON + 6 * HOUR + 60_000);
    expect(await shop.stored()).toEqual(before);
    const { adAccount } = shop.mock.accounts.meta;
    expect(warnings()).toMatchObject([
      { code: 'unreadable', account: `act_${adAccount}`, day: '2026-11-22', field: 'spend' },
    ]);
    expect(await shop.source('meta_ads')).toMatchObject({ problem: { code: 'unreadable' } });
  });

  it('that are credits are stored and added up', async () => {
    await shop.connectAll();
    for (const platform of AD_PLATFORMS)
      shop.mock.changeSpend(platform, {
        rows: [
          figure('2026-11-22', '11', { micros: '-5000001' }),
          figure('2026-11-22', '12', { micros: '2000000' }),
        ],
      });
    await shop.readAt(NOON);
    expect(warnings()).toEqual([]);
    const sums = await shop.control.sumSpend(shop.project, { first: '2026-11-22', last: '2026-11-22' });
    expect(sums.rows.map(({ micros }) => micros)).toEqual([-3_000_001n, -3_000_001n, -3_000_001n]);
  });

  it('by a fault of cvq is noted as that, with its cause in the log alone', async () => {
    const integration = await shop.connect('meta_ads');
    await shop.control.changeIntegration(integration.id, { credentials: Buffer.from('sealed by another') });
    await shop.readAt(NOON);
    expect(await shop.source('meta_ads')).toMatchObject({ problem: { code: 'credentials_unreadable' } });
    await shop.control.removeIntegration(integration.id);
    await shop.connect('google_ads');
    const failing = shop.openSchedule({
      ...shop.control,
      replaceSpend: () => Promise.reject(new Error('The disk is full')),
    });
    await failing.turn(new AbortController().signal);
    expect(await shop.source('google_ads')).toMatchObject({ problem: { code: 'collector_error' } });
    expect(JSON.stringify(await shop.source('google_ads'))).not.toContain('disk');
    expect(shop.lines.at(-1)).toMatchObject({ level: 50, err: { message: 'The disk is full' } });
  });

  it('of one account keeps no other from being read', async () => {
    await shop.connectAll();
    shop.mock.fail({ platform: 'google_ads', fault: 'spend_internal', times: 2 });
    await shop.readAt(NOON);
    const sources = await shop.control.listSpendSources(shop.project);
    expect(sources.map(({ readAt }) => readAt)).toEqual([null, NOON, NOON]);
  });
});

describe('an integration', () => {
  it.each<[string, boolean, Parameters<typeof shop.connect>[1]]>([
    ['in a dry run is read', true, { state: 'dry_run' }],
    ['that must be connected anew is tried', true, { state: 'reconnect_required' }],
    ['that is paused is not', false, { state: 'paused' }],
    ['of the demo is not', false, { id: 'int_demo_1' }],
    ['of Meta without an ad account is not', false, { spendAccount: null }],
  ])('%s', async (_what, isRead, change) => {
    await shop.connect('meta_ads', change);
    const next = await shop.readAt(NOON);
    expect(next).toBe(isRead ? NOON + 6 * HOUR : null);
    expect((await shop.control.listSpendSources(shop.project)).length).toBe(isRead ? 1 : 0);
    expect(shop.mock.state().meta_ads.requests.spend > 0).toBe(isRead);
  });

  it('that was read by a command meanwhile is not read again before its time', async () => {
    await shop.connect('google_ads');
    await shop.readAt(NOON);
    const beside = shop.openBeside();
    const source = await shop.source('google_ads');
    const at = NOON + 5 * HOUR;
    await beside.replaceSpend(source, { days: { first: '2026-11-23', last: '2026-11-23' }, now: at }, []);
    await beside.close();
    expect(await shop.readAt(NOON + 6 * HOUR)).toBe(at + 6 * HOUR);
  });

  it('whose account is read by another meanwhile leaves it to that one, and tries later', async () => {
    await shop.connect('google_ads');
    shop.mock.changeSpend('google_ads', { rows: [figure('2026-11-22', '11')] });
    const beside = shop.openBeside();
    const { control } = shop;
    const overtaken = shop.openSchedule({
      ...control,
      async replaceSpend(source, of, rows) {
        async function* slow() {
          await beside.replaceSpend(source, of, []);
          yield* rows;
        }
        return control.replaceSpend(source, of, slow());
      },
    });
    expect(await overtaken.turn(new AbortController().signal)).toBe(NOON + SPEND_RETRY_MS[0]);
    expect(await shop.source('google_ads')).toMatchObject({ readAt: NOON, problem: null });
    await beside.close();
    expect(warnings()).toEqual([]);
  });

  it('that is stopped in the middle keeps what was there, and notes no problem', async () => {
    await shop.connect('meta_ads');
    shop.mock.changeSpend('meta_ads', { rows: [figure('2026-11-22', '11')] });
    await shop.readAt(NOON);
    const before = await shop.stored();
    const stopping = new AbortController();
    const { control } = shop;
    const schedule = shop.openSchedule({
      ...control,
      async replaceSpend(source, of, rows) {
        async function* broken() {
          stopping.abort();
          yield* rows;
        }
        return control.replaceSpend(source, of, broken());
      },
    });
    shop.clock.now = NOON + DAY;
    expect(await schedule.turn(stopping.signal)).toBeNull();
    expect(await shop.source('meta_ads')).toMatchObject({ readAt: NOON, problem: null });
    expect(await shop.stored()).toEqual(before);
    expect(shop.lines).toEqual([]);
  });
});
