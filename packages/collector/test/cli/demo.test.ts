import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type AdDeliveryState, STATUS_OF_DELIVERY_STATE } from '@cvq/contract';
import { openAdDeliveryStore, openControlStore } from '@cvq/storage';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { watchIntegrations } from '../../src/ad-platforms/forwarding/watch-integrations.ts';
import { isOfDemo } from '../../src/demo/demo-integrations.ts';
import { temporaryFolder } from '../collector.ts';
import { serve, settingsFor, until } from '../durability/program.ts';
import { start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { runSql } from '../run-sql.ts';

const DAYS = '15';

const made = temporaryFolder();
/** What was asked of the network while the demo was made. */
const asked: unknown[] = [];
let demo: { project: string; read_key: string };

beforeAll(async () => {
  const { fetch: original } = globalThis;
  globalThis.fetch = async (...request) => {
    asked.push(request);
    throw new Error('No connection is opened here');
  };
  const { code, stdout } = await runInProcess(['demo', '--days', DAYS, '--json'], {
    CVQ_DATA: made,
  }).finally(() => {
    globalThis.fetch = original;
  });
  expect(code).toBe(0);
  demo = JSON.parse(stdout);
});

/** The demo in a folder of its own. */
function copyOfDemo() {
  const folder = temporaryFolder();
  cpSync(made, folder, { recursive: true });
  return { folder, ...demo };
}

it('the demo has deliveries in every state, and their log, without any connection', async () => {
  const { folder, project } = copyOfDemo();
  const { stdout } = await runInProcess(['account', 'list', '--json'], { CVQ_DATA: folder });
  expect((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)).toEqual(['Demo']);
  const location = { folder, migrate: false };
  const [store, control] = [openAdDeliveryStore(location), openControlStore(location)];
  onTestFinished(async () => {
    await store.close();
    await control.close();
  });
  const counts = await store.count(project, { from: 0, to: Number.MAX_SAFE_INTEGER });
  const states = new Set(counts.map(({ state }) => state));
  // One is sent only for as long as a worker is at it.
  const wanted = (Object.keys(STATUS_OF_DELIVERY_STATE) as AdDeliveryState[]).filter(
    (each) => each !== 'sending',
  );
  expect([...states].toSorted()).toEqual(wanted.toSorted());
  expect(asked).toEqual([]);
  const sources = await control.listSpendSources(project);
  expect(sources).toMatchObject(
    ['google_ads', 'meta_ads', 'microsoft_ads'].map((platform) => ({
      platform,
      isCurrent: true,
      problem: null,
    })),
  );
  const { rows, read } = await control.readSpend(project, { first: '2000-01-01', last: '2999-12-31' });
  expect([rows.length, read.length], 'each day of four campaigns and three accounts').toEqual([60, 45]);
  const integrations = await control.listIntegrations({ project });
  expect(integrations.map(({ platform, state }) => [platform, state]).toSorted()).toEqual([
    ['google_ads', 'dry_run'],
    ['meta_ads', 'dry_run'],
    ['microsoft_ads', 'dry_run'],
  ]);
}, 120_000);

it('what is blocked in the demo is no alarm, is told in words of its platform, and is said to be made up', async () => {
  const { folder, project } = copyOfDemo();
  const location = { folder, migrate: false };
  const [store, control] = [openAdDeliveryStore(location), openControlStore(location)];
  const watch = watchIntegrations({ location, control, now: Date.now, isMadeUp: isOfDemo });
  onTestFinished(async () => {
    await Promise.all([watch.close(), store.close()]);
    await control.close();
  });
  expect(await store.blocked(10)).not.toEqual([]);
  expect(await watch.troubles()).toEqual({ lost: [], blocked: [] });
  expect((await watch.statuses()).filter(({ isBlocked }) => isBlocked)).toEqual([]);
  const platforms = Object.fromEntries(
    (await control.listIntegrations({ project })).map(({ id, platform }) => [id, platform]),
  );
  for (const { integration, message } of await store.blocked(10))
    expect(/conversion action/.test(message ?? '')).toBe(platforms[integration] === 'google_ads');
  const { stdout } = await runInProcess(['integration', 'list'], { CVQ_DATA: folder });
  expect(stdout).toMatch(/dry_run, DEMO/);
  expect(stdout).toMatch(/is the demo's: nothing of it reaches google_ads/);
  expect(stdout).not.toMatch(/BLOCKED|cvq integration (test|resume)/);
}, 120_000);

it('what was made up is sent to no platform, also where the project of the demo is connected with a real one', async () => {
  const { folder, project } = copyOfDemo();
  const credentials = join(folder, 'meta.json');
  writeFileSync(credentials, JSON.stringify({ access_token: `EAAB${'x'.repeat(120)}` }));
  const integration = (command: string, ...args: string[]) =>
    runInProcess(['integration', command, '--project', project, '--platform', 'meta_ads', '--yes', ...args], {
      CVQ_DATA: folder,
    });
  const connect = ['--account', '100200300', '--map', 'purchase=Purchase', '--credentials', credentials];
  const since = ['--since', new Date().toISOString().slice(0, 10)];
  const isRefused = {
    code: 1,
    stderr: expect.stringMatching(
      /is the demo's: its conversions from before are made up.*Leave the date out/s,
    ),
  };
  expect(await integration('connect', ...connect, ...since)).toMatchObject(isRefused);
  expect(await integration('connect', ...connect)).toMatchObject({ code: 0 });
  expect(await integration('update', ...since)).toMatchObject(isRefused);
  const store = openAdDeliveryStore({ folder, migrate: false });
  onTestFinished(() => store.close());
  expect(await store.outstanding(Number.MAX_SAFE_INTEGER, 1), 'the real one is owed nothing').toEqual(
    expect.not.arrayContaining([{ destination: expect.not.stringMatching(/^int_demo_/) }]),
  );
}, 120_000);

it('a collector that serves the demo asks no ad platform of it', async () => {
  const requests: string[] = [];
  const platform = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void platform.close());
  const address = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const { folder, project, read_key } = copyOfDemo();
  const names = [
    'GOOGLE',
    'GOOGLE_ADS',
    'GOOGLE_TOKEN',
    'META',
    'MICROSOFT',
    'MICROSOFT_CUSTOMER',
    'MICROSOFT_REPORTING',
    'MICROSOFT_TOKEN',
  ];
  const env = Object.fromEntries(names.map((name) => [`CVQ_${name}_API`, address]));
  const { port } = await serve(folder, { env });
  const collector = `http://127.0.0.1:${port}`;
  const id = `evt_${Date.now()}_demobuyer1`;
  await fetch(`${collector}/v1/events`, {
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
      'Accept-Language': 'de',
    },
    body: JSON.stringify({
      key: project,
      visitor_id: 'demo-buyer',
      session_id: 'demo-buyer-1',
      events: [
        {
          ...{ id, event_type: 'purchase', user_data: { email: 'buyer@example.com' } },
          properties: { order_id: 'DEMO-1', value: 10, currency: 'EUR' },
          context: { page_url: 'http://localhost/demo/thank-you.html' },
        },
      ],
    }),
  });
  const deliveries = async () => {
    const answer = await fetch(`${collector}/v1/conversions/${id}`, {
      headers: { Authorization: `Bearer ${read_key}` },
    });
    const { data } = (await answer.json()) as { data: { deliveries: { platform: string; state: string }[] } };
    return data.deliveries.map(({ platform: of, state }) => [of, state]).toSorted();
  };
  await expect.poll(deliveries, { timeout: 60_000, interval: 200 }).toEqual([
    ['google_ads', 'dry_run'],
    ['meta_ads', 'dry_run'],
    ['microsoft_ads', 'skipped'],
  ]);
  expect(requests).toEqual([]);
}, 120_000);

it('an integration of the demo gives way to a real one, and that to none', async () => {
  const { folder, project } = copyOfDemo();
  const credentials = join(folder, 'meta.json');
  writeFileSync(credentials, JSON.stringify({ access_token: 'EAAB-a-token-of-nobody' }));
  const connect = () =>
    runInProcess(
      [
        ...['integration', 'connect', '--project', project, '--platform', 'meta_ads', '--dry-run'],
        ...['--account', '100200300400501', '--credentials', credentials, '--json'],
      ],
      { CVQ_DATA: folder },
    );
  const { code, stdout, stderr } = await connect();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ account: '100200300400501', state: 'dry_run' });
  expect(await connect()).toMatchObject({ code: 1, stderr: expect.stringContaining('already') });
});

it('an integration of the demo is neither tested nor changed, says that it is the demo’s, and can be removed', async () => {
  const { folder, project } = copyOfDemo();
  const named = ['--project', project, '--platform', 'google_ads'];
  const run = (name: string, ...more: readonly string[]) =>
    runInProcess(['integration', name, ...named, ...more], { CVQ_DATA: folder });
  const told = {
    code: 1,
    stdout: '',
    stderr:
      "cvq: The integration with google_ads is the demo's: it has no credentials, opens no connection, and only shows what would be sent. Connect the project with an account of your own: that takes its place.\n",
  };
  for (const name of ['test', 'pause', 'resume']) expect(await run(name)).toEqual(told);
  expect(await run('update', '--live')).toEqual(told);
  expect(await run('update', '--send', 'own_clicks')).toEqual(told);
  expect(await run('remove')).toMatchObject({ code: 0 });
});

it('where the secret is lost, no new credentials are asked for of the demo, which takes none', async () => {
  const { folder } = copyOfDemo();
  rmSync(join(folder, 'secret'));
  const { code, stdout } = await runInProcess(['secret', 'accept', '--json'], { CVQ_DATA: folder });
  expect([code, JSON.parse(stdout)]).toEqual([0, { accepted: true, webhooks: [], integrations: [] }]);
});

it('where the demo has been deleted, another is made only where that was asked for, and the collector shows none', async () => {
  const { folder, project } = copyOfDemo();
  const env = { CVQ_DATA: folder };
  expect(await runInProcess(['project', 'delete', project], env)).toMatchObject({ code: 0 });
  const spared = await runInProcess(['demo', '--unless-deleted', '--json'], env);
  expect(spared).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(spared.stdout)).toEqual({ project: null, read_key: null, events: 0 });
  const program = start(['serve', '--demo'], settingsFor(folder));
  const [banner, port] = await program.printed('stdout', /listening on http:\/\/[^:]+:(\d+)\n[\s\S]*\n\n$/);
  expect(banner).not.toMatch(/Demo shop|Open the demo|Tracking key|proj_/);
  const askShop = () => fetch(`http://127.0.0.1:${port}/demo/`);
  const shop = await askShop();
  expect([shop.status, shop.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await shop.text()).toContain('There is no demo project');
  const made = await runInProcess(['demo', '--days', '0', '--json'], env);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const another = JSON.parse(made.stdout);
  expect(another).toMatchObject({ project: expect.stringMatching(/^proj_/), read_key: expect.any(String) });
  expect(another.project).not.toBe(project);
  expect(await (await askShop()).text()).toContain(another.project);
}, 120_000);

it('a demo that was not finished is made anew by the next run, also where it may not replace one that was deleted', async () => {
  const env = { CVQ_DATA: temporaryFolder() };
  const run = (...args: string[]) => runInProcess(args, env);
  const make = () => run('demo', '--days', '3', '--unless-deleted', '--json');
  const projects = async () => JSON.parse((await run('project', 'list', '--json')).stdout);
  await run('migrate');
  // As a kill or a full disk in the midst of the history: some days are stored by then.
  runSql(
    env.CVQ_DATA,
    'events',
    `CREATE TRIGGER no_more BEFORE INSERT ON events WHEN (SELECT count(*) FROM events) >= 600
     BEGIN SELECT RAISE(ABORT, 'no more'); END`,
  );
  expect(await make()).toMatchObject({ code: 1 });
  const [unfinished] = await projects();
  runSql(env.CVQ_DATA, 'events', 'DROP TRIGGER no_more');
  const made = JSON.parse((await make()).stdout);
  expect(made).toMatchObject({ project: expect.stringMatching(/^proj_/), read_key: expect.any(String) });
  expect(made.events).toBeGreaterThan(600);
  expect(made.project).not.toBe(unfinished.id);
  expect(await projects()).toMatchObject([{ id: made.project }]);
  expect(JSON.parse((await make()).stdout)).toMatchObject({ project: made.project, events: 0 });
  await run('project', 'delete', made.project);
  expect(JSON.parse((await make()).stdout)).toMatchObject({ project: null });
}, 120_000);

it('of two that make the demo at once, one makes it whole and the other is refused', async () => {
  const settings = { CVQ_DATA: temporaryFolder() };
  const first = start(['demo', '--days', DAYS, '--json'], settings);
  await until('the first makes it', () => existsSync(join(settings.CVQ_DATA, 'demo.lock')));
  expect(await runInProcess(['demo', '--days', DAYS, '--json'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'cvq: Another cvq demo is making the demo project. Run the command again when that one has ended.\n',
  });
  expect(await first.exited).toMatchObject({ code: 0 });
  const { project } = JSON.parse(first.stdout()) as { project: string };
  const listed = JSON.parse((await runInProcess(['project', 'list', '--json'], settings)).stdout);
  expect((listed as { id: string }[]).map(({ id }) => id)).toEqual([project]);
  expect(readdirSync(settings.CVQ_DATA).filter((name) => name.endsWith('.lock'))).toEqual([]);
});
