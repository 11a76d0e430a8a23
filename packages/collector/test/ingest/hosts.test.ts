import { describe, expect, it } from 'vitest';
import { startTestCollector, type TestCollector } from '../collector.ts';
import { cvqJson } from '../durability/program.ts';

const shared = await startTestCollector();
let ids = 0;

/** A project of its own on the collector that all tests share. */
async function startShop(options?: Parameters<typeof shared.addProject>[0]): Promise<TestCollector> {
  const { project, serverKey } = await shared.addProject(options);
  return { ...shared, project, serverKey, stored: () => shared.stored(project) };
}

/** A page view, or a purchase of an order, on a page of a host. */
async function browse(collector: TestCollector, host: string | null, order?: string): Promise<unknown> {
  ids += 1;
  const event = {
    id: `evt_${collector.clock.now}_host${ids}`,
    event_type: order === undefined ? 'pageview' : 'purchase',
    properties: order === undefined ? {} : { order_id: order, value: 10 },
    context: host === null ? {} : { page_url: host.includes('://') ? host : `https://${host}/page` },
  };
  const body = { key: collector.project, visitor_id: `v${ids}`, session_id: `s${ids}`, events: [event] };
  const answer = await collector.client.send({ method: 'POST', path: '/v1/events', json: body });
  expect(answer.body).toMatchObject({ accepted: 1, duplicates: 0, rejected: [] });
  return (answer.body as { excluded?: unknown }).excluded;
}

async function overview(collector: TestCollector, more = ''): Promise<Record<string, number>> {
  const { token } = await collector.addKey();
  const path = `/v1/analytics/overview?project=${collector.project}&range=7d${more}`;
  const { body } = await collector.client.send({ path, bearer: token });
  return (body as { data: Record<string, number> }).data;
}

const excluded = async (collector: TestCollector) =>
  (await collector.stored()).map(({ context, excluded: why }) => [
    (context as { page_url: string }).page_url,
    why,
  ]);

describe('a project that names its hosts', () => {
  it('keeps the events of other hosts apart: they are stored, and count nowhere', async () => {
    const collector = await startShop();
    const { folder, project } = collector;
    const changed = await cvqJson(
      folder,
      'project',
      'update',
      project,
      '--hosts',
      'shop.example,Buy.Example',
    );
    expect(changed).toMatchObject({ id: project, hosts: ['shop.example', 'buy.example'] });

    for (const own of ['shop.example', 'www.shop.example', 'SHOP.example:8443', 'buy.example'])
      await browse(collector, own);
    for (const foreign of ['copy.example', 'shop.example.evil.test', 'notshop.example', '127.0.0.1'])
      await browse(collector, foreign);

    expect(await excluded(collector)).toEqual([
      ['https://shop.example/page', null],
      ['https://www.shop.example/page', null],
      ['https://SHOP.example:8443/page', null],
      ['https://buy.example/page', null],
      ['https://copy.example/page', 'foreign_host'],
      ['https://shop.example.evil.test/page', 'foreign_host'],
      ['https://notshop.example/page', 'foreign_host'],
      ['https://127.0.0.1/page', 'foreign_host'],
    ]);
    const counted = { events: 4, pageviews: 4, visitors: 4, sessions: 4 };
    expect(await overview(collector)).toMatchObject(counted);
    expect(await overview(collector, '&bots=included'), 'nor are they bots').toMatchObject(counted);
  });

  it('counts an order of its own also when a foreign host told of that order before', async () => {
    const collector = await startShop({ hosts: ['shop.example'] });
    await browse(collector, 'copy.example', 'A-1');
    await browse(collector, 'shop.example', 'A-1');
    expect(await overview(collector)).toMatchObject({ conversions: 1, revenue: 10 });
  });

  it('takes an event that names no page for its own', async () => {
    const collector = await startShop({ hosts: ['shop.example'] });
    await browse(collector, null);
    expect(await overview(collector)).toMatchObject({ events: 1 });
  });

  it('counts every host from the moment in which another process takes the list away', async () => {
    const collector = await startShop({ hosts: ['shop.example'] });
    await browse(collector, 'copy.example');
    expect(await overview(collector)).toMatchObject({ events: 0 });
    await cvqJson(collector.folder, 'project', 'update', collector.project, '--hosts', 'any');
    await browse(collector, 'copy.example');
    expect(await overview(collector)).toMatchObject({ events: 1 });
  });

  it('takes what its own servers tell, on whatever host', async () => {
    const collector = await startShop({ hosts: ['shop.example'] });
    const json = { event_type: 'lead', context: { page_url: 'https://backend.internal/lead' } };
    const { serverKey: bearer } = collector;
    await collector.client.send({ method: 'POST', path: '/v1/track', bearer, json });
    expect(await overview(collector)).toMatchObject({ events: 1, conversions: 1 });
  });
});

const LOCAL_HOSTS = [
  'localhost',
  'localhost:5173',
  'app.localhost:3000',
  'LOCALHOST',
  'mac.local',
  'build',
  'db.internal',
  '127.0.0.1:8080',
  '127.8.8.8',
  '0.0.0.0:3000',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.178.20:4321',
  '169.254.1.1',
  '[::1]:3000',
  '[fd00::1]',
  '[fe80::1]',
  'file:///site/index.html',
];

describe("a page of somebody's own machine", () => {
  it('is kept apart, counts nowhere, and the answer says why', async () => {
    const collector = await startShop();
    for (const host of LOCAL_HOSTS) {
      expect(await browse(collector, host), host).toEqual([{ index: 0, reason: 'local_page' }]);
    }
    await browse(collector, 'localhost', 'A-1');
    expect(new Set((await excluded(collector)).map(([, why]) => why))).toEqual(new Set(['local_page']));
    const nothing = { events: 0, pageviews: 0, visitors: 0, conversions: 0 };
    expect(await overview(collector)).toMatchObject(nothing);
    expect(await overview(collector, '&bots=included')).toMatchObject(nothing);
  });

  it.each(['shop.example', 'localhost.example', 'local.example', '11.0.0.1', '172.32.0.1', '[2001:db8::1]'])(
    'is not what %s is',
    async (host) => {
      const collector = await startShop();
      expect(await browse(collector, host)).toBeUndefined();
    },
  );

  it.each([
    ['whose domain is local', { domain: 'localhost' }],
    ['whose domain is local and has a port', { domain: 'localhost:3000' }],
    ['whose domain is a private address', { domain: '127.0.0.1' }],
  ])('counts for a project %s', async (_, project) => {
    const collector = await startShop(project);
    expect(await browse(collector, 'localhost:3000')).toBeUndefined();
    expect(await browse(collector, '127.0.0.1:9000')).toBeUndefined();
    expect(await overview(collector)).toMatchObject({ pageviews: 2 });
  });

  it('counts for a project that names it among its hosts, and other local pages are foreign to it', async () => {
    const collector = await startShop({ hosts: ['intranet.local'] });
    expect(await browse(collector, 'intranet.local')).toBeUndefined();
    expect(await browse(collector, 'localhost')).toEqual([{ index: 0, reason: 'foreign_host' }]);
    expect(await overview(collector)).toMatchObject({ pageviews: 1 });
  });

  it('is named by its place in the batch, beside what was refused', async () => {
    const { client, project, clock } = await startShop();
    const event = (id: string, page_url: string) => ({ id, event_type: 'pageview', context: { page_url } });
    const events = [
      event('no id', 'https://shop.example/'),
      event(`evt_${clock.now}_one`, 'https://shop.example/'),
      event(`evt_${clock.now}_two`, 'http://localhost/'),
    ];
    const { body } = await client.send({
      method: 'POST',
      path: '/v1/events',
      json: { key: project, events },
    });
    expect(body).toMatchObject({
      accepted: 2,
      rejected: [{ index: 0 }],
      excluded: [{ index: 2, reason: 'local_page' }],
    });
  });
});

describe('a browser that is taken for a bot', () => {
  const sent = async (collector: TestCollector, more: object, host = 'shop.example') => {
    ids += 1;
    const event = (type: string, extra = {}) => ({
      id: `evt_${collector.clock.now}_${type}${ids}`,
      event_type: type,
      context: { page_url: `https://${host}/` },
      ...extra,
    });
    const events = [event('pageview'), event('purchase', { properties: { value: 10 } })];
    const batch = { key: collector.project, visitor_id: `v${ids}`, signals: ['webdriver'], events };
    const { body } = await collector.client.send({
      method: 'POST',
      path: '/v1/events',
      json: { ...batch, ...more },
    });
    expect(body).toMatchObject({ accepted: 2, rejected: [] });
    return (body as { excluded?: { index: number; reason: string }[] }).excluded;
  };

  it('is told so in debug mode alone', async () => {
    const collector = await startShop();
    for (const debug of [undefined, false, null, 'yes'])
      expect(await sent(collector, { debug })).toBeUndefined();
    expect(await sent(collector, { debug: true })).toEqual([
      { index: 0, reason: 'bot' },
      { index: 1, reason: 'bot' },
    ]);
    expect(await sent(collector, { debug: true, track_bots: false })).toHaveLength(2);
    expect(await sent(collector, { debug: true, signals: [] }), 'a person').toBeUndefined();
  });

  it('is told of its conversions where the site counts bots, and of its page first', async () => {
    const collector = await startShop();
    const wanted = await sent(collector, { debug: true, filter_bots: false });
    expect(wanted).toEqual([{ index: 1, reason: 'bot' }]);
    const local = await sent(collector, { debug: true }, 'localhost');
    expect(local?.map(({ reason }) => reason)).toEqual(['local_page', 'local_page']);
  });
});
