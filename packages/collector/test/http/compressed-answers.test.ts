import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { DashboardOverview, TimeseriesResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';

const collector = await startTestCollector();
let bearer: string;

beforeAll(async () => {
  bearer = (await collector.addKey({ projects: [collector.project] })).token;
});

type Received = {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
};

/** The bytes as they travel. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: collector.port, path, method };
    request({ ...options, headers: { Authorization: `Bearer ${bearer}`, ...headers } }, (response) => {
      const { statusCode: status, headers: told } = response;
      buffer(response).then((bytes) => resolve({ status, headers: told, bytes }), reject);
    })
      .on('error', reject)
      .end();
  });
}

const SERIES = '/v1/analytics/timeseries?range=30d';
const YEAR = '/v1/analytics/timeseries?start_date=2025-11-01&end_date=2026-10-31&granularity=day';
const PAST = '/v1/analytics/timeseries?start_date=2026-10-01&end_date=2026-10-31';

describe('an answer of the read API', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('travels compressed to a client that sends "%s"', async (accepted, encoding, open) => {
    const { headers, bytes } = await ask(SERIES, { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers.vary).toContain('Accept-Encoding');
    const told = JSON.parse(open(bytes).toString()) as TimeseriesResponse;
    expect(told.data.points).toHaveLength(30);
    expect(bytes.length * 5).toBeLessThan(open(bytes).length);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('travels compressed as %s where it is long', async (encoding, open) => {
    const { headers, bytes } = await ask(YEAR, { 'Accept-Encoding': encoding });
    expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(bytes.length) });
    const told = open(bytes);
    expect(told.length).toBeGreaterThan(50_000);
    expect((JSON.parse(told.toString()) as TimeseriesResponse).data.points).toHaveLength(365);
  });

  it('travels as it is to a client that takes no encoding, where it is short, and where it is a failure', async () => {
    expect((await ask(SERIES)).headers['content-encoding']).toBeUndefined();
    const all = { 'Accept-Encoding': 'br' };
    expect((await ask('/v1/me', all)).headers['content-encoding']).toBeUndefined();
    expect((await ask('/v1/analytics/timeseries?range=9d', all)).headers['content-encoding']).toBeUndefined();
  });

  it('is compressed as CSV too, and has no body for HEAD', async () => {
    const csv = await ask(SERIES, { 'Accept-Encoding': 'br', Accept: 'text/csv' });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(brotliDecompressSync(csv.bytes).toString()).toMatch(/^start,end,label/);
    const head = await ask(SERIES, { 'Accept-Encoding': 'br' }, 'HEAD');
    expect([head.status, head.headers['content-encoding'], head.bytes.length]).toEqual([200, 'br', 0]);
  });

  it('has a tag where its days are over, by which nothing is sent again', async () => {
    const first = await ask(PAST, { 'Accept-Encoding': 'br' });
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^"[0-9a-f]{16}-br"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    collector.clock.now += 1000;
    const again = await ask(PAST, { 'Accept-Encoding': 'br', 'If-None-Match': tag });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
    const plain = await ask(PAST, { 'If-None-Match': tag });
    expect([plain.status, plain.headers.etag]).toEqual([200, tag.replace('-br', '')]);
  });

  it('has another tag after an event that came late', async () => {
    const before = (await ask(PAST)).headers.etag;
    const at = Date.parse('2026-10-20T10:00:00Z');
    const context = { page_url: 'https://shop.example/' };
    const sent = await collector.client.send({
      method: 'POST',
      path: '/v1/track',
      bearer: collector.serverKey,
      json: { event_type: 'pageview', timestamp: new Date(at).toISOString(), context },
    });
    expect(sent.status).toBe(200);
    const after = await ask(PAST, { 'If-None-Match': String(before) });
    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(before);
  });

  it.each(['range=30d', 'range=today', 'range=24h'])('is not kept where %s is not over', async (query) => {
    const { headers } = await ask(`/v1/analytics/timeseries?${query}`);
    expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store']);
  });
});

describe('other answers', () => {
  it('of tracking are never compressed, nor what tells of links and sessions', async () => {
    await addPerson(collector, 'ann@example.com', true);
    const browser = openBrowser(collector);
    await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
    const accepting = { 'Accept-Encoding': 'br' };
    const json = { email: 'bob@example.com', project: collector.project, role: 'viewer' };
    for (const path of ['/me', '/sessions'])
      expect((await browser.get(path, accepting)).headers['content-encoding']).toBeUndefined();
    const invited = await browser.post('/invitations', json, accepting);
    expect(invited.headers['content-encoding']).toBeUndefined();
    const events = Array.from({ length: 100 }, () => ({ event_type: 'search' }));
    const batch = await collector.client.send({
      method: 'POST',
      path: '/v1/track/batch',
      bearer: collector.serverKey,
      headers: accepting,
      json: { events },
    });
    expect([batch.status, batch.headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('of questions of the dashboard are compressed, with the cookie of the person', async () => {
    const browser = openBrowser(collector);
    await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
    const { body } = await browser.get(`/overview?project=${collector.project}`);
    expect((body as DashboardOverview).data.series.now.labels).toHaveLength(30);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { headers } = await ask(`/dashboard-api/v1/overview?project=${collector.project}`, {
      ...{ Host: new URL(collector.origin).host, Cookie: cookie },
      ...{ 'Sec-Fetch-Site': 'same-origin', 'Accept-Encoding': 'br' },
    });
    expect(headers['content-encoding']).toBe('br');
  });
});
