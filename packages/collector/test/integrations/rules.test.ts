import type { AdNext, Integration } from '@cvq/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, MINUTE, NOON } from '../../../../test/builders/event-records.ts';
import { addMember } from '../../src/accounts/members.ts';
import { createUser } from '../../src/accounts/people.ts';
import { Refused } from '../../src/accounts/refused.ts';
import { openCredentials } from '../../src/ad-platforms/sealed-credentials.ts';
import { changeIntegration } from '../../src/integrations/change-integration.ts';
import { connectIntegration, type NewIntegration } from '../../src/integrations/connect-integration.ts';
import { countEarlier } from '../../src/integrations/earlier-conversions.ts';
import { findIntegration } from '../../src/integrations/find-integration.ts';
import { problemsOfMapping } from '../../src/integrations/problems-of-mapping.ts';
import {
  pauseIntegration,
  removeIntegration,
  resumeIntegration,
} from '../../src/integrations/switch-integration.ts';
import { testIntegration } from '../../src/integrations/test-integration.ts';
import { createCredentialSealer } from '../../src/secrets/sealer.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await openWorkshop();
});

const google = () => ({ project: shop.project, platform: 'google_ads' });

function connect(given: Partial<NewIntegration> = {}) {
  return connectIntegration(shop.deps, {
    ...google(),
    ...{
      account: '123-456-7890',
      actions: { purchase: '77' },
      credentials: { client_id: 'c' },
      isDryRun: false,
    },
    ...given,
  });
}

async function refusalOf(wish: Promise<unknown>): Promise<Refused> {
  const refusal = await wish.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  return refusal as Refused;
}

/** Lets a worker take what is due, and end it so. */
async function settleDue({ id }: Integration, next: Partial<AdNext>): Promise<number> {
  const lease = { now: shop.clock.now, until: shop.clock.now + MINUTE };
  const claims = await shop.deliveries.claim([{ destination: id, limit: 100 }], lease);
  const base = { state: 'blocked', reason: 'auth', dueAt: null, tries: 1 } as const;
  await shop.deliveries.record(claims.map((claim) => ({ claim, attempt: null, next: { ...base, ...next } })));
  return claims.length;
}

describe('connecting', () => {
  it('keeps account, mapping and sealed credentials, and sends what is received from now on', async () => {
    const { integration, owed } = await connect({ loginAccount: '987 654 3210' });
    expect(integration).toMatchObject({
      ...{ project: shop.project, platform: 'google_ads', state: 'active', send: 'matchable' },
      ...{ account: '1234567890', loginAccount: '9876543210', actions: { purchase: '77' } },
      ...{ sendsFrom: NOON, createdAt: NOON, problem: null, credentialsVersion: 1 },
    });
    expect(integration.id).toMatch(/^int_[A-Za-z0-9]{20}$/);
    expect(owed).toBe(0);
    expect(await findIntegration(shop.deps, google())).toEqual(integration);
    expect(openCredentials(shop.sealer, integration)).toEqual({ client_id: 'c' });
  });

  it.each<[what: string, given: Partial<NewIntegration>, field: string, says: RegExp]>([
    [
      'another platform',
      { platform: 'google' },
      'platform',
      /Unknown platform: google\. Use one of google_ads/,
    ],
    ['a project that is not there', { project: 'proj_none' }, 'project', /Unknown project: proj_none/],
    ['a bad account', { account: '1' }, 'account_id', /ten digits/],
    ['no mapping', { actions: {} }, 'map', /No event type is mapped/],
    [
      'a type that is too long',
      { actions: { ['x'.repeat(129)]: '77' } },
      'map',
      /Invalid event type: x+\. It must have at most 128 characters\./,
    ],
    ['a page view that is mapped', { actions: { pageview: '77' } }, 'map', /no conversion/],
    ['another choice of what is sent', { send: 'all' }, 'send', /Use one of matchable, own_clicks/],
    [
      'unusable credentials',
      { credentials: { broken: 'x' } },
      'credentials',
      /Unusable credentials: private_key is no key\. How to get/,
    ],
  ])('is refused for %s', async (_what, given, field, says) => {
    const refusal = await refusalOf(connect(given));
    expect(refusal.field).toBe(field);
    expect(refusal.message).toMatch(says);
    expect(await shop.control.hasIntegrations()).toBe(false);
  });

  it('a second time is refused, and another platform is not', async () => {
    await connect();
    expect(await refusalOf(connect())).toMatchObject({ reason: 'taken', field: 'platform' });
    const other = await connect({ platform: 'meta_ads', account: '1234567890123', actions: {} });
    expect(other.integration.actions).toMatchObject({ purchase: 'Purchase' });
  });

  it('anew, after it was removed, makes another integration', async () => {
    const first = await connect();
    await removeIntegration(shop.deps, google());
    const second = await connect();
    expect(second.integration.id).not.toBe(first.integration.id);
    expect(second.integration.credentialsVersion).toBe(1);
  });
});

describe('conversions from before', () => {
  it('are counted first, and owed from the day that is named, in the zone of the project', async () => {
    const sales = await shop.sell([0, 2, 20, 80]);
    const wish = { since: '2026-11-01', actions: { purchase: '7001' } };
    expect(await countEarlier(shop.deps, google(), wish)).toEqual({
      since: Date.parse('2026-11-01T00:00:00+01:00'),
      count: 3,
      taken: 0,
    });
    const ofLeads = { ...wish, actions: { lead: '7001' } };
    expect(await countEarlier(shop.deps, google(), ofLeads)).toMatchObject({ count: 0 });
    expect(await countEarlier(shop.deps, google(), { since: wish.since })).toMatchObject({ count: 3 });
    expect(await shop.statesOf(sales), 'to count owes nothing').toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const { integration, owed } = await connect({ since: '2026-11-01' });
    expect([owed, integration.sendsFrom]).toEqual([3, Date.parse('2026-11-01T00:00:00+01:00')]);
    expect(await shop.statesOf(sales)).toEqual(['waiting', 'waiting', 'waiting', undefined]);
    const again = await changeIntegration(shop.deps, google(), { since: '2026-09-10' });
    expect(again.integration.sendsFrom).toBe(Date.parse('2026-09-10T00:00:00+02:00'));
    expect(await countEarlier(shop.deps, google(), { since: '2026-09-10' })).toMatchObject({
      count: 0,
    });
  });

  it('of a dry run are built, and sent after its end where that is asked for', async () => {
    const sales = await shop.sell([0, 2]);
    const { integration } = await connect({ isDryRun: true, since: '2026-11-01' });
    await settleDue(integration, { state: 'dry_run', reason: null });
    expect(await shop.statesOf(sales)).toEqual(['dry_run', 'dry_run']);
    shop.clock.now += MINUTE;
    const live = await changeIntegration(shop.deps, google(), { isLive: true });
    expect(live).toMatchObject({ integration: { state: 'active', sendsFrom: NOON + MINUTE }, due: 0 });
    expect(await shop.statesOf(sales), 'nothing from before').toEqual(['dry_run', 'dry_run']);
    expect(await countEarlier(shop.deps, google(), { since: '2026-11-20' })).toMatchObject({
      count: 1,
    });
    const asked = await changeIntegration(shop.deps, google(), { since: '2026-11-20' });
    expect(asked.integration.sendsFrom).toBe(Date.parse('2026-11-20T00:00:00+01:00'));
    expect(await shop.statesOf(sales)).toEqual(['waiting', 'dry_run']);
  });

  it('of a dry run that has not built them yet are not sent after its end, but where that is asked for', async () => {
    const { integration } = await connect({ isDryRun: true });
    const sales = await shop.sell([0, 2], [integration]);
    expect(await shop.statesOf(sales)).toEqual(['held', 'held']);
    shop.clock.now += MINUTE;
    expect(await changeIntegration(shop.deps, google(), { isLive: true })).toMatchObject({ due: 0 });
    expect(await shop.statesOf(sales)).toEqual(['dry_run', 'dry_run']);
    await changeIntegration(shop.deps, google(), { since: '2026-11-20' });
    expect(await shop.statesOf(sales)).toEqual(['waiting', 'dry_run']);
  });

  it.each([
    ['2026-13-01', /Invalid date: 2026-13-01\. Use a date such as/],
    ['yesterday', /Invalid date/],
    ['2026-11-22', /in the future/],
    ['2026-08-01', /takes no conversions from 2026-08-01: its window is 90 days\. Use 2026-08-23/],
  ])('from %s are refused', async (since, says) => {
    const refusal = await refusalOf(connect({ since }));
    expect(refusal.field).toBe('since');
    expect(refusal.message).toMatch(says);
    expect(await shop.control.hasIntegrations()).toBe(false);
  });
});

describe('a change', () => {
  it('of one that sends nothing makes nothing due', async () => {
    const { integration } = await connect();
    await shop.sell([0], [integration]);
    shop.clock.now += 5 * MINUTE;
    await pauseIntegration(shop.deps, google());
    expect(await changeIntegration(shop.deps, google(), { send: 'own_clicks' })).toMatchObject({ due: 0 });
    expect(await resumeIntegration(shop.deps, google())).toMatchObject({ due: 1 });
  });

  it('replaces what is given, leaves the rest, and makes what was blocked due', async () => {
    const { integration } = await connect();
    const sales = await shop.sell([0], [integration]);
    expect(await settleDue(integration, { reason: 'INVALID_DESTINATION' })).toBe(1);
    expect(await shop.statesOf(sales)).toEqual(['blocked']);
    const { integration: changed, due } = await changeIntegration(shop.deps, google(), {
      ...{ actions: { lead: '88' }, send: 'own_clicks', loginAccount: '111-222-3333' },
    });
    expect(changed).toEqual({
      ...integration,
      ...{ actions: { lead: '88' }, send: 'own_clicks', loginAccount: '1112223333' },
    });
    expect(due).toBe(1);
    expect(await settleDue(integration, { state: 'delivered', reason: null })).toBe(1);
  });

  it('of the credentials mends an integration that has to be connected anew', async () => {
    const { integration } = await connect();
    const problem = { code: 'invalid_grant', message: 'Revoked', at: NOON };
    await shop.control.changeIntegration(integration.id, { state: 'reconnect_required', problem });
    const mended = await changeIntegration(shop.deps, google(), { credentials: { client_id: 'new' } });
    expect(mended.integration).toMatchObject({ state: 'active', problem: null, credentialsVersion: 2 });
    expect(openCredentials(shop.sealer, mended.integration)).toEqual({ client_id: 'new' });
  });

  it('of the credentials leaves a pause as it is', async () => {
    await connect();
    await pauseIntegration(shop.deps, google());
    const changed = await changeIntegration(shop.deps, google(), { credentials: { client_id: 'new' } });
    expect(changed.integration.state).toBe('paused');
  });

  it('is refused where nothing is given, where it is no dry run, and where there is no integration', async () => {
    expect(await refusalOf(changeIntegration(shop.deps, google(), { isLive: true }))).toMatchObject({
      ...{ reason: 'unknown', field: 'platform' },
    });
    await connect();
    expect(await refusalOf(changeIntegration(shop.deps, google(), {}))).toMatchObject({
      reason: 'nothing_to_change',
    });
    expect(await refusalOf(changeIntegration(shop.deps, google(), { isLive: true }))).toMatchObject({
      ...{ reason: 'conflict', field: 'live', fix: 'It sends already.' },
    });
  });
});

describe('a pause', () => {
  it('holds what is owed, and its end makes that due', async () => {
    const { integration } = await connect();
    expect((await pauseIntegration(shop.deps, google())).state).toBe('paused');
    expect((await pauseIntegration(shop.deps, google())).state).toBe('paused');
    await shop.sell([0], [integration]);
    shop.clock.now += DAY;
    const { integration: resumed, due } = await resumeIntegration(shop.deps, google());
    expect([resumed.state, due]).toEqual(['active', 1]);
  });

  it('is told by the audit log once, however often it is asked for', async () => {
    await connect();
    for (let time = 0; time < 2; time += 1) await pauseIntegration(shop.deps, google());
    expect(await shop.control.listAudit({ action: 'pause_integration', limit: 10 })).toHaveLength(1);
  });

  it('is none of a dry run', async () => {
    await connect({ isDryRun: true });
    expect(await refusalOf(pauseIntegration(shop.deps, google()))).toMatchObject({ reason: 'conflict' });
    expect(await refusalOf(resumeIntegration(shop.deps, google()))).toMatchObject({ reason: 'conflict' });
  });
});

it('a removal cancels what waits, and takes the credentials along', async () => {
  const { integration } = await connect();
  const sales = await shop.sell([0, 1], [integration]);
  expect(await removeIntegration(shop.deps, google())).toMatchObject({ cancelled: 2 });
  expect(await shop.statesOf(sales)).toEqual(['cancelled', 'cancelled']);
  expect(await shop.control.listIntegrations()).toEqual([]);
  expect(await refusalOf(removeIntegration(shop.deps, google()))).toMatchObject({ reason: 'unknown' });
});

describe('a test', () => {
  it('asks the platform for each action once, and tells what it found', async () => {
    await connect({ actions: { purchase: '77', order: '77', lead: '88' } });
    shop.script.isFine = false;
    const { result } = await testIntegration(shop.deps, google());
    expect(shop.script.tests).toEqual([{ actions: ['77', '88'], credentials: { client_id: 'c' } }]);
    expect(result).toMatchObject({ ok: false, checks: [{ problem: 'Not there. Make it.' }, { ok: true }] });
  });

  it('asks for the account whose spend is read, and says how to mend what is wrong with it', async () => {
    const meta = { project: shop.project, platform: 'meta_ads' };
    await connect({ ...meta, account: '1234567890123', actions: {} });
    expect((await testIntegration(shop.deps, meta)).result.checks, 'without an ad account').toHaveLength(1);
    await changeIntegration(shop.deps, meta, { spendAccount: '77' });
    expect((await testIntegration(shop.deps, meta)).result).toMatchObject({
      ok: true,
      checks: [{}, { what: 'What the ads of account act_77 cost can be read: INR, days of Asia/Kolkata' }],
    });
    shop.script.isSpendFine = false;
    expect((await testIntegration(shop.deps, meta)).result).toMatchObject({
      ok: false,
      checks: [
        { ok: true },
        { ok: false, problem: expect.stringMatching(/^200: The token may not read it\. .*ads_read\.$/) },
      ],
    });
  });

  it('of what conversions wait for finds no fault with spend, for which they do not wait', async () => {
    const { integration } = await connect({
      ...{
        platform: 'microsoft_ads',
        account: '1234567',
        loginAccount: '7654321',
        actions: { purchase: 'Sale' },
      },
    });
    shop.script.isSpendFine = false;
    expect((await testIntegration(shop.deps, integration)).result.ok).toBe(false);
    expect(await problemsOfMapping(shop.deps, integration)).toEqual([]);
    shop.script.isFine = false;
    expect(await problemsOfMapping(shop.deps, integration)).toEqual([
      'The account is there: Not there. Make it.',
    ]);
  });

  it('says so where the credentials cannot be opened any more', async () => {
    await connect();
    const sealer = createCredentialSealer({ sealing: 'another secret of the tests', alsoOpening: null });
    expect(await refusalOf(testIntegration({ ...shop.deps, sealer }, google()))).toMatchObject({
      ...{
        reason: 'conflict',
        field: 'credentials',
        problem: expect.stringContaining('cannot be read'),
      },
    });
  });

  it('stores each token that the platform replaces, and none over what somebody else has stored', async () => {
    await connect();
    const stored: boolean[] = [];
    shop.script.onTest = async (storeRotated) => {
      stored.push(await storeRotated({ client_id: 'c', refresh_token: '1' }));
      stored.push(await storeRotated({ client_id: 'c', refresh_token: '2' }));
    };
    await testIntegration(shop.deps, google());
    expect(stored).toEqual([true, true]);
    const rotated = await findIntegration(shop.deps, google());
    expect(openCredentials(shop.sealer, rotated)).toEqual({ client_id: 'c', refresh_token: '2' });
    shop.script.onTest = async (storeRotated) => {
      await changeIntegration(shop.deps, google(), { credentials: { client_id: 'given' } });
      stored.push(await storeRotated({ client_id: 'c', refresh_token: '3' }));
    };
    await testIntegration(shop.deps, google());
    expect(stored.at(-1)).toBe(false);
    const given = await findIntegration(shop.deps, google());
    expect(openCredentials(shop.sealer, given)).toEqual({ client_id: 'given' });
  });
});

it('is for admins of the project: a viewer is refused, and a stranger sees no project', async () => {
  await connect();
  const user = { isSuperadmin: false, password: null };
  const viewer = await createUser(shop.operator, { email: 'ann@example.com', ...user });
  const stranger = await createUser(shop.operator, { email: 'bob@example.com', ...user });
  await addMember(shop.operator, { user: viewer.id, project: shop.project }, 'viewer');
  const as = (userId: string) => ({ ...shop.deps, actor: { kind: 'person', userId } as const });
  expect(await refusalOf(pauseIntegration(as(viewer.id), google()))).toMatchObject({ reason: 'not_allowed' });
  expect(await refusalOf(testIntegration(as(stranger.id), google()))).toMatchObject({
    ...{ reason: 'unknown', problem: `Unknown project: ${shop.project}.` },
  });
  expect((await findIntegration(as(viewer.id), google(), 'viewer')).state).toBe('active');
});
