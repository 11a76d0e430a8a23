import type { ProjectSettings, ProjectSettingsResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import { operations } from '../../src/read/operations.ts';
import { startTestCollector } from '../collector.ts';
import { sendShopTraffic } from '../read/shop-traffic.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector();
const { project, control, clock } = collector;
const account = (await control.findProject(project))?.accountId ?? '';
const operator = asOperator(control, () => clock.now);
let browser: TestBrowser;

async function signIn(email: string): Promise<TestBrowser> {
  const opened = openBrowser(collector);
  await opened.post('/sign-in', { email, password: PASSWORD });
  return opened;
}

beforeAll(async () => {
  for (const role of ['admin', 'viewer']) {
    const email = `${role}@example.com`;
    await addPerson(collector, email);
    await addMember(operator, { user: email, account }, role);
  }
  browser = await signIn('admin@example.com');
});

const settingsOf = async (id: string, by = browser): Promise<ProjectSettings> =>
  ((await by.get(`/projects/${id}/settings`)).body as ProjectSettingsResponse).data;
const change = (id: string, json: unknown) => browser.post(`/projects/${id}/settings`, json);
const latest = async (of: string) => (await control.listAudit({ project: of, limit: 1 }))[0];

describe('making a project', () => {
  it('gives one that takes events at once, and notes it', async () => {
    const given = { domain: 'WWW.New.example', timezone: 'Asia/Tokyo', currency: 'jpy', account };
    const { status, body } = await browser.post('/projects', given);
    const { id, ...made } = (body as ProjectSettingsResponse).data;
    expect(status).toBe(200);
    expect(made).toMatchObject({
      ...{ name: 'www.new.example', domain: 'www.new.example', timezone: 'Asia/Tokyo', currency: 'JPY' },
      ...{ hosts: null, redacted_names: [], persons: 'on', ad_consent: 'by_country' },
      account: { id: account },
    });
    expect(await latest(id)).toMatchObject({
      ...{ action: 'create_project', subject: id, outcome: 'done', surface: 'dashboard' },
      after: { domain: 'www.new.example', currency: 'JPY' },
    });
    const events = [{ id: `evt_${clock.now}_a1b2c3`, event_type: 'pageview' }];
    const sent = await collector.client.send({
      method: 'POST',
      path: '/v1/events',
      json: { key: id, events },
    });
    expect(sent).toMatchObject({ status: 202, body: { accepted: 1 } });
  });

  it('takes an address that was pasted by its host', async () => {
    const domain = 'https://Shop.Example.com:8443/path?x=1';
    const { status, body } = await browser.post('/projects', { domain, account });
    expect([status, body]).toMatchObject([200, { data: { domain: 'shop.example.com:8443' } }]);
  });

  it('makes no key: a backend that reports gets its own', async () => {
    const before = await control.listKeys();
    await browser.post('/projects', { domain: 'no-key.example', account });
    expect(await control.listKeys()).toHaveLength(before.length);
  });

  it.each([
    ['domain', { domain: 'shop.example/path' }],
    ['timezone', { domain: 'a.example', timezone: 'Europe/Nowhere' }],
    ['currency', { domain: 'a.example', currency: 'EURO' }],
  ])('names the field %s and how to mend it', async (field, given) => {
    const { status, body } = await browser.post('/projects', { ...given, account });
    expect([status, body]).toMatchObject([400, { error: { details: { fields: [{ field }] } } }]);
    expect(JSON.stringify(body)).toMatch(/Use (a name|an IANA name|the ISO 4217 code)/);
  });
});

describe('changing a list that another person has changed since', () => {
  it('keeps what was put into it and what was taken out', async () => {
    const { project: id } = await collector.addProject();
    await change(id, { hosts: ['a.example', 'b.example'], redacted_names: ['iban', 'order'] });
    await change(id, { hosts: ['a.example', 'c.example'], redacted_names: ['iban'] });
    const { status } = await change(id, {
      ...{ hosts: ['a.example', 'b.example', 'd.example'], redacted_names: ['iban', 'order', 'customer'] },
      from: { hosts: ['a.example', 'b.example'], redacted_names: ['iban', 'order'] },
    });
    expect(status).toBe(200);
    const stored = { hosts: ['a.example', 'c.example', 'd.example'], redacted_names: ['iban', 'customer'] };
    expect(await settingsOf(id)).toMatchObject(stored);
    expect(await latest(id)).toMatchObject({ after: stored });
  });

  it('takes out what was there, and refuses to take out the last host, without which every host counts', async () => {
    const { project: id } = await collector.addProject();
    await change(id, { hosts: ['a.example'] });
    await change(id, { hosts: ['b.example'], from: { hosts: null } });
    expect((await settingsOf(id)).hosts).toEqual(['a.example', 'b.example']);
    await change(id, { hosts: ['b.example'], from: { hosts: ['a.example', 'b.example'] } });
    const { status, body } = await change(id, {
      hosts: ['c.example'],
      from: { hosts: ['c.example', 'b.example'] },
    });
    expect([status, body]).toMatchObject([400, { error: { details: { fields: [{ field: 'hosts' }] } } }]);
    expect((await settingsOf(id)).hosts).toEqual(['b.example']);
  });

  it('puts a list in place whole where nobody has touched it, and where nothing is said of it', async () => {
    const { project: id } = await collector.addProject();
    await change(id, { hosts: ['a.example', 'b.example'] });
    await change(id, { hosts: ['b.example', 'a.example'], from: { hosts: ['a.example', 'b.example'] } });
    expect((await settingsOf(id)).hosts).toEqual(['b.example', 'a.example']);
    await change(id, { hosts: ['c.example'] });
    expect((await settingsOf(id)).hosts).toEqual(['c.example']);
    await change(id, { hosts: null, from: { hosts: ['a.example'] } });
    expect((await settingsOf(id)).hosts).toBeNull();
  });

  it('refuses what is too long with what others have added', async () => {
    const { project: id } = await collector.addProject();
    const many = (of: string) => Array.from({ length: 150 }, (_, index) => `${of}${index}.example`);
    await change(id, { hosts: many('a') });
    const { status, body } = await change(id, { hosts: many('b'), from: { hosts: null } });
    expect([status, body]).toMatchObject([400, { error: { details: { fields: [{ field: 'hosts' }] } } }]);
    expect((await settingsOf(id)).hosts).toEqual(many('a'));
  });
});

describe('changing a project', () => {
  it('changes each field by itself, and notes what it was and what it is', async () => {
    const { project: id } = await collector.addProject();
    const changes = {
      ...{ name: 'Shop', domain: 'shop2.example', timezone: 'Europe/Berlin', currency: 'USD' },
      ...{ hosts: ['a.shop2.example'], redacted_names: ['iban'], persons: 'off', ad_consent: 'denied' },
      retention_days: 400,
    };
    for (const [field, value] of Object.entries(changes)) {
      const before = await settingsOf(id);
      const { status, body } = await change(id, { [field]: value });
      expect([status, (body as ProjectSettingsResponse).data]).toEqual([200, { ...before, [field]: value }]);
      expect(await latest(id)).toMatchObject({
        ...{ action: 'update_project', subject: id },
        before: { [field]: before[field as keyof ProjectSettings] },
        after: { [field]: value },
      });
    }
    expect(await settingsOf(id)).toMatchObject(changes);
    await change(id, { hosts: null, redacted_names: null });
    expect(await settingsOf(id)).toMatchObject({ hosts: null, redacted_names: null });
  });

  it.each([
    ['domain', 'shop'],
    ['timezone', '+05:30'],
    ['currency', 'XXZ'],
    ['hosts', []],
    ['redacted_names', ['a b']],
    ['persons', 'maybe'],
    ['ad_consent', 'perhaps'],
    ['retention_days', 29],
    ['retention_days', 3651],
    ['name', ' '],
  ])('refuses a bad %s by its name, and changes and notes nothing', async (field, value) => {
    const before = [await settingsOf(project), await latest(project)];
    const { status, body } = await change(project, { [field]: value });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
    expect([await settingsOf(project), await latest(project)]).toEqual(before);
  });

  it('refuses a change of nothing', async () => {
    expect(codeOf(await change(project, {}))).toBe('invalid_request');
  });

  it('lets viewers read all of it', async () => {
    expect(await settingsOf(project, await signIn('viewer@example.com'))).toEqual(await settingsOf(project));
  });
});

describe('a retention that is shorter than before', () => {
  it('takes the password again, since what is older is deleted for good', async () => {
    const { project: id } = await collector.addProject();
    const keep = async (days: number | null) => codeOf(await change(id, { retention_days: days }));
    expect(await keep(400)).toBe(200);
    clock.now += 600_000;
    expect(await keep(399)).toBe('step_up_required');
    expect(await keep(29), 'what is wrong is said first').toBe('invalid_request');
    expect((await settingsOf(id)).retention_days).toBe(400);
    expect(await keep(400), 'the same').toBe(200);
    expect(await keep(500), 'a longer one').toBe(200);
    expect(await keep(null), 'all').toBe(200);
    expect(await keep(3650)).toBe('step_up_required');
    expect((await settingsOf(id)).retention_days).toBe(null);
    await browser.post('/step-up', { password: PASSWORD });
    expect(await keep(399)).toBe(200);
  });
});

describe('another time zone', () => {
  const QUESTIONS = operations.filter(
    ({ method, params, path }) =>
      method === 'GET' && params === undefined && /analytics|conversions$/.test(path),
  );

  it('answers every question as if it had always been', async () => {
    const [always, changed] = [
      await collector.addProject({ timezone: 'Asia/Tokyo' }),
      await collector.addProject(),
    ];
    for (const { project: id } of [always, changed]) await sendShopTraffic({ ...collector, project: id }, 10);
    const ask = async ({ path, example }: (typeof operations)[number], id: string) => {
      const { status, body } = await browser.get(`${path.replace('/v1', '')}?${example}&project=${id}`);
      return [status, JSON.stringify(body).replaceAll(id, 'proj_')];
    };
    for (const question of QUESTIONS) await ask(question, changed.project);
    await change(changed.project, { timezone: 'Asia/Tokyo' });
    for (const question of QUESTIONS)
      expect([question.name, ...(await ask(question, changed.project))]).toEqual([
        question.name,
        ...(await ask(question, always.project)),
      ]);
    expect(QUESTIONS.length).toBeGreaterThan(5);
  });
});

describe('another currency', () => {
  it('changes what totals are in, and no amount', async () => {
    const { project: id } = await collector.addProject();
    await sendShopTraffic({ ...collector, project: id }, 2);
    const sold = async () => {
      const { body } = await browser.get(`/analytics/overview?range=7d&project=${id}`);
      const { data, meta } = body as { data: { revenue: number | null }; meta: Record<string, unknown> };
      return [data.revenue, meta.currency, meta.currency_warnings];
    };
    const before = await sold();
    await change(id, { currency: 'USD' });
    const [revenue, currency, warnings] = await sold();
    expect([revenue, currency]).toEqual([0, 'USD']);
    expect(JSON.stringify(warnings)).toContain('EUR');
    await change(id, { currency: 'EUR' });
    expect(await sold()).toEqual(before);
  });
});

describe('deleting a project', () => {
  it('asks for its domain, and then refuses its events and its reports', async () => {
    const { project: id, serverKey } = await collector.addProject({ domain: 'old.example' });
    expect(codeOf(await browser.post(`/projects/${id}/delete`, { domain: 'shop.example' }))).toBe(
      'invalid_request',
    );
    expect(codeOf(await browser.get(`/projects/${id}/settings`))).toBe(200);
    const hook = { url: 'https://hooks.example/', events: ['*'] };
    expect(codeOf(await browser.post(`/projects/${id}/webhooks`, hook))).toBe(200);
    expect(codeOf(await browser.post(`/projects/${id}/delete`, { domain: ' Old.example ' }))).toBe(200);
    expect(await control.listWebhooks({ project: id }), 'nothing more is sent').toEqual([]);
    expect(await latest(id)).toMatchObject({ action: 'delete_project', before: { domain: 'old.example' } });
    expect(codeOf(await browser.get(`/projects/${id}/settings`))).toBe('not_found');
    expect(codeOf(await browser.get(`/analytics/overview?project=${id}`))).toBe('not_found');
    const sent = await collector.client.send({
      ...{ method: 'POST', path: '/v1/track', bearer: serverKey },
      json: { event_type: 'pageview' },
    });
    expect(sent.status).toBe(401);
  });
});
