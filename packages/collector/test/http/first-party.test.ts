import { describe, expect, it } from 'vitest';
import { START, startTestCollector } from '../collector.ts';

const DAY_S = 86_400;
const collector = await startTestCollector({ domain: 'shop.example' });
const { client, project } = collector;

const VISITOR = '1795255200000_12345678901234567890';
const OWN = `${encodeURIComponent(JSON.stringify([VISITOR]))}@shop.example`;
const CLICKED_AT = new Date(START - 10 * DAY_S * 1000).toISOString();
const CLICK_IDS = { gclid: { value: 'Cj0_x', at: CLICKED_AT } };
const AD = `${encodeURIComponent(JSON.stringify({ click_ids: CLICK_IDS }))}@shop.example`;

let lastEvent = 0;

/** The headers of the answer to a batch that a page posts, as a browser would. */
async function answerTo({
  cookie,
  head = {},
  headers = {},
}: {
  cookie?: string;
  head?: Record<string, unknown>;
  headers?: Record<string, string>;
} = {}) {
  lastEvent += 1;
  const events = [{ id: `evt_${START}_first${lastEvent}`, event_type: 'pageview' }];
  const answer = await client.send({
    method: 'POST',
    path: '/v1/events',
    headers: {
      'Content-Type': 'text/plain',
      Origin: 'https://www.shop.example',
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...headers,
    },
    body: JSON.stringify({ key: project, visitor_id: VISITOR, click_ids: CLICK_IDS, ...head, events }),
  });
  expect(answer.status).toBe(202);
  return answer.headers;
}

describe('the cookies of the SDK', () => {
  it('are renewed as the request carries them, readable by the script, on the domain that took them', async () => {
    const headers = await answerTo({ cookie: `theme=dark; cvq=${OWN}; cvq_ad=${AD}` });
    expect(headers['set-cookie']).toEqual([
      `cvq=${OWN}!; Path=/; Max-Age=34560000; SameSite=Lax; Domain=shop.example; Secure`,
      `cvq_ad=${AD}!; Path=/; Max-Age=${80 * DAY_S}; SameSite=Lax; Domain=shop.example; Secure`,
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('are renewed again with the mark that they have, and without a domain for the host alone', async () => {
    const alone = OWN.replace('shop.example', '');
    const headers = await answerTo({
      cookie: `cvq=${alone}!`,
      headers: { Origin: 'http://shop.example:3000' },
    });
    expect(headers['set-cookie']).toEqual([`cvq=${alone}!; Path=/; Max-Age=34560000; SameSite=Lax`]);
  });

  it('are never made, and no other cookie of the site is answered', async () => {
    expect((await answerTo())['set-cookie']).toBeUndefined();
    expect((await answerTo({ cookie: 'session=secret; xcvq=1; cvq_s=2' }))['set-cookie']).toBeUndefined();
  });

  const list = (...parts: unknown[]) => encodeURIComponent(JSON.stringify(parts));
  it.each([
    ['another visitor than the batch has', `cvq=${OWN}`, { visitor_id: '1795255200000_1' }],
    ['no visitor in the batch', `cvq=${OWN}`, { visitor_id: null }],
    ['a record of another form', `cvq=${list(VISITOR, 'more')}@shop.example`, {}],
    ['a visitor that is no id of ours', `cvq=${list('admin')}@shop.example`, { visitor_id: 'admin' }],
    ['no domain at all, as older versions wrote it', `cvq=${list(VISITOR)}`, {}],
    ['the domain of another site', `cvq=${list(VISITOR)}@evil.example`, {}],
    ['the domain of a host below', `cvq=${list(VISITOR)}@a.www.shop.example`, {}],
    ['a domain with more behind it', `cvq=${list(VISITOR)}@shop.example,evil`, {}],
    ['a line break', `cvq=${list(VISITOR)}@shop.example%0d%0aSet-Cookie: a=b`, {}],
    ['two values', `cvq=${OWN}; cvq=${OWN.replace('shop', 'www.shop')}`, {}],
    ['no text that can be decoded', 'cvq=%E0%A4%A@shop.example', {}],
    ['5,000 characters', `cvq=${'a'.repeat(5000)}@shop.example`, {}],
    ['click ids that the batch does not say', `cvq_ad=${AD}`, { click_ids: null }],
    [
      'click ids of another time',
      `cvq_ad=${AD}`,
      { click_ids: { gclid: { value: 'Cj0_x', at: '2026-11-01' } } },
    ],
    ['click ids that are objects', `cvq_ad=${list({ click_ids: { gclid: {} } })}@shop.example`, {}],
  ])('are not renewed with %s', async (_what, cookie, head) => {
    expect((await answerTo({ cookie, head }))['set-cookie']).toBeUndefined();
  });

  const own = { gclid: { value: 'Cj0_x', at: CLICKED_AT } };
  const record = (kept: unknown) => `cvq_ad=${encodeURIComponent(JSON.stringify(kept))}@shop.example`;
  const later = (days: number) => new Date(START + days * DAY_S * 1000).toISOString();
  it.each<[string, Record<string, unknown>, string?]>([
    ['more than click ids', own, record({ click_ids: own, foreign: 'x' })],
    ['more than a value and a time', own, record({ click_ids: { gclid: { ...own.gclid, foreign: 1 } } })],
    ['a name that is no click id', { session: own.gclid }],
    ['a name of every object', JSON.parse('{"constructor":{"value":"a","at":"2026-11-21"}}')],
    ['a date in 2099', { gclid: { value: 'Cj0_x', at: '2099-01-01T00:00:00.000Z' } }],
    ['a click of the day after tomorrow', { gclid: { value: 'Cj0_x', at: later(2) } }],
    ['a date in another form', { gclid: { value: 'Cj0_x', at: '2026-11-15' } }],
    ['a value that is too long', { gclid: { value: 'x'.repeat(1025), at: CLICKED_AT } }],
    ['an empty value', { gclid: { value: '', at: CLICKED_AT } }],
    [
      'JSON of another hand',
      own,
      `cvq_ad=${encodeURIComponent(JSON.stringify({ click_ids: own }, null, 1))}@shop.example`,
    ],
    ['a list', own, record([{ click_ids: own }])],
    ['no click at all', {}],
  ])('are not renewed with click ids of another hand: %s', async (_what, click_ids, cookie) => {
    const headers = { 'Content-Type': 'text/plain', Origin: 'https://www.shop.example' };
    lastEvent += 1;
    const events = [{ id: `evt_${START}_first${lastEvent}`, event_type: 'pageview' }];
    const answer = await client.send({
      method: 'POST',
      path: '/v1/events',
      headers: { ...headers, Cookie: cookie ?? record({ click_ids }) },
      body: JSON.stringify({ key: project, visitor_id: VISITOR, click_ids, events }),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('are renewed where a clock is a few hours ahead', async () => {
    const click_ids = { gclid: { value: 'Cj0_x', at: later(0.5) } };
    const headers = await answerTo({ cookie: record({ click_ids }), head: { click_ids } });
    expect(headers['set-cookie']).toEqual([expect.stringContaining(`Max-Age=${90 * DAY_S};`)]);
  });

  it.each([`cvq=${OWN}; no_cvq=true@shop.example`, `no_cvq=true@; cvq=${OWN}; cvq_ad=${AD}`])(
    'are not renewed once the visitor has opted out: %s',
    async (cookie) => {
      expect((await answerTo({ cookie }))['set-cookie']).toBeUndefined();
    },
  );

  it('are renewed after an opt-in', async () => {
    const headers = await answerTo({ cookie: `cvq=${OWN}; no_cvq=false@shop.example` });
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^cvq=/)]);
  });

  it('are not renewed where the visitor denies what they are for', async () => {
    const cookie = `cvq=${OWN}; cvq_ad=${AD}`;
    const none = await answerTo({ cookie, head: { consent: { analytics_storage: 'denied' } } });
    expect(none['set-cookie']).toBeUndefined();
    const misspelt = await answerTo({ cookie, head: { consent: { analytics_storage: 'Denied' } } });
    expect(misspelt['set-cookie']).toBeUndefined();
    const one = await answerTo({ cookie, head: { consent: { ad_storage: 'denied' } } });
    expect(one['set-cookie']).toEqual([expect.stringMatching(/^cvq=/)]);
  });

  it('are not renewed once the last click is 90 days old', async () => {
    const old = { gclid: { value: 'g', at: new Date(START - 90 * DAY_S * 1000).toISOString() } };
    const cookie = `cvq_ad=${encodeURIComponent(JSON.stringify({ click_ids: old }))}@shop.example`;
    expect((await answerTo({ cookie, head: { click_ids: old } }))['set-cookie']).toBeUndefined();
  });

  it.each(['/sdk.js', '/v1/pixel.gif?key=x', '/demo/'])(
    'are never part of %s, which may be cached',
    async (path) => {
      const headers = { Origin: 'https://shop.example', Cookie: `cvq=${OWN}; cvq_ad=${AD}` };
      expect((await client.send({ path, headers })).headers['set-cookie']).toBeUndefined();
    },
  );
});

describe('a request with credentials', () => {
  it.each(['https://shop.example', 'http://www.shop.example:8080', 'https://a.b.shop.example'])(
    'may be read by %s, a page of the project',
    async (Origin) => {
      const headers = await answerTo({ headers: { Origin } });
      expect(headers['access-control-allow-origin']).toBe(Origin);
      expect(headers['access-control-allow-credentials']).toBe('true');
      expect(headers.vary).toBe('Origin');
    },
  );

  it.each([
    'https://evil.example',
    'https://shop.example.evil.example',
    'https://notshop.example',
    'null',
    'file://',
    'https://shop.example/path',
    'https://shop.example\u00e9',
  ])('may not be read by %s, whose cookies are not renewed either', async (Origin) => {
    const headers = await answerTo({ cookie: `cvq=${OWN}`, headers: { Origin } });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is judged by the project that its body names, not by others of the installation', async () => {
    const other = await collector.addProject({ domain: 'other.example' });
    const own = { Origin: 'https://other.example' };
    expect((await answerTo({ headers: own }))['access-control-allow-origin']).toBe('*');
    const named = await answerTo({ headers: own, head: { key: other.project } });
    expect(named['access-control-allow-origin']).toBe('https://other.example');
  });

  const names = ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://192.168.1.5'];
  it.each(names)('may be read by %s where the project is on localhost, without a list', async (Origin) => {
    const trial = await collector.addProject({ domain: 'localhost' });
    const listed = await collector.addProject({ domain: 'localhost', hosts: ['shop.example'] });
    const [own, foreign] = [
      await answerTo({ headers: { Origin }, head: { key: trial.project } }),
      await answerTo({ headers: { Origin }, head: { key: listed.project } }),
    ];
    expect(own['access-control-allow-origin']).toBe(Origin);
    expect(own['access-control-allow-credentials']).toBe('true');
    expect(foreign['access-control-allow-origin']).toBe('*');
    expect((await answerTo({ headers: { Origin } }))['access-control-allow-origin']).toBe('*');
  });

  it('of a page that its browser calls another site is answered as any', async () => {
    const headers = await answerTo({ headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(headers['access-control-allow-origin']).toBe('*');
  });
});
