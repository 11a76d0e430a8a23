import { MAX_SPEND_FILE_BYTES, type PreviewSpendResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from './browser.ts';

const collector = await startTestCollector();
const { control, client, origin, project } = collector;
const browser = openBrowser(collector);

beforeAll(async () => {
  await addPerson(collector, 'ann@example.com', true);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
});

const HEADING = 'date,platform,campaign_id,campaign,spend,impressions,clicks,currency';
const GOOD = [
  HEADING,
  '2026-11-01,tiktok_ads,c-1,Autumn,12.50,1000,40,EUR',
  '2026-11-02,tiktok_ads,c-1,Autumn,7.50,900,30,EUR',
  '2026-11-02,x_ads,c-9,Brand,3.10,90,3,USD',
].join('\n');
const BROKEN = GOOD.replace('7.50', '7,50').replace('2026-11-02,x_ads', '2026-11-31,x_ads');

/** A file as the page sends it. */
function sendTo(place: string, body: string, headers: Record<string, string> = {}, chunked = false) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const own = { Host: new URL(origin).host, 'Sec-Fetch-Site': 'same-origin', Origin: origin };
  return client.send({
    ...{ method: 'POST', path: `/dashboard-api/v1/projects/${project}/${place}`, body, chunked },
    headers: { ...own, 'X-Cvq-Dashboard': '1', Cookie: cookie, 'Content-Type': 'text/csv', ...headers },
  });
}

const send = (path: string, ...more: [body: string, headers?: Record<string, string>, chunked?: boolean]) =>
  sendTo(`spend${path}`, ...more);

const sources = async () => (await browser.get(`/projects/${project}/spend`)).body;
const latest = async () => (await control.listAudit({ project, limit: 1 }))[0];

describe('a file of spend', () => {
  it('is previewed by platform and currency, and nothing is stored', async () => {
    const { status, body } = await send('/preview', GOOD);
    const { spend, faults } = (body as PreviewSpendResponse).data;
    expect([status, faults]).toEqual([200, []]);
    expect(spend).toEqual([
      {
        ...{ platform: 'tiktok_ads', currency: 'EUR', rows: 2, spend: 20 },
        ...{ first_day: '2026-11-01', last_day: '2026-11-02' },
      },
      {
        ...{ platform: 'x_ads', currency: 'USD', rows: 1, spend: 3.1 },
        ...{ first_day: '2026-11-02', last_day: '2026-11-02' },
      },
    ]);
    expect(await sources()).toEqual({ data: [] });
  });

  it.each([
    [
      'broken cells',
      BROKEN,
      [
        [3, null],
        [4, 'date'],
      ],
    ],
    [
      'a line that is there twice',
      `${GOOD}\n2026-11-01,tiktok_ads,c-1,Autumn,1,1,1,EUR`,
      [[5, 'campaign_id']],
    ],
    ['another heading', 'a;b\n1;2', [[1, null]]],
    ['nothing in it', '', [[1, null]]],
  ])('with %s is refused by line and column, before and at its import', async (_what, file, places) => {
    const { body } = await send('/preview', file);
    const { faults } = (body as PreviewSpendResponse).data;
    expect(faults.map(({ line, column }) => [line, column])).toEqual(places);
    const entry = await latest();
    const refusal = await send('', file);
    expect(refusal.status).toBe(400);
    const { fields } = (refusal.body as { error: { details: { fields: { message: string }[] } } }).error
      .details;
    expect(fields.map(({ message }) => message)).toEqual(
      faults.map(({ line }) => expect.stringMatching(new RegExp(`^Line ${line}[,:]`))),
    );
    expect(await latest(), 'a refusal is no change').toEqual(entry);
    expect(await sources()).toEqual({ data: [] });
  });

  it('is stored whole, noted, shown as a source, and removed by platform', async () => {
    const { status, body } = await send('', GOOD, {}, true);
    expect([status, body]).toEqual([200, { data: { stored: 3, removed: 0, superseded: 0 } }]);
    expect(await latest()).toMatchObject({
      ...{ action: 'import_spend', subject: project, outcome: 'done' },
      after: { stored: 3, removed: 0 },
    });
    expect(await sources()).toMatchObject({
      data: [
        { platform: 'tiktok_ads', integration: null, first_day: '2026-11-01', last_day: '2026-11-02' },
        { platform: 'x_ads', currencies: ['USD'] },
      ],
    });
    expect((await browser.delete(`/projects/${project}/spend/x_ads`)).body).toEqual({ data: { removed: 1 } });
    expect(await latest()).toMatchObject({ action: 'remove_spend', before: { platform: 'x_ads' } });
    expect((await browser.delete(`/projects/${project}/spend/x_ads`)).status).toBe(404);
  });

  it('of another type, or encoded, is refused', async () => {
    for (const [headers, says] of [
      [{ 'Content-Type': 'application/json' }, /text\/csv/],
      [{ 'Content-Encoding': 'gzip' }, /Content-Encoding/],
    ] as const) {
      const { status, body } = await send('', GOOD, headers);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(says)]);
    }
  });

  it.each([false, true])('that is too large is refused (its length untold: %s)', async (chunked) => {
    const large = `${HEADING}\n${'x'.repeat(MAX_SPEND_FILE_BYTES)}`;
    const { status, body } = await send('/preview', large, {}, chunked);
    expect(status).toBe(chunked ? 200 : 400);
    // One that is streamed has a line that is too long long before it is too large.
    expect(JSON.stringify(body)).toMatch(chunked ? /longer than/ : /larger than 8 MB/);
    expect((await send('/preview', GOOD)).status, 'the connection goes on').toBe(200);
  });

  it('of many lines that grows too large on its way is refused, and nothing is stored', async () => {
    const lines = Array.from(
      { length: 165_000 },
      (_, index) => `2026-11-01,tiktok_ads,campaign-${index},Autumn,1.00,1,1,EUR`,
    );
    const { status, body } = await send('', [HEADING, ...lines].join('\n'), {}, true);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(/larger than 8 MB/)]);
    expect(await sources()).toMatchObject({ data: [{ platform: 'tiktok_ads', last_day: '2026-11-02' }] });
  });
});

describe('a file of exchange rates', () => {
  const FILE = 'date,from,to,rate\n2026-10-01,USD,EUR,0.9\n2026-11-01,USD,EUR,0.86\n2026-11-01,GBP,EUR,1.14';
  const listed = async () => (await browser.get(`/projects/${project}/rates`)).body;

  it('is refused by line, and nothing is stored', async () => {
    const { status, body } = await sendTo('rates', FILE.replace('0.86', '0,86'));
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Line 3')]);
    expect(await listed()).toEqual({ data: [] });
  });

  it('is stored whole, noted, listed, and removed by pair of currencies', async () => {
    expect((await sendTo('rates', FILE)).body).toEqual({ data: { stored: 3 } });
    expect(await latest()).toMatchObject({ action: 'import_rates', after: { stored: 3 }, outcome: 'done' });
    expect(await listed()).toMatchObject({
      data: expect.arrayContaining([{ date: '2026-11-01', from: 'USD', to: 'EUR', rate: 0.86 }]),
    });
    const path = `/projects/${project}/rates/USD/EUR`;
    expect((await browser.delete(path)).body).toEqual({ data: { removed: 2 } });
    expect(await latest()).toMatchObject({ action: 'remove_rates', before: { from: 'USD', to: 'EUR' } });
    expect((await browser.delete(path)).status).toBe(404);
    expect(await listed()).toMatchObject({ data: [{ from: 'GBP' }] });
  });
});
