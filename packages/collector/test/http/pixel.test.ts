import { expect, it } from 'vitest';
import { REQUEST_ID, startTestCollector, USER_AGENT } from '../collector.ts';

const collector = await startTestCollector();
const { client, project } = collector;

function getPixel(query: string, headers: Record<string, string> = {}) {
  return client.send({ path: `/v1/pixel.gif${query}`, headers: { 'User-Agent': USER_AGENT, ...headers } });
}

it('the pixel is a GIF of one transparent dot that no cache keeps', async () => {
  const { status, headers, bytes } = await getPixel(`?key=${project}`);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('image/gif');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-request-id']).toMatch(REQUEST_ID);
  expect(headers['content-length']).toBe(String(bytes.length));
  expect(bytes.subarray(0, 6).toString('latin1')).toBe('GIF89a');
  expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([1, 1]);
  expect(bytes.at(-1)).toBe(0x3b);
});

it('a page that isolates itself from other origins may show the pixel', async () => {
  const { headers } = await getPixel(`?key=${project}`);
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
});

it.each([
  [
    'the address in the query',
    '&url=https%3A%2F%2Fshop.example%2Fcup.html%3Fa%3Db',
    {},
    'https://shop.example/cup.html?a=b',
  ],
  [
    'the page that shows it',
    '',
    { Referer: 'https://shop.example/cart.html' },
    'https://shop.example/cart.html',
  ],
  [
    'the query rather than the page',
    '&url=https://shop.example/a',
    { Referer: 'https://shop.example/b' },
    'https://shop.example/a',
  ],
  ['no page where none is told', '', {}, null],
])('a request is recorded with %s', async (_name, query, headers, page) => {
  const before = await collector.stored();
  expect((await getPixel(`?key=${project}${query}`, headers)).status).toBe(200);
  const known = new Set(before.map(({ event_id }) => event_id));
  const added = (await collector.stored()).filter(({ event_id }) => !known.has(event_id));
  expect(added).toMatchObject([
    {
      event_type: 'pageview',
      origin: 'pixel',
      excluded: 'no_javascript',
      visitor_id: null,
      session_id: null,
      context: { page_url: page, user_agent: USER_AGENT },
    },
  ]);
});

it('a request is never a visitor, and a page view only where bots are included', async () => {
  const other = await collector.addProject();
  const { token } = await collector.addKey({ projects: [other.project] });
  for (let request = 0; request < 3; request += 1) await getPixel(`?key=${other.project}`);
  const overview = (bots: string) =>
    client.send({ path: `/v1/analytics/overview?range=today&bots=${bots}`, bearer: token });
  const nobody = { visitors: 0, sessions: 0, conversions: 0 };
  expect((await overview('excluded')).body).toMatchObject({ data: { ...nobody, pageviews: 0, events: 0 } });
  expect((await overview('included')).body).toMatchObject({ data: { ...nobody, pageviews: 3, events: 3 } });
});

it.each(['', '?key=', '?key=proj_unknown', '?key[]=x', '?key=a&key=b', '?key=__proto__'])(
  'a request with the query %j is answered with 401 and not recorded',
  async (query) => {
    const before = (await collector.stored()).length;
    const answer = await getPixel(query);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ success: false, error: expect.stringMatching(/^key /) });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect((await collector.stored()).length).toBe(before);
  },
);

it.each(['url=%00', 'url=%ff%fe', 'url=%', 'url=a&url=b', 'url[]=a', `url=${'x'.repeat(12_000)}`])(
  'a request with %s does no harm',
  async (query) => {
    expect((await getPixel(`?key=${project}&${query}`)).status).toBe(200);
    expect((await collector.stored()).every(({ event_type }) => event_type === 'pageview')).toBe(true);
  },
);

it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is answered with 400 and Allow', async (method) => {
  const answer = await client.send({ method, path: `/v1/pixel.gif?key=${project}` });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ success: false, error: expect.stringMatching(/not supported/) });
  expect(answer.headers.allow).toMatch(/^GET\b/);
});
