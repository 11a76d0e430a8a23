import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import {
  createProject,
  cvqJson,
  type Program,
  type Project,
  serve,
  temporaryFolder,
  until,
} from '../durability/program.ts';
import { runInProcess } from '../run-in-process.ts';

const METRICS_TOKEN = 'a-token-of-the-tests';
const mock = await startMockAdPlatforms();
afterAll(() => mock.close());

/** A collector that sends at once, and whose project is connected with Meta while it runs. */
async function openShop() {
  mock.reset();
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const env = { ...mock.settings, CVQ_DELIVERY_HOLD_SECONDS: '0', CVQ_METRICS_TOKEN: METRICS_TOKEN };
  const program = await serve(folder, { env });
  const file = join(temporaryFolder(), 'meta.json');
  writeFileSync(file, JSON.stringify(mock.credentials('meta')));
  const { id } = await cvqJson<{ id: string }>(
    folder,
    ...['integration', 'connect', '--project', project.id, '--platform', 'meta_ads', '--credentials', file],
    ...['--account', mock.accounts.meta.dataset],
  );
  return { program, project, folder, integration: id };
}

async function buy({ port }: Program, { server_key }: Project, orderId: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/track`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      event_type: 'purchase',
      properties: { order_id: orderId, value: 129.9, currency: 'EUR' },
      user_data: { email: 'ada@example.com' },
      consent: { ad_storage: 'granted', ad_user_data: 'granted' },
    }),
  });
  expect(answer.status).toBe(200);
}

it('a collector whose project is connected while it runs sends what is bought from then on, and ends cleanly', async () => {
  const { program, project, integration } = await openShop();
  await buy(program, project, 'A-1');
  await until('the platform has it', () => mock.state().meta_ads.conversions.length === 1, 20_000);
  expect(mock.state().meta_ads.conversions[0]).toMatchObject({
    orderId: 'A-1',
    value: 129.9,
    currency: 'EUR',
  });
  const figures = () => metricsOf(program);
  await until('it is counted', async () => (await figures()).includes('state="delivered"} 1'), 20_000);
  const told = await figures();
  for (const [name, kind, value] of [
    ['cvq_ad_deliveries_outstanding', 'gauge', 0],
    ['cvq_ad_due_lag_seconds', 'gauge', 0],
    ['cvq_ad_integration_blocked', 'gauge', 0],
    ['cvq_ad_integration_throttled', 'gauge', 0],
  ]) {
    expect(told).toMatch(new RegExp(`^# HELP ${name} [A-Z1].{20,}$`, 'm'));
    expect(told).toContain(`# TYPE ${name} ${kind}\n`);
    expect(told).toContain(`${name}{platform="meta_ads",integration="${integration}"} ${value}\n`);
  }
  expect(await program.terminate()).toBe(0);
  expect(program.log()).not.toContain('"level":50');
}, 60_000);

it('a login that the platform refuses is told once by the log, by the first page and by /metrics', async () => {
  const { program, project, integration } = await openShop();
  mock.fail({ platform: 'meta_ads', fault: 'expired_token', times: 10 });
  for (const orderId of ['A-1', 'A-2', 'A-3']) await buy(program, project, orderId);
  const blocked = `cvq_ad_integration_blocked{platform="meta_ads",integration="${integration}"} 1`;
  await until('it is known', async () => (await metricsOf(program)).includes(blocked), 20_000);
  const notices = await signIn(program);
  expect(await notices()).toMatchObject({
    data: { lost_integrations: [{ project: project.id, count: 1 }], blocked_integrations: [] },
  });
  expect(await program.terminate()).toBe(0);
  const warnings = program
    .log()
    .split('\n')
    .filter((line) => line.includes('connected anew'));
  expect(warnings).toHaveLength(1);
  for (const secret of [...mock.secrets(), 'ada@example.com']) expect(program.log()).not.toContain(secret);
}, 60_000);

it('a dataset that the platform does not know is told by the list, the first page, /metrics and once by the log', async () => {
  const { program, project, folder, integration } = await openShop();
  const list = ['integration', 'list', '--project', project.id];
  mock.fail({ platform: 'meta_ads', fault: 'dataset_missing', times: 3 });
  for (const orderId of ['A-1', 'A-2', 'A-3']) await buy(program, project, orderId);
  const figure = (value: 0 | 1) =>
    `cvq_ad_integration_blocked{platform="meta_ads",integration="${integration}"} ${value}`;
  const listed = () => cvqJson<{ blocked: object[] }[]>(folder, ...list);
  const waiting = {
    reason: '100/33',
    deliveries: 3,
    message: expect.stringContaining('Object does not exist'),
  };
  await expect
    .poll(listed, { timeout: 20_000, interval: 200 })
    .toMatchObject([{ id: integration, state: 'active', problem: null, blocked: [waiting] }]);
  expect(await metricsOf(program)).toContain(figure(1));
  const notices = await signIn(program);
  expect(await notices()).toMatchObject({
    data: { lost_integrations: [], blocked_integrations: [{ project: project.id, count: 1 }] },
  });
  const { stdout } = await runInProcess(list, { CVQ_DATA: folder });
  expect(stdout).toContain('active, BLOCKED');
  const named = `--project ${project.id} --platform meta_ads`;
  expect(stdout).toContain(`${integration}: 3 conversions wait, since meta_ads answered 100/33: Unsupported`);
  expect(stdout).toContain(`run cvq integration test ${named}, and then cvq integration resume ${named}`);

  await cvqJson(folder, 'integration', 'resume', '--project', project.id, '--platform', 'meta_ads');
  await until('all are sent', () => mock.state().meta_ads.conversions.length === 3, 20_000);
  await until('nothing waits', async () => (await metricsOf(program)).includes(figure(0)), 20_000);
  expect(await notices()).toMatchObject({ data: { lost_integrations: [], blocked_integrations: [] } });
  expect(await listed()).toMatchObject([{ blocked: [] }]);
  expect(await program.terminate()).toBe(0);
  const warnings = program
    .log()
    .split('\n')
    .filter((line) => line.includes('must be set right'));
  expect(warnings).toHaveLength(1);
}, 60_000);

/** Signs the first person in, by the link that the program has printed: gives what asks for the notices of the first page. */
async function signIn({ port, stdout }: Program): Promise<() => Promise<unknown>> {
  const origin = `http://localhost:${port}`;
  const token = /\/setup#(\S+)/.exec(stdout())?.[1];
  const signedIn = await fetch(`${origin}/dashboard-api/v1/set-up`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery', token }),
  });
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async () => (await fetch(`${origin}/dashboard-api/v1/notices`, { headers: { Cookie } })).json();
}

async function metricsOf({ port }: Program): Promise<string> {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
}
