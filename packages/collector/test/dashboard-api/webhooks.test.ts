import type {
  CreateWebhookResponse,
  ListWebhookDeliveriesResponse,
  ListWebhooksResponse,
  RotateWebhookSecretResponse,
  TestWebhookResponse,
  WebhookDeliveryResponse,
} from '@cvq/contract';
import { verifyWebhook } from '@cvq/node';
import { beforeAll, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import { hashToken } from '../../src/keys/token.ts';
import { createClient } from '../client.ts';
import { startTestCollector } from '../collector.ts';
import { runSql } from '../run-sql.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector({ settings: { CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' } });
const receiver = await startReceiver();
const { project, serverKey, client, control } = collector;
const operator = asOperator(control, () => collector.clock.now);
const at = (place: string, of = project) => `/projects/${of}/${place}`;

// The worker that sends has the clock of the machine.
collector.clock.now = Date.now();

let admin: TestBrowser;
beforeAll(async () => {
  admin = await signedIn('ann@example.com', 'admin');
});

async function signedIn(email: string, role: 'admin' | 'member' | 'viewer'): Promise<TestBrowser> {
  await addPerson(collector, email);
  await addMember(operator, { user: email, project }, role);
  const browser = openBrowser(collector);
  await browser.post('/sign-in', { email, password: PASSWORD });
  return browser;
}

async function create(events: readonly string[] = ['*']) {
  const { status, body } = await admin.post(at('webhooks'), { url: receiver.url, events });
  expect([status, body]).toMatchObject([200, {}]);
  return (body as CreateWebhookResponse).data;
}

const listed = async (browser = admin) =>
  ((await browser.get(at('webhooks'))).body as ListWebhooksResponse).data;
const logged = async (query = '') =>
  ((await admin.get(at(`webhook-deliveries${query}`))).body as ListWebhookDeliveriesResponse).data;

async function test(id: string, type = 'purchase') {
  return ((await admin.post(at(`webhooks/${id}/test`), { type })).body as TestWebhookResponse).data;
}

it('an endpoint is made, led elsewhere and given a secret only by who has just given the password', async () => {
  const { id } = await create();
  const later = openBrowser(collector);
  const { id: userId } = await addPerson(collector, 'later@example.com');
  await addMember(operator, { user: userId, project }, 'admin');
  const session = { id: 'ses_later', tokenHash: hashToken('later'), userId, createdAt: collector.clock.now };
  await control.createSession({ ...session, provenAt: null, network: null, browser: null });
  later.cookies.set('cvq', 'later');
  const path = at(`webhooks/${id}`);
  const elsewhere = 'https://hooks.example/';
  for (const answer of [
    await later.post(at('webhooks'), { url: receiver.url, events: ['*'] }),
    await later.post(`${path}/secret`, {}),
    await later.put(path, { url: elsewhere }),
  ])
    expect(codeOf(answer)).toBe('step_up_required');
  expect((await listed()).find((endpoint) => endpoint.id === id)?.url).toBe(receiver.url);
  expect((await later.put(path, { url: receiver.url, events: ['lead'] })).status).toBe(200);
  expect((await later.put(path, { enabled: false })).status).toBe(200);
  await later.post('/step-up', { password: PASSWORD });
  expect((await later.post(`${path}/secret`, {})).status).toBe(200);
  expect((await admin.delete(path)).status).toBe(200);
});

it('an endpoint is created with a secret that is shown once, changed, paused and removed, and the audit log says so', async () => {
  const { secret, ...made } = await create(['purchase', 'lead']);
  expect(made).toMatchObject({ project, url: receiver.url, events: ['purchase', 'lead'], enabled: true });
  expect(secret).toMatch(/^whsec_/);
  const found = (await listed()).find(({ id }) => id === made.id);
  expect(found).toMatchObject({ ...made, state: 'enabled', owed: 0, recent: [], former_secret_until: null });
  expect(JSON.stringify(await listed())).not.toContain(secret);

  const path = at(`webhooks/${made.id}`);
  expect((await admin.put(path, { events: ['*'] })).body).toMatchObject({ data: { events: ['*'] } });
  expect((await admin.put(path, { enabled: false })).body).toMatchObject({
    data: { enabled: false, events: ['*'], url: receiver.url },
  });
  expect(codeOf(await admin.put(path, {}))).toBe('invalid_request');
  expect((await listed()).find(({ id }) => id === made.id)?.state).toBe('disabled');
  expect((await admin.delete(path)).status).toBe(200);
  expect((await listed()).map(({ id }) => id)).not.toContain(made.id);
  expect(codeOf(await admin.delete(path))).toBe('not_found');

  const entries = await control.listAudit({ project, limit: 4 });
  expect(entries.map(({ action, outcome, subject }) => [action, outcome, subject])).toEqual([
    ['remove_webhook', 'done', made.id],
    ['update_webhook', 'done', made.id],
    ['update_webhook', 'done', made.id],
    ['create_webhook', 'done', made.id],
  ]);
  expect(entries[1]).toMatchObject({ before: { enabled: true }, after: { enabled: false } });
  expect(JSON.stringify(entries)).not.toContain(secret);
});

it('a wrong URL and a wrong event are named, with what would be right', async () => {
  const refused = async (body: object) => (await admin.post(at('webhooks'), body)).body;
  expect(await refused({ url: 'ftp://example.com/', events: ['*'] })).toMatchObject({
    error: {
      code: 'invalid_request',
      details: { fields: [{ field: 'url', message: expect.stringMatching(/Use https/) }] },
    },
  });
  expect(await refused({ url: receiver.url, events: ['sale'] })).toMatchObject({
    error: {
      details: {
        fields: [
          { field: 'events', message: expect.stringMatching(/Unknown event: sale\. Use one or more of/) },
        ],
      },
    },
  });
});

it('a token in the query of an address stays out of the audit log', async () => {
  const url = `${receiver.url}?token=very-secret`;
  const { body } = await admin.post(at('webhooks'), { url, events: ['*'] });
  const { id } = (body as CreateWebhookResponse).data;
  const [entry] = await control.listAudit({ project, limit: 1 });
  expect(entry).toMatchObject({ subject: id, after: { url: `${receiver.url}?…` } });
  expect(JSON.stringify(entry)).not.toContain('very-secret');
  await admin.delete(at(`webhooks/${id}`));
});

it('the query of an address is shown to admins alone: it may carry a token of the receiver', async () => {
  const url = `${receiver.url}?token=very-secret`;
  const { body } = await admin.post(at('webhooks'), { url, events: ['*'] });
  const { id } = (body as CreateWebhookResponse).data;
  const shownTo = async (browser: TestBrowser) => (await listed(browser)).find((each) => each.id === id)?.url;
  expect(await shownTo(admin)).toBe(url);
  for (const role of ['member', 'viewer'] as const)
    expect(await shownTo(await signedIn(`tokens-${role}@example.com`, role))).toBe(`${receiver.url}?…`);
});

it('a new secret signs at once, and the former one beside it until the overlap ends', async () => {
  const { id, secret } = await create();
  const { body } = await admin.post(at(`webhooks/${id}/secret`), { overlap_hours: 2 });
  const rotated = (body as RotateWebhookSecretResponse).data;
  expect(Date.parse(rotated.former_ends_at)).toBe(collector.clock.now + 7_200_000);
  expect((await listed()).find((each) => each.id === id)?.former_secret_until).toBe(rotated.former_ends_at);
  expect(codeOf(await admin.post(at(`webhooks/${id}/secret`)))).toBe('conflict');

  await test(id);
  const { body: sent, headers } = receiver.requests.at(-1) ?? { body: Buffer.of(), headers: {} };
  for (const known of [rotated.secret, secret])
    expect(verifyWebhook({ body: sent, headers, secret: known })).toMatchObject({ type: 'purchase' });
  await admin.delete(at(`webhooks/${id}`));
});

it('a test is answered with what the receiver said, and logged with request and answer', async () => {
  const { id } = await create(['lead']);
  receiver.answer = (_, response) => void response.writeHead(418, { 'X-Tea': 'green' }).end('no coffee');
  const result = await test(id, 'signup');
  receiver.answer = (_, response) => void response.end('ok');
  expect(result).toMatchObject({
    event_type: 'signup',
    acknowledged: false,
    response_status: 418,
    error: null,
  });

  const [entry] = await logged(`?endpoint=${id}`);
  expect(entry).toMatchObject({ id: result.delivery, test: true, state: 'failed', attempts: 1 });
  const { body } = await admin.get(at(`webhook-deliveries/${result.delivery}`));
  const { payload, log } = (body as WebhookDeliveryResponse).data;
  expect(JSON.parse(payload)).toMatchObject({
    type: 'signup',
    project_id: project,
    data: { properties: { test: true } },
  });
  expect(log).toMatchObject([
    { attempt: 1, response_status: 418, response_headers: { 'x-tea': 'green' }, response_body: 'no coffee' },
  ]);
  expect((await listed()).find((each) => each.id === id)?.recent).toMatchObject([
    { acknowledged: false, response_status: 418 },
  ]);
  const [audit] = await control.listAudit({ project, limit: 1 });
  expect(audit).toMatchObject({
    action: 'test_webhook',
    subject: id,
    after: { type: 'signup', response_status: 418 },
  });
  await admin.delete(at(`webhooks/${id}`));
});

it('two tests of a project may wait for an answer, and a third is told to come again', async () => {
  const { id } = await create();
  const held: (() => void)[] = [];
  receiver.answer = (_, response) => void held.push(() => response.end('ok'));
  // A client sends one request after the other: these wait beside each other.
  const [first, second] = [1, 2].map(() => {
    const beside = openBrowser({ client: createClient(collector.port), origin: collector.origin });
    for (const [name, value] of admin.cookies) beside.cookies.set(name, value);
    return beside.post(at(`webhooks/${id}/test`), { type: 'purchase' });
  });
  await expect.poll(() => held.length).toBe(2);
  const third = await admin.post(at(`webhooks/${id}/test`), { type: 'lead' });
  expect([third.status, codeOf(third), third.headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
  for (const end of held) end();
  receiver.answer = (_, response) => void response.end('ok');
  for (const waiting of [first, second])
    expect((await waiting)?.body).toMatchObject({ data: { acknowledged: true } });
  expect((await test(id)).acknowledged).toBe(true);
  await admin.delete(at(`webhooks/${id}`));
});

it('an event is delivered, and a member has it delivered once more by the worker that runs', async () => {
  const { id } = await create(['lead']);
  await client.send({
    ...{ method: 'POST', path: '/v1/track', headers: { Authorization: `Bearer ${serverKey}` } },
    json: { event_type: 'lead', properties: { form: 'contact' } },
  });
  const states = async () => (await logged(`?endpoint=${id}`)).map(({ state }) => state);
  await expect.poll(states, { timeout: 20_000 }).toEqual(['acknowledged']);
  const [entry] = await logged(`?endpoint=${id}`);

  const member = await signedIn('ben@example.com', 'member');
  const answer = await member.post(at(`webhook-deliveries/${entry?.id}/redeliver`));
  expect(answer.body).toMatchObject({
    data: { redelivery_of: entry?.id, state: 'pending', waits_for: null },
  });
  expect((await control.listAudit({ project, limit: 1 }))[0]).toMatchObject({
    ...{ action: 'redeliver_webhook', subject: `${entry?.id}`, subjectName: 'lead', outcome: 'done' },
    actor: { email: 'ben@example.com' },
  });
  await expect.poll(states, { timeout: 20_000 }).toEqual(['acknowledged', 'acknowledged']);
  expect((await admin.post(at('webhook-deliveries/redeliver'), { endpoint: id })).body).toMatchObject({
    data: { redelivered: 0, wait_for: [] },
  });
  const [page] = await Promise.all([admin.get(at(`webhook-deliveries?endpoint=${id}&limit=1`))]);
  const { data, meta } = page.body as ListWebhookDeliveriesResponse;
  expect([data.length, meta.next_cursor]).toEqual([1, data[0]?.id]);
  expect((await logged(`?endpoint=${id}&cursor=${meta.next_cursor}`)).map((each) => each.id)).toEqual([
    entry?.id,
  ]);
  expect(codeOf(await admin.get(at('webhook-deliveries?cursor=nonsense')))).toBe('invalid_request');
  await admin.delete(at(`webhooks/${id}`));
});

it('all that failed is delivered once more, without tests, and waits while its endpoint is paused', async () => {
  const { id } = await create();
  receiver.answer = (_, response) => void response.writeHead(500).end();
  await test(id);
  await test(id, 'lead');
  // What is no test fails only after a day.
  runSql(collector.folder, 'events', 'UPDATE webhook_messages SET is_test = 0');
  await test(id, 'signup');
  receiver.answer = (_, response) => void response.end('ok');
  await admin.put(at(`webhooks/${id}`), { enabled: false });
  expect((await admin.post(at('webhook-deliveries/redeliver'), { endpoint: id })).body).toMatchObject({
    data: { redelivered: 2, wait_for: [id] },
  });
  expect((await listed()).find((each) => each.id === id)).toMatchObject({ state: 'disabled', owed: 2 });
  await admin.put(at(`webhooks/${id}`), { enabled: true });
  const states = async () => (await logged(`?endpoint=${id}&state=acknowledged`)).length;
  await expect.poll(states, { timeout: 20_000 }).toBe(2);
  await admin.delete(at(`webhooks/${id}`));
});

it('viewers read, members redeliver, and another project has neither endpoint nor delivery', async () => {
  const { id } = await create();
  const { delivery } = await test(id);
  const viewer = await signedIn('vic@example.com', 'viewer');
  expect((await listed(viewer)).map((each) => each.id)).toContain(id);
  expect((await viewer.get(at(`webhook-deliveries/${delivery}`))).status).toBe(200);
  const member = await signedIn('mia@example.com', 'member');
  for (const [browser, place, json] of [
    [viewer, 'webhooks', { url: receiver.url, events: ['*'] }],
    [viewer, `webhook-deliveries/${delivery}/redeliver`, {}],
    [viewer, 'webhook-deliveries/redeliver', {}],
    [member, 'webhooks', { url: receiver.url, events: ['*'] }],
    [member, `webhooks/${id}/secret`, {}],
    [member, `webhooks/${id}/test`, { type: 'lead' }],
  ] as const)
    expect([place, codeOf(await browser.post(at(place), json))]).toEqual([
      place,
      browser === viewer ? 'read_only_role' : 'not_allowed',
    ]);

  const other = (await collector.addProject()).project;
  await addMember(operator, { user: 'ann@example.com', project: other }, 'owner');
  expect(codeOf(await admin.put(at(`webhooks/${id}`, other), { enabled: false }))).toBe('not_found');
  expect(codeOf(await admin.delete(at(`webhooks/${id}`, other)))).toBe('not_found');
  expect(codeOf(await admin.get(at(`webhook-deliveries/${delivery}`, other)))).toBe('not_found');
  expect(codeOf(await admin.get(at(`webhook-deliveries?endpoint=${id}`, other)))).toBe('not_found');
  expect(codeOf(await admin.post(at('webhook-deliveries/redeliver', other), { endpoint: id }))).toBe(
    'not_found',
  );
  await admin.delete(at(`webhooks/${id}`));
});
