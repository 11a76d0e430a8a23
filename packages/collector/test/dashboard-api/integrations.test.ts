import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AskConsentResponse,
  IntegrationChangedResponse,
  ListIntegrationsResponse,
  SyncSpendResponse,
  TestIntegrationResponse,
} from '@cvq/contract';
import { openAdDeliveryStore, openIngestLedger } from '@cvq/storage';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { anEvent, conversion } from '../../../../test/builders/event-records.ts';
import { namesOfFiles } from '../../../../test/builders/names-of-files.ts';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import { makeDemoIntegrations } from '../../src/demo/demo-integrations.ts';
import { START, startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

let clock = { now: START };
const mock = await startMockAdPlatforms({ now: () => clock.now });
untilFileEnds(() => mock.close());
const collector = await startTestCollector({ settings: mock.settings, timezone: 'Europe/Berlin' });
const { control, folder } = collector;
clock = collector.clock;

let browser: TestBrowser;
let project: string;
/** Everything that was answered in this file. */
const answered: string[] = [];

beforeAll(async () => {
  await addPerson(collector, 'ann@example.com', true);
  await addPerson(collector, 'viewer@example.com');
});

beforeEach(async () => {
  mock.reset();
  clock.now += 3_600_000;
  project = (await collector.addProject({ timezone: 'Europe/Berlin' })).project;
  browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
});

const at = (platform: string, more = '') => `/projects/${project}/integrations/${platform}${more}`;

async function done<Response>(
  answer: Promise<{ status: number; body: unknown }>,
): Promise<Response extends { data: infer Data } ? Data : never> {
  const { status, body } = await answer;
  answered.push(JSON.stringify(body));
  expect([status, body]).toMatchObject([200, {}]);
  return (body as { data: never }).data;
}

async function refused(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  answered.push(JSON.stringify(body));
  const { code, message, details } = (
    body as { error: { code: string; message: string; details?: { fields?: { field: string }[] } } }
  ).error;
  return { status, code, message, field: details?.fields?.[0]?.field };
}

const { google, meta, microsoft } = mock.accounts;
const ofGoogle = () => ({
  ...{ account_id: google.account, login_account_id: google.loginAccount, map: { purchase: '7001' } },
  ...{ credentials: JSON.stringify(mock.credentials('google-service-account')), dry_run: true },
});
const connectGoogle = (more: object = {}) =>
  done<IntegrationChangedResponse>(browser.post(at('google_ads'), { ...ofGoogle(), ...more }));
const listed = () => done<ListIntegrationsResponse>(browser.get(`/projects/${project}/integrations`));
const latest = async () => (await control.listAudit({ project, limit: 1 }))[0];

describe('an integration', () => {
  it('is connected, tested, changed, paused, resumed and removed, and each write is noted', async () => {
    const { integration } = await connectGoogle();
    expect(integration).toMatchObject({
      platform: 'google_ads',
      state: 'dry_run',
      actions: { purchase: '7001' },
    });
    expect(await listed()).toMatchObject([
      { id: integration.id, is_demo: false, blocked: [], throttled: null, today: { delivered: 0 } },
    ]);
    expect(await latest()).toMatchObject({
      ...{ action: 'connect_integration', subject: integration.id, outcome: 'done', before: null },
      after: {
        state: 'dry_run',
        account_id: google.account,
        map: { purchase: '7001' },
        credentials_version: 1,
      },
    });

    const tested = await done<TestIntegrationResponse>(browser.post(at('google_ads', '/test')));
    expect(tested.ok).toBe(true);
    expect(tested.checks.length).toBeGreaterThan(1);

    await done(
      browser.put(at('google_ads'), { map: { purchase: '7001', lead: '7002' }, send: 'own_clicks' }),
    );
    expect(await latest()).toMatchObject({
      action: 'update_integration',
      before: { map: { purchase: '7001' }, send: 'matchable' },
      after: { map: { purchase: '7001', lead: '7002' }, send: 'own_clicks' },
    });
    const live = await done<IntegrationChangedResponse>(browser.put(at('google_ads'), { live: true }));
    expect(live.integration.state).toBe('active');

    for (const [verb, state] of [
      ['pause', 'paused'],
      ['resume', 'active'],
    ]) {
      const changed = await done<IntegrationChangedResponse>(browser.post(at('google_ads', `/${verb}`)));
      expect(changed.integration.state).toBe(state);
      expect(await latest()).toMatchObject({ action: `${verb}_integration`, after: { state } });
    }
    expect(await done(browser.delete(at('google_ads')))).toEqual({ id: integration.id, cancelled: 0 });
    expect(await latest()).toMatchObject({
      action: 'remove_integration',
      before: { state: 'active' },
      after: null,
    });
    expect(await listed()).toEqual([]);
  });

  it('is reached through no other account once that is emptied, unless it is reached in no other way', async () => {
    await connectGoogle({ spend_account_id: '1111111111' });
    const accounts = { login_account_id: '', spend_account_id: ' ' };
    const { integration } = await done<IntegrationChangedResponse>(browser.put(at('google_ads'), accounts));
    expect(integration).toMatchObject({
      ...{ account: google.account, login_account: null, spend_account: null },
    });
    expect(await latest()).toMatchObject({
      before: { login_account_id: google.loginAccount },
      after: { login_account_id: null },
    });
    await done(browser.delete(at('google_ads')));
    const ids = { account_id: microsoft.account, login_account_id: microsoft.customer };
    const credentials = JSON.stringify(mock.credentials('microsoft'));
    await done(
      browser.post(at('microsoft_ads'), {
        ...{ ...ids, map: { purchase: 'Purchase' }, dry_run: true, credentials },
      }),
    );
    expect(await refused(browser.put(at('microsoft_ads'), { login_account_id: '' }))).toMatchObject({
      status: 400,
      field: 'login_account_id',
      message: expect.stringContaining('is reached through its customer, which is missing'),
    });
    await done(browser.delete(at('microsoft_ads')));
  });

  it('is read of what its ads cost, at once, and says why it cannot be', async () => {
    await connectGoogle({ dry_run: false });
    const path = at('google_ads', '/spend');
    const figure = { date: '2026-11-20', campaignId: '11', campaign: 'Brand', micros: '1000000' };
    mock.changeSpend('google_ads', { rows: [{ ...figure, impressions: 10, clicks: 1 }] });
    const read = await done<SyncSpendResponse>(browser.post(path));
    expect(read).toMatchObject({ problem: null, removed: 0, last_day: expect.stringMatching(/^2026-11-/) });
    expect(read.stored).toBe(1);
    expect(await latest()).toMatchObject({
      ...{ action: 'sync_spend', subjectName: 'google_ads', outcome: 'done' },
      after: { result: 'read', stored: read.stored },
    });
    const { body } = await browser.get(`/projects/${project}/spend`);
    expect(body).toMatchObject({ data: [{ platform: 'google_ads', last_day: figure.date }] });

    mock.fail({ platform: 'google_ads', fault: 'spend_denied', times: 9 });
    const failed = await done<SyncSpendResponse>(browser.post(path));
    expect(failed).toMatchObject({
      stored: 0,
      problem: { code: 'USER_PERMISSION_DENIED', fix: expect.stringContaining('Check the account number') },
    });
    expect(await latest()).toMatchObject({ action: 'sync_spend', after: { result: 'failed' } });

    await done(browser.post(at('google_ads', '/pause')));
    expect(await refused(browser.post(path))).toMatchObject({
      ...{ status: 409, code: 'conflict' },
      message: 'The integration is paused. Resume it first.',
    });
  });

  it('says line by line what a test found wrong', async () => {
    await connectGoogle({ map: { purchase: '7999' } });
    const { ok, checks } = await done<TestIntegrationResponse>(browser.post(at('google_ads', '/test')));
    expect(ok).toBe(false);
    expect(checks.find((check) => !check.ok)?.problem).toMatch(/\.$/);
  });

  it('is connected anew by new credentials, and sends again', async () => {
    const { integration } = await connectGoogle({ dry_run: false });
    const problem = { code: 'invalid_grant', message: 'The key was deleted', at: clock.now };
    await control.changeIntegration(integration.id, { state: 'reconnect_required', problem });
    expect(await listed()).toMatchObject([
      { state: 'reconnect_required', problem: { code: 'invalid_grant' } },
    ]);
    const { credentials } = ofGoogle();
    const again = await done<IntegrationChangedResponse>(browser.put(at('google_ads'), { credentials }));
    expect(again.integration).toMatchObject({ state: 'active', problem: null });
    expect(await latest()).toMatchObject({
      before: { state: 'reconnect_required', credentials_version: 1 },
      after: { state: 'active', credentials_version: 2 },
    });
  });

  it('tells of what Microsoft has no goal for, and takes a consent by its pasted answer', async () => {
    const { refresh_token: _, ...app } = mock.credentials('microsoft') as Record<string, string>;
    const credentials = JSON.stringify(app);
    const given = {
      ...{ account_id: microsoft.account, login_account_id: microsoft.customer, dry_run: true, credentials },
      map: { purchase: 'No such goal' },
    };
    expect(await refused(browser.post(at('microsoft_ads'), given))).toMatchObject({ field: 'consent' });
    const asked = await done<AskConsentResponse>(
      browser.post(at('microsoft_ads', '/consent'), { credentials }),
    );
    const { address = '', consent = '' } = asked ?? {};
    const consented = await fetch(address, { redirect: 'manual' });
    const answer = consented.headers.get('location') ?? '';
    const foreign = { ...given, consent: `${consent.slice(0, -4)}AAAA`, answer };
    expect(await refused(browser.post(at('microsoft_ads'), foreign))).toMatchObject({
      ...{ status: 400, field: 'consent' },
      message: expect.stringMatching(/Ask for the consent again/),
    });
    const late = clock.now;
    clock.now += 61 * 60_000;
    await browser.post('/step-up', { password: PASSWORD });
    expect((await refused(browser.post(at('microsoft_ads'), { ...given, consent, answer }))).field).toBe(
      'consent',
    );
    clock.now = late;
    const connected = await done<IntegrationChangedResponse>(
      browser.post(at('microsoft_ads'), { ...given, consent, answer }),
    );
    expect(connected.mapping_problems).toEqual([expect.stringMatching(/No such goal/)]);
    const whole = await done<AskConsentResponse>(
      browser.post(at('microsoft_ads', '/consent'), {
        credentials: JSON.stringify(mock.credentials('microsoft')),
      }),
    );
    expect(whole, 'nothing is missing').toBeNull();
  });

  it.each<[what: string, given: object, field: string]>([
    ['another account', { account_id: '12' }, 'account_id'],
    ['an action that is none', { map: { purchase: 'Purchase' } }, 'map'],
    ['no mapping', { map: {} }, 'map'],
    ['credentials that are none', { credentials: 'hello' }, 'credentials'],
    ['a date ahead', { since: '2027-01-01' }, 'since'],
    ['a text that is no date', { since: 'yesterday' }, 'since'],
  ])('is refused for %s, by the field', async (_what, given, field) => {
    const refusal = await refused(browser.post(at('google_ads'), { ...ofGoogle(), ...given }));
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_request', field });
    expect(await listed()).toEqual([]);
  });

  it('is refused a second time, and one of the demo gives way', async () => {
    await connectGoogle();
    expect(await refused(browser.post(at('google_ads'), ofGoogle()))).toMatchObject({ status: 409 });
    await makeDemoIntegrations(control, {
      ...{ project, since: clock.now, sealer: { seal: () => Buffer.of(1), open: () => '' } },
    });
    const shown = (await listed()).map((each) => [each.platform, each.is_demo]);
    expect(shown.toSorted()).toEqual([
      ['google_ads', false],
      ['meta_ads', true],
      ['microsoft_ads', true],
    ]);
    expect(await refused(browser.post(at('meta_ads', '/pause')))).toMatchObject({ status: 409 });
    await done(
      browser.post(at('meta_ads'), {
        ...{ account_id: meta.dataset, map: {}, dry_run: true },
        credentials: JSON.stringify(mock.credentials('meta')),
      }),
    );
    expect((await listed()).find(({ platform }) => platform === 'meta_ads')).toMatchObject({
      is_demo: false,
      actions: { purchase: 'Purchase' },
    });
  });

  it('shows a viewer what is set, and lets only admins change it', async () => {
    await connectGoogle();
    await addMember(
      asOperator(control, () => clock.now),
      { user: 'viewer@example.com', project },
      'viewer',
    );
    const viewer = openBrowser(collector);
    await viewer.post('/sign-in', { email: 'viewer@example.com', password: PASSWORD });
    expect(codeOf(await viewer.get(`/projects/${project}/integrations`))).toBe(200);
    expect(codeOf(await viewer.get(at('google_ads', '/built-requests')))).toBe(200);
    for (const answer of [viewer.post(at('google_ads', '/pause')), viewer.delete(at('google_ads'))])
      expect(codeOf(await answer)).toBe('read_only_role');
    expect(await listed()).toMatchObject([{ state: 'dry_run' }]);
  });
});

describe('conversions from before', () => {
  it('are counted first, and owed when the dry run ends', async () => {
    const ledger = openIngestLedger({ folder, migrate: false });
    const sales = [1, 2, 40].map((days) =>
      anEvent({ project, at: clock.now - days * 86_400_000, type: 'purchase', conversion: conversion(4990) }),
    );
    await ledger.append(sales);
    await ledger.close();
    await connectGoogle();
    const count = () => done(browser.get(at('google_ads', '/earlier?since=2026-11-10')));
    expect(await count()).toEqual({ since: '2026-11-09T23:00:00.000Z', count: 2, taken: 0 });
    const live = await done<IntegrationChangedResponse>(
      browser.put(at('google_ads'), { live: true, since: '2026-11-10' }),
    );
    expect(live.integration.sends_from).toBe('2026-11-09T23:00:00.000Z');
    expect(await count()).toMatchObject({ count: 0 });
    const deliveries = openAdDeliveryStore({ folder, migrate: false });
    const owed = await deliveries.deliveriesOf(
      project,
      sales.map(({ id }) => id),
    );
    await deliveries.close();
    expect([...owed.values()].flat()).toHaveLength(2);
  });

  it('are owed once where two end the dry run at one moment, and none of them is left behind', async () => {
    const ledger = openIngestLedger({ folder, migrate: false });
    const sales = [1, 2].map((days) =>
      anEvent({ project, at: clock.now - days * 86_400_000, type: 'purchase', conversion: conversion(4990) }),
    );
    await ledger.append(sales);
    await ledger.close();
    await connectGoogle();
    const live = () => browser.put(at('google_ads'), { live: true, since: '2026-11-10' });
    const codes = (await Promise.all([live(), live(), live()])).map(codeOf);
    expect(codes.toSorted()).toEqual([200, 'conflict', 'conflict']);
    const deliveries = openAdDeliveryStore({ folder, migrate: false });
    const owed = await deliveries.deliveriesOf(
      project,
      sales.map(({ id }) => id),
    );
    await deliveries.close();
    expect(
      [...owed.values()].map((of) => of.length),
      'one of each, sent or not',
    ).toEqual([1, 1]);
  });
});

it('no credential is in an answer, in the audit log or in a file', async () => {
  await connectGoogle();
  const { credentials } = ofGoogle();
  // A refusal tells nothing of what it refuses.
  const broken = { ...ofGoogle(), credentials: credentials.replace('-----BEGIN', '-----BEGUN') };
  await refused(browser.put(at('google_ads'), { credentials: broken.credentials }));
  const secrets = [...mock.secrets(), ...partsOf(credentials)].filter((secret) => secret.length >= 8);
  const audit = JSON.stringify(await control.listAudit({ limit: 1_000 }));
  const files = namesOfFiles(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(secrets.length).toBeGreaterThan(5);
  for (const secret of secrets) {
    const found = [answered.join('\n'), audit, ...files].some((text) => text.includes(secret));
    expect([secret.slice(0, 6), found]).toEqual([secret.slice(0, 6), false]);
  }
});

/** The lines of a private key, as they would stand in a text that was cut. */
function partsOf(credentials: string): string[] {
  const { private_key = '' } = JSON.parse(credentials) as { private_key?: string };
  return private_key.split('\n').filter((line) => line.length > 20);
}
