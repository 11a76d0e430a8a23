import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openDeliveryStore } from '@cvq/storage';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { createAddressGuard } from '../../src/webhooks/address-guard.ts';
import { EndpointEditor } from '../../src/webhooks/endpoint-editor.ts';
import { createSecretSealer } from '../../src/webhooks/endpoint-secrets.ts';
import { startTestCollector, type TestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { withoutTable } from '../rename-table.ts';

const TOKEN = 'a-token-that-only-the-test-knows';
const DAY = 86_400_000;
/** The thread that sends webhooks has a clock of its own: what it would take for a month old it forgets. */
const NOW = Date.now();
const policy = { allowPrivate: true, allowedRanges: [] };
let collector: TestCollector;

beforeAll(async () => {
  collector = await startTestCollector({ settings: { CVQ_METRICS_TOKEN: TOKEN } });
  collector.clock.now = NOW;
});

async function metrics(): Promise<string> {
  const response = await fetch(`${collector.baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  expect(response.status).toBe(200);
  return response.text();
}

/** An endpoint whose one delivery failed for good some time ago. */
async function failingSince(failedAt: number): Promise<string> {
  const { control, folder, project, clock } = collector;
  const deliveries = openDeliveryStore({ folder, migrate: false });
  const editor = new EndpointEditor({
    ...asOperator(control, () => clock.now),
    ...{ deliveries, policy },
    sealer: createSecretSealer({ sealing: 'a secret of the tests', alsoOpening: null }),
    guard: createAddressGuard(policy),
  });
  const { endpoint } = await editor.create({ project, url: 'http://127.0.0.1:49151/', events: ['purchase'] });
  const message = { project, event: 'evt_1_x', type: 'purchase', body: Buffer.from('{}') };
  const claim = await deliveries.addTest(
    { ...message, endpoint: endpoint.id },
    { now: failedAt, until: failedAt + 1000 },
  );
  const answer = { status: 500, error: null, headers: null, body: null };
  await deliveries.record([{ claim, startedAt: failedAt, durationMs: 0, answer, next: 'failed' }]);
  await deliveries.close();
  return endpoint.id;
}

describe('GET /metrics', () => {
  it('counts the processor time of the whole process from the first time that it is asked', async () => {
    const fresh = await startTestCollector({ settings: { CVQ_METRICS_TOKEN: TOKEN } });
    const { user, system } = process.cpuUsage();
    const { body } = await fresh.client.send({ path: '/metrics', bearer: TOKEN });
    const secondsOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(String(body))?.[1]);
    expect(secondsOf('process_cpu_user_seconds_total')).toBeGreaterThanOrEqual(user / 1e6);
    expect(secondsOf('process_cpu_system_seconds_total')).toBeGreaterThanOrEqual(system / 1e6);
    expect(secondsOf('process_cpu_seconds_total')).toBeGreaterThanOrEqual((user + system) / 1e6);
  });

  it('has the lag of the event loop once it is measured, and no number that is none', async () => {
    const fresh = await startTestCollector({ settings: { CVQ_METRICS_TOKEN: TOKEN } });
    const ask = async () => String((await fresh.client.send({ path: '/metrics', bearer: TOKEN })).body);
    const isSound = (text: string) => !/ nan$/im.test(text) && !/lag_min_seconds 9223372036/.test(text);
    expect(isSound(await ask())).toBe(true);
    await expect
      .poll(async () => {
        const text = await ask();
        return isSound(text) && /^nodejs_eventloop_lag_min_seconds /m.test(text);
      })
      .toBe(true);
  });

  it('is not there without CVQ_METRICS_TOKEN', async () => {
    const plain = await startTestCollector();
    const { status } = await plain.client.send({ path: '/metrics', bearer: TOKEN });
    expect(status).toBe(404);
  });

  it.each([
    ['no token', undefined],
    ['another token', 'another-token'],
    ['half of it', TOKEN.slice(0, 16)],
  ])('refuses %s', async (_, bearer) => {
    const { status, body, headers } = await collector.client.send({ path: '/metrics', bearer });
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="cvq metrics"']);
    expect(JSON.stringify(body)).toContain('CVQ_METRICS_TOKEN');
    expect(JSON.stringify(body)).not.toContain(TOKEN);
  });

  it('tells every figure that the docs name', async () => {
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/operating.md'), 'utf8');
    const named = [...docs.matchAll(/`(cvq_\w+)`/g)].map(([, name = '']) => name);
    const text = await metrics();
    const told = [...text.matchAll(/^# TYPE (cvq_\w+) (?:gauge|counter)$/gm)].map(([, name = '']) => name);
    expect(told.toSorted()).toEqual(named.toSorted());
    expect(text).toContain('\ncvq_ready 1\n');
    expect(text).toContain('\ncvq_webhook_deliveries_owed 0\n');
  });

  it('tells what became of tracking requests and of their events', async () => {
    const { client, project, serverKey, addProject } = await startTestCollector({
      settings: { CVQ_METRICS_TOKEN: TOKEN },
    });
    const figures = async () => String((await client.send({ path: '/metrics', bearer: TOKEN })).body);
    const track = (json: unknown, bearer = serverKey) =>
      client.send({ method: 'POST', path: '/v1/track', bearer, json });
    const event = { event_type: 'signup', event_id: 'evt_1795255200000_once' };
    await track(event);
    await track(event);
    await track({ event_type: 7 });
    await track(event, 'srv_unknown');
    await track({ event_type: 'a'.repeat(2 ** 20) });
    const events = [{ event_type: 'login' }, { event_type: 7 }, 'no event'];
    await client.send({ method: 'POST', path: '/v1/track/batch', bearer: serverKey, json: { events } });
    const page = (name: string, page_url: string) => ({
      ...{ id: `evt_1795255200000_${name}`, event_type: 'pageview', context: { page_url } },
    });
    const visit = {
      key: project,
      events: [page('local', 'http://localhost/'), page('own', 'https://shop.example/')],
    };
    await client.send({
      method: 'POST',
      path: '/v1/events',
      json: visit,
      headers: { 'user-agent': 'Googlebot/2.1' },
    });
    expect((await addProject()).project, 'others are counted together').not.toBe(project);
    const text = await figures();
    for (const line of [
      'cvq_track_requests_total{status="200"} 3',
      'cvq_track_requests_total{status="202"} 1',
      'cvq_track_requests_total{status="400"} 2',
      'cvq_track_requests_total{status="401"} 1',
      'cvq_track_refused_total{reason="invalid"} 1',
      'cvq_track_refused_total{reason="too_large"} 1',
      'cvq_track_refused_total{reason="unknown_key"} 1',
      'cvq_track_refused_total{reason="quota_requests"} 0',
      'cvq_events_total{result="stored"} 4',
      'cvq_events_total{result="duplicate"} 1',
      'cvq_events_total{result="conflict"} 0',
      'cvq_events_total{result="refused"} 2',
      'cvq_events_excluded_total{reason="local_page"} 1',
      'cvq_events_of_bots_total 2',
      'cvq_ingest_queue_requests 0',
    ]) {
      expect(text).toContain(`\n${line}\n`);
    }
    expect(text).toMatch(/\ncvq_ingest_seconds_total\{step="write"\} 0\.\d*[1-9]/);
    expect(text).toMatch(/\ncvq_ingest_seconds_total\{step="commit"\} 0\.\d*[1-9]/);
    expect(text).toMatch(/\ncvq_store_bytes\{file="events\.db-wal"\} [1-9]/);
    expect(text).toMatch(/\ncvq_disk_free_bytes [1-9]/);
    expect(text).not.toContain(project);
  });

  it('says which webhook endpoint has only failed for a day, and the dashboard that there is one', async () => {
    await addPerson(collector, 'ann@example.com', true);
    await addPerson(collector, 'stranger@example.com');
    const noticesOf = async (email: string) => {
      const browser = openBrowser(collector);
      await browser.post('/sign-in', { email, password: PASSWORD });
      return (await browser.get('/notices')).body;
    };
    const notices = () => noticesOf('ann@example.com');
    const none = { failing_webhooks: [], lost_integrations: [], blocked_integrations: [] };
    const recent = await failingSince(NOW - DAY + 1);
    expect(await notices()).toEqual({ data: none });
    const old = await failingSince(NOW - DAY);
    const text = await metrics();
    expect(text).toContain(`cvq_webhook_endpoint_failing{endpoint="${recent}"} 0`);
    expect(text).toContain(`cvq_webhook_endpoint_failing{endpoint="${old}"} 1`);
    const failing = { project: collector.project, domain: expect.any(String), count: 1 };
    expect(await notices()).toEqual({ data: { ...none, failing_webhooks: [failing] } });
    expect(await noticesOf('stranger@example.com')).toEqual({ data: none });
  });

  it('tells what is owed and for how long it has been due', async () => {
    const { folder, control } = collector;
    const deliveries = openDeliveryStore({ folder, migrate: false });
    const endpoints = (await control.listWebhooks()).map(({ id }) => id);
    for (const id of endpoints) await control.changeWebhook(id, { enabled: false });
    const [last] = await deliveries.list({ endpoints, limit: 1 });
    await deliveries.redeliver(last?.id as number, NOW - 5000);
    const text = await metrics();
    expect(text).toContain('\ncvq_webhook_deliveries_owed 1\n');
    expect(text, 'what waits for an endpoint to be enabled is not late').toContain(
      '\ncvq_webhook_due_lag_seconds 0\n',
    );
    expect(await deliveries.backlog(NOW, endpoints)).toEqual({ outstanding: 1, dueSince: NOW - 5000 });
    expect(await deliveries.backlog(NOW, [])).toEqual({ outstanding: 1, dueSince: null });
    await deliveries.close();
  });

  it('tells the other figures while some cannot be read, and counts those', async () => {
    const failing = ['cvq_webhook_deliveries_owed', 'cvq_webhook_due_lag_seconds'];
    await withoutTable(collector.folder, ['events', 'webhook_deliveries'], async () => {
      await metrics();
      const text = await metrics();
      for (const name of failing) {
        expect(text, 'absent, and no zero').not.toMatch(new RegExp(`^${name} `, 'm'));
        expect(text).toMatch(new RegExp(`^cvq_metrics_errors_total\\{figure="${name}"\\} [1-9]`, 'm'));
      }
      expect(text).toMatch(/^cvq_track_requests_total\{status="200"\} 0$/m);
      expect(text).toMatch(/^cvq_disk_free_bytes [1-9]/m);
    });
    const text = await metrics();
    for (const name of failing) expect(text).toMatch(new RegExp(`^${name} `, 'm'));
  });
});
