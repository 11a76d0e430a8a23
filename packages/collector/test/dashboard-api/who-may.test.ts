import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IntegrationState, ROLES, type SignedInResponse } from '@cvq/contract';
import type { AuditActor } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../../test/builders/whole.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { inviteClient, linkClient } from '../../src/accounts/agencies.ts';
import { addAnnotation } from '../../src/accounts/annotations.ts';
import { inviteMember } from '../../src/accounts/invitations.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { addMember, removeMember } from '../../src/accounts/members.ts';
import { createUser } from '../../src/accounts/people.ts';
import { saveFunnel } from '../../src/accounts/saved-funnels.ts';
import { addSegment } from '../../src/accounts/segments.ts';
import { dashboardOperations } from '../../src/dashboard-api/operations.ts';
import { questions } from '../../src/dashboard-api/questions.ts';
import { storeDemoProject } from '../../src/demo/demo-project.ts';
import { hashToken } from '../../src/keys/token.ts';
import { startTestCollector, type TestCollector } from '../collector.ts';
import { addPerson, codeOf, linkToken, openBrowser, type TestBrowser } from './browser.ts';

const WRONG = 'wrong wrong wrong';
const collector = await startTestCollector();
const operator = asOperator(collector.control, () => collector.clock.now);

const demoCollector = await startTestCollector({ opensDemo: true });
await storeDemoProject(demoCollector.control, demoCollector.project);

const account = (await collector.control.findProject(collector.project))?.accountId ?? '';
const { id: agency } = await createAccount(operator, { name: 'Agency', kind: 'agency', plan: 'agency' });
await linkClient(operator, { agency, client: account });

const PEOPLE = ['stranger', ...ROLES, 'superadmin'] as const;
const WHO = ['nobody', 'demo', ...PEOPLE] as const;
type Asking = (typeof WHO)[number] | 'agent';

const ids = new Map<Asking, string>();
for (const who of PEOPLE) {
  const email = `${who}@example.com`;
  const isSuperadmin = who === 'superadmin';
  const { id } = await createUser(operator, { email, isSuperadmin, password: null });
  ids.set(who, id);
  const role = ROLES.find((name) => name === who);
  if (role) await addMember(operator, { user: email, account }, role);
}
/** An admin of an agency that works for the account. */
const agent = await addPerson(collector, 'agent@example.com');
await addMember(operator, { user: agent.id, account: agency }, 'admin');
ids.set('agent', agent.id);

let sessions = 0;
/** A browser with a session of its own, whose password was given at this moment. */
async function browserOf(who: Asking): Promise<TestBrowser> {
  if (who === 'demo') {
    const browser = openBrowser(demoCollector);
    await browser.post('/open-demo', { token: await linkToken(demoCollector, 'demo') });
    return browser;
  }
  const browser = openBrowser(collector);
  if (who === 'nobody') return browser;
  sessions += 1;
  const now = collector.clock.now;
  const session = {
    id: `ses_${sessions}`,
    tokenHash: hashToken(`${sessions}`),
    userId: ids.get(who) as string,
  };
  const told = { createdAt: now, provenAt: now, network: null, browser: null };
  await collector.control.createSession({ ...session, ...told });
  browser.cookies.set('cvq', `${sessions}`);
  return browser;
}

async function accountOf({ control, project }: TestCollector): Promise<string> {
  return (await control.findProject(project))?.accountId as string;
}

/** What each gets: one outcome for all, or those of nobody, the demo, a stranger, the four roles and a superadmin. */
type Outcomes = readonly (string | number)[];

const all = (outcome: string | number) => WHO.map(() => outcome);
const SIGNED_IN = ['unauthenticated', ...all(200).slice(1)];
const PERSONS = (outcome: string | number) => ['unauthenticated', 'not_allowed', ...all(outcome).slice(2)];
const SUPERADMINS = ['unauthenticated', ...all('not_allowed').slice(2), 200];

/** What members of a project and above may do there. */
const MEMBERS = (outcome: string | number) => [
  ...['unauthenticated', outcome, 'not_found', 'read_only_role'],
  ...[outcome, outcome, outcome, outcome],
];

/** What admins of a project and above may change there. */
const ADMINS = (outcome: string | number) => [
  ...['unauthenticated', 'not_allowed', 'not_found', 'read_only_role', 'not_allowed'],
  ...[outcome, outcome, outcome],
];

/** What admins of a project and above may read there, and others not: a viewer is refused for the role, not for writing. */
const ADMINS_READ = ADMINS(200).with(WHO.indexOf('viewer'), 'not_allowed');

/** What everybody may who can see a project, the owner of the demo among them. */
const VIEWERS = (outcome: string | number) => [
  ...['unauthenticated', outcome, 'not_found', ...ROLES.map(() => outcome), outcome],
];

/** What persons who are members of a project and above may do there, and the owner of the demo may not. */
const PERSONS_FROM_MEMBER = (outcome: string | number) => [
  ...['unauthenticated', 'not_allowed', 'not_found', 'read_only_role'],
  ...[outcome, outcome, outcome, outcome],
];

const annotation = { date: '2026-11-21', text: 'A magazine writes about us' };
const nobody = { by: 'user_id', value: 'nobody-at-all' };

let segments = 0;
/** Of a name of its own each time: no two of a project have the same. */
const aSegment = () => ({ name: `Segment ${++segments}`, filter: ['country:is:DE'] });

const aFunnel = () => ({ name: `Funnel ${++segments}`, event_types: ['pageview', 'purchase'] });

const invited = { email: 'new@example.com', role: 'member', project: collector.project };

/** What admins of a project may do there, and the owner of the demo in the demo. */
const OWNERS_OF_DEMO = (outcome: string | number) => [
  ...['unauthenticated', outcome, 'not_found', 'read_only_role', 'not_allowed'],
  ...[outcome, outcome, outcome],
];

const INTEGRATION = '/projects/{project}/integrations/google_ads';

let made = 0;
/** Somebody new, who is a viewer of the account. */
async function aViewer(): Promise<string> {
  made += 1;
  const { id } = await createUser(operator, {
    ...{ email: `viewer${made}@example.com`, isSuperadmin: false, password: null },
  });
  await addMember(operator, { user: id, account }, 'viewer');
  return id;
}

/** Another account, in which nobody is a member. */
async function anAccount(): Promise<string> {
  return (await createAccount(operator, { name: 'Other', kind: 'customer', plan: 'growth' })).id;
}

/** An agency that has invited the account, or works for it. */
async function anAgency({ isActive }: { readonly isActive: boolean }): Promise<string> {
  const { id } = await createAccount(operator, { name: 'New', kind: 'agency', plan: 'agency' });
  await (isActive ? linkClient : inviteClient)(operator, { agency: id, client: account });
  return id;
}

const anInvitation = async () => {
  const deps = { ...operator, random: randomBytes, origin: collector.origin };
  return (await inviteMember(deps, { email: 'x@example.com', role: 'viewer', account })).link.id;
};

/** Something of the project of a collector that can be changed and removed. */
const annotationOf = async ({ control, project }: TestCollector) =>
  (await addAnnotation(asOperator(control, operator.now), { project, ...annotation })).id;
const segmentOf = async ({ control, project }: TestCollector) =>
  (await addSegment(asOperator(control, operator.now), { project, ...aSegment() })).id;
const funnelOf = async ({ control, project }: TestCollector) => {
  const { name, event_types: steps } = aFunnel();
  const funnel = { project, name, steps, scope: 'visitor', windowDays: 30 } as const;
  return (await saveFunnel(asOperator(control, operator.now), funnel)).id;
};

/** A key of the account. */
const aKey = async () => {
  const key = { accountId: account, kind: 'secret', name: 'Key', scopes: [], projects: 'all' } as const;
  return (await createKey(operator, key)).key.id;
};

const anEndpoint = async () => {
  made += 1;
  const id = `ep_${made}`;
  const secret = { sealed: Uint8Array.of(1), createdAt: 0, leadsFrom: 0, endsAt: null };
  await collector.control.createWebhook({
    ...{ id, project: collector.project, url: 'https://hooks.example/', events: ['*'], enabled: true },
    ...{ createdAt: 0, secrets: [secret] },
  });
  return id;
};

/** An integration in some state, in the place of the one before. */
const anIntegration = async ({ control, project }: TestCollector, state: IntegrationState) => {
  for (const { id } of await control.listIntegrations({ project })) await control.removeIntegration(id);
  made += 1;
  await control.createIntegration({
    ...{ id: `int_${made}`, project, platform: 'meta_ads', account: '12345678', loginAccount: null, state },
    ...{ spendAccount: null, actions: {}, send: 'matchable', credentials: Uint8Array.of(1), problem: null },
    ...{ credentialsVersion: 1, sendsFrom: 0, createdAt: 0 },
  });
  return '/projects/{project}/integrations/meta_ads';
};

/** The conversion of a purchase that a server reports. */
const aConversion = async ({ client, serverKey }: TestCollector) => {
  made += 1;
  const json = { event_type: 'purchase', properties: { order_id: `O-${made}`, value: 1, currency: 'EUR' } };
  const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  return (body as { event_id: string }).event_id.replace('evt_', 'conv_');
};

let ranges = 0;
/** A rule that the project has. */
const aRule = async () => {
  ranges += 1;
  const value = `198.51.100.${ranges}/32`;
  await collector.control.addBotRules(collector.project, [{ kind: 'ipRanges', value }], { at: 0 });
  return { ip_range: [value] };
};

/** A request of each operation. What it is about may be made for each who asks. */
type Asked = {
  readonly path?: string | ((of: TestCollector) => Promise<string>);
  readonly json?: unknown | (() => unknown);
  /** What an admin of an agency gets who is no stranger to it; else as in the table below. */
  readonly agent?: string | number;
};
const oauthQuery = new URLSearchParams({
  ...{ client_id: 'app_known', response_type: 'code', scope: 'projects:read' },
  ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
}).toString();
await collector.control.addApplication({
  ...{
    id: 'app_known',
    name: 'Analyst',
    redirectUris: ['http://127.0.0.1/callback'],
    createdAt: Date.parse('2100-01-01'),
  },
});

const REQUESTS: Readonly<Record<string, [request: Asked, outcomes: Outcomes]>> = {
  get_sign_in_state: [{}, all(200)],
  sign_in: [{ json: { email: 'no@example.com', password: WRONG } }, all('sign_in_failed')],
  sign_out: [{}, SIGNED_IN],
  set_up: [{ json: { token: 'x', email: 'a@example.com', password: WRONG } }, all('link_gone')],
  sign_up: [
    { json: { email: 'new@example.com', password: 'short' } },
    ['unauthenticated', 'invalid_request', ...PEOPLE.map(() => 'not_allowed')],
  ],
  open_demo: [{ json: { token: 'x' } }, all('link_gone')],
  read_invitation: [{ json: { token: 'x' } }, all('link_gone')],
  redeem_invitation: [{ json: { token: 'x', password: WRONG } }, all('link_gone')],
  redeem_reset: [{ json: { token: 'x', password: WRONG } }, all('link_gone')],
  get_me: [{}, SIGNED_IN],
  get_notices: [{}, SIGNED_IN],
  change_name: [{ json: { name: 'Ann' } }, PERSONS(200)],
  change_password: [
    { json: { current_password: WRONG, new_password: 'a good long one' } },
    PERSONS('invalid_request'),
  ],
  step_up: [{ json: { password: WRONG } }, PERSONS('invalid_request')],
  list_keys: [{}, ['unauthenticated', 200, 'not_found', ...ROLES.map(() => 200), 200]],
  create_key: [{ json: { kind: 'secret', name: 'Key', scopes: [], projects: 'all' } }, ADMINS(200)],
  revoke_key: [{ path: async () => `/keys/${await aKey()}`, agent: 'not_found' }, ADMINS(200)],
  list_sessions: [{}, SIGNED_IN],
  end_session: [{ path: '/sessions/ses_other' }, ['unauthenticated', ...all('not_found').slice(1)]],
  sign_out_everywhere: [{}, SIGNED_IN],
  invite: [{ json: invited, agent: 'not_allowed' }, ADMINS(200)],
  list_invitations: [{}, PERSONS(200)],
  withdraw_invitation: [{ path: async () => `/invitations/${await anInvitation()}` }, ADMINS(200)],
  create_reset: [{ json: { user: 'viewer@example.com' } }, SUPERADMINS],
  list_members: [
    { path: `/members?account=${account}` },
    ['unauthenticated', 'not_allowed', 'not_found', ...ROLES.map(() => 200), 200],
  ],
  add_member: [
    { json: async () => ({ account: await anAccount(), user: await aViewer(), role: 'member' }) },
    SUPERADMINS,
  ],
  change_role: [
    { path: async () => `/members/${await aViewer()}`, json: { account, role: 'admin' } },
    ADMINS(200),
  ],
  remove_member: [{ path: async () => `/members/${await aViewer()}?account=${account}` }, ADMINS(200)],
  restrict_member: [
    { path: async () => `/members/${agent.id}/clients`, json: { agency, clients: null }, agent: 200 },
    ['unauthenticated', 'not_allowed', ...PEOPLE.map((who) => (who === 'superadmin' ? 200 : 'not_found'))],
  ],
  list_users: [{}, SUPERADMINS],
  create_user: [{ json: () => ({ email: `new${++made}@example.com` }) }, SUPERADMINS],
  disable_user: [{ path: async () => `/users/${await aViewer()}/disable` }, SUPERADMINS],
  enable_user: [{ path: async () => `/users/${await aViewer()}/enable` }, SUPERADMINS],
  delete_user: [{ path: async () => `/users/${await aViewer()}` }, SUPERADMINS],
  list_accounts: [{}, SUPERADMINS],
  create_account: [{ json: { name: 'Shop', kind: 'customer', plan: 'starter' } }, SUPERADMINS],
  change_account: [{ json: { name: 'Shop' } }, ADMINS(200)],
  list_client_relationships: [
    {},
    ['unauthenticated', 'not_allowed', 'not_found', ...ROLES.map(() => 200), 200],
  ],
  invite_client: [
    { path: `/agencies/${agency}/clients`, json: async () => ({ client: await anAccount() }), agent: 200 },
    ['unauthenticated', 'not_allowed', ...PEOPLE.map((who) => (who === 'superadmin' ? 200 : 'not_found'))],
  ],
  accept_client: [
    { path: async () => `/agencies/${await anAgency({ isActive: false })}/clients/${account}/accept` },
    ADMINS(200),
  ],
  end_client: [
    { path: async () => `/agencies/${await anAgency({ isActive: true })}/clients/${account}` },
    ADMINS(200),
  ],
  list_audit_log: [{ path: `/audit-log?account=${account}` }, ADMINS_READ],
  create_project: [{ json: { domain: 'new.example', account } }, ADMINS(200)],
  get_project_settings: [{}, ['unauthenticated', 200, 'not_found', ...ROLES.map(() => 200), 200]],
  update_project: [{ json: { name: 'Shop' } }, ADMINS(200)],
  delete_project: [{ json: { domain: 'other.example' }, agent: 'not_allowed' }, ADMINS('invalid_request')],
  add_annotation: [{ json: annotation }, MEMBERS(200)],
  change_annotation: [
    { path: async (of) => `/projects/{project}/annotations/${await annotationOf(of)}`, json: annotation },
    MEMBERS(200),
  ],
  remove_annotation: [
    { path: async (of) => `/projects/{project}/annotations/${await annotationOf(of)}` },
    MEMBERS(200),
  ],
  add_segment: [{ json: aSegment }, MEMBERS(200)],
  change_segment: [
    { path: async (of) => `/projects/{project}/segments/${await segmentOf(of)}`, json: aSegment },
    MEMBERS(200),
  ],
  list_integrations: [{}, VIEWERS(200)],
  connect_integration: [
    {
      path: '/projects/{project}/integrations/meta_ads',
      json: { account_id: '12345678', map: {}, credentials: '{}', dry_run: true },
    },
    ADMINS('invalid_request'),
  ],
  update_integration: [
    { path: (of) => anIntegration(of, 'dry_run'), json: { send: 'own_clicks' } },
    ADMINS(200),
  ],
  test_integration: [{ path: `${INTEGRATION}/test` }, ADMINS('not_found')],
  pause_integration: [{ path: async (of) => `${await anIntegration(of, 'active')}/pause` }, ADMINS(200)],
  resume_integration: [{ path: async (of) => `${await anIntegration(of, 'paused')}/resume` }, ADMINS(200)],
  remove_integration: [{ path: (of) => anIntegration(of, 'active') }, ADMINS(200)],
  count_earlier: [{ path: `${INTEGRATION}/earlier?since=2026-11-20` }, ADMINS_READ],
  list_built_requests: [{ path: `${INTEGRATION}/built-requests` }, VIEWERS('not_found')],
  ask_consent: [{ path: `${INTEGRATION}/consent`, json: { credentials: '{}' } }, ADMINS('invalid_request')],
  list_spend_sources: [{}, VIEWERS(200)],
  preview_spend: [{}, OWNERS_OF_DEMO('invalid_request')],
  import_spend: [{}, OWNERS_OF_DEMO('invalid_request')],
  remove_spend: [{}, OWNERS_OF_DEMO('not_found')],
  sync_spend: [{ path: `${INTEGRATION}/spend` }, ADMINS('not_found')],
  list_rates: [{}, VIEWERS(200)],
  import_rates: [{}, OWNERS_OF_DEMO('invalid_request')],
  remove_rates: [{ path: '/projects/{project}/rates/USD/EUR' }, OWNERS_OF_DEMO('not_found')],
  remove_segment: [
    { path: async (of) => `/projects/{project}/segments/${await segmentOf(of)}` },
    MEMBERS(200),
  ],
  list_funnels: [{}, VIEWERS(200)],
  save_funnel: [{ json: aFunnel }, MEMBERS(200)],
  remove_funnel: [{ path: async (of) => `/projects/{project}/funnels/${await funnelOf(of)}` }, MEMBERS(200)],
  list_webhooks: [{}, VIEWERS(200)],
  create_webhook: [{ json: { url: 'https://127.0.0.1/', events: ['*'] } }, ADMINS('invalid_request')],
  update_webhook: [
    { path: async () => `/projects/{project}/webhooks/${await anEndpoint()}`, json: { enabled: false } },
    ADMINS(200),
  ],
  remove_webhook: [{ path: async () => `/projects/{project}/webhooks/${await anEndpoint()}` }, ADMINS(200)],
  rotate_webhook_secret: [
    {
      path: async () => `/projects/{project}/webhooks/${await anEndpoint()}/secret`,
      json: { force: true },
    },
    ADMINS(200),
  ],
  test_webhook: [{ json: { type: 'lead' } }, ADMINS('not_found')],
  list_webhook_deliveries: [{}, VIEWERS(200)],
  get_webhook_delivery: [{}, VIEWERS('not_found')],
  redeliver_webhook: [{}, PERSONS_FROM_MEMBER('not_found')],
  redeliver_failed_webhooks: [{}, PERSONS_FROM_MEMBER(200)],
  add_bot_rules: [{ json: { ip_range: ['192.0.2.0/24'] } }, ADMINS(200)],
  remove_bot_rules: [{ json: aRule }, ADMINS(200)],
  get_bot_networks: [{}, SIGNED_IN],
  refresh_bot_networks: [{}, ADMINS('conflict')],
  remove_conversion: [
    {
      path: async (of) => `/conversions/${await aConversion(of)}/remove`,
      json: { project: collector.project },
    },
    ADMINS(200),
  ],
  preview_erasure: [{ json: nobody }, ADMINS(200)],
  erase_person: [{ json: nobody }, ADMINS(200)],
  list_erasures: [{}, VIEWERS(200)],
  begin_authorization: [{ json: { query: oauthQuery } }, PERSONS(200)],
  allow_authorization: [
    { json: { scopes: ['projects:read'], projects: null, as_superadmin: false } },
    PERSONS('not_found'),
  ],
  deny_authorization: [{}, PERSONS('not_found')],
  list_grants: [{}, PERSONS(200)],
  revoke_grant: [{}, PERSONS('not_found')],
};

/** In projects of a client the admin of an agency is an admin, except for what `agent` says, and to its account a stranger. */
function ofAgent({ path, json }: Asked, pattern: string, outcomes: Outcomes): Outcomes[number] {
  const isOfProject =
    `${typeof path === 'string' ? path : pattern}`.includes('{project}') ||
    (json as { project?: string } | undefined)?.project === collector.project;
  return outcomes[WHO.indexOf(isOfProject ? 'admin' : 'stranger')] as Outcomes[number];
}

/** Each a POST, so that what it asks about stands in no address. */
const WRITES_NOTHING = new Set([
  ...['begin_authorization', 'preview_erasure', 'read_invitation'],
  ...['ask_consent', 'preview_spend', 'test_integration'],
]);

/** Writes that this table makes for nobody, each with the file of the test that looks for what the audit log tells of it. */
const TOLD_ELSEWHERE: Readonly<Record<string, string>> = {
  ...{ sign_in: 'audit-log', set_up: 'audit-log', sign_up: 'audit-log', open_demo: 'audit-log' },
  ...{ redeem_invitation: 'audit-log', redeem_reset: 'audit-log', step_up: 'audit-log' },
  ...{ end_session: 'audit-log', change_password: 'audit-log', delete_project: 'project-settings' },
  ...{ connect_integration: 'integrations', sync_spend: 'integrations' },
  ...{ import_spend: 'spend-files', remove_spend: 'spend-files' },
  ...{ import_rates: 'spend-files', remove_rates: 'spend-files' },
  ...{ create_webhook: 'webhooks', test_webhook: 'webhooks', redeliver_webhook: 'webhooks' },
  ...{ refresh_bot_networks: '../bots/network-refresh' },
  ...{ allow_authorization: '../oauth/authorizing', revoke_grant: '../oauth/tokens' },
};
/** It lets nobody in, and leaves nothing. */
const LEAVES_NOTHING = ['deny_authorization'];

const storeOf = (who: Asking) => (who === 'demo' ? demoCollector : collector).control;

const actorOf = (actor: AuditActor) => (actor.kind === 'person' ? actor.userId : actor.kind);
const whoIs = (who: Asking) => ids.get(who) ?? who;

async function lastEntry(who: Asking): Promise<number> {
  const [entry] = await storeOf(who).listAudit({ limit: 1 });
  return entry?.id ?? 0;
}

/** What the audit log tells of since an entry: of people it tells in the log of each account that they are in. */
async function actionsSince(who: Asking, id: number): Promise<string[]> {
  const entries = await storeOf(who).listAudit({ limit: 10 });
  const done = entries.filter((entry) => entry.id > id && entry.outcome === 'done');
  // Who it was and from where; what the test prepared is the operator's.
  const own = done.filter(({ actor }) => actor.kind !== 'operator');
  for (const { actor, surface, network } of own)
    expect([actorOf(actor), surface, network]).toEqual([whoIs(who), 'dashboard', '127.0.0.0']);
  expect(new Set(own.map(({ accountId }) => accountId)).size).toBe(own.length);
  return [...new Set(own.map(({ action }) => action))];
}

type Sent = { readonly method: string; readonly at: string; readonly json: unknown };

function ask(browser: TestBrowser, { method, at, json }: Sent) {
  if (method === 'GET') return browser.get(at);
  if (method === 'DELETE') return browser.delete(at);
  return method === 'PUT' ? browser.put(at, json) : browser.post(at, json);
}

/** Who asks an operation: in `npm test` each of them asks every third one, and an admin and a superadmin all. */
const ASKING = [...WHO, 'agent'] as const;
const askingInTurn = (row: number) => {
  const turn = inTurn(ASKING, row, 3);
  return ASKING.filter((who) => who === 'admin' || who === 'superadmin' || turn.includes(who));
};

/** Writes that somebody was seen to make, with what the audit log told of it. */
const seen = new Set<string>();

describe('each operation of the dashboard', () => {
  it.each(dashboardOperations.map((operation, row) => [operation.name, operation, row] as const))(
    '%s answers each who may, and nobody else, and the audit log tells of what they do',
    async (name, { method, path }, row) => {
      const [request, outcomes] = REQUESTS[name] ?? [{}, ['a request is missing']];
      const asking = askingInTurn(row);
      const found: (string | number)[] = [];
      const told: string[][] = [];
      for (const who of asking) {
        // Failures of one are not to slow down the next.
        collector.clock.now += 3_600_000;
        const browser = await browserOf(who);
        const of = who === 'demo' ? demoCollector : collector;
        const asked = typeof request.path === 'function' ? await request.path(of) : (request.path ?? path);
        const at = asked
          .replace('{project}', of.project)
          .replace('{account}', await accountOf(of))
          .replace(/\{\w+\}/, 'none');
        const json = typeof request.json === 'function' ? await request.json() : (request.json ?? {});
        const before = await lastEntry(who);
        found.push(codeOf(await ask(browser, { method, at, json })));
        told.push(await actionsSince(who, before));
      }
      const all = [...outcomes, request.agent ?? ofAgent(request, path, outcomes)];
      expect(found).toEqual(asking.map((who) => all[ASKING.indexOf(who)]));
      const isTold = method !== 'GET' && !WRITES_NOTHING.has(name);
      expect(told).toEqual(found.map((outcome) => (outcome === 200 && isTold ? [name] : [])));
      if (isTold && found.includes(200)) seen.add(name);
    },
  );

  it('every write was seen in the audit log, here or in another file', () => {
    const here = import.meta.dirname;
    const isToldIn = (name: string, file: string) =>
      readFileSync(join(here, `${file}.test.ts`), 'utf8').includes(`'${name}'`);
    const writes = dashboardOperations.filter(
      ({ name, method }) => method !== 'GET' && !WRITES_NOTHING.has(name) && !LEAVES_NOTHING.includes(name),
    );
    const unseen = writes.map(({ name }) => name).filter((name) => !seen.has(name));
    expect(unseen.toSorted()).toEqual(Object.keys(TOLD_ELSEWHERE).toSorted());
    expect(unseen.filter((name) => !isToldIn(name, TOLD_ELSEWHERE[name] ?? ''))).toEqual([]);
  });

  it.each(
    dashboardOperations.filter(({ stepUp }) => stepUp).map(({ name, method, path }) => [name, method, path]),
  )('%s asks for the password again after ten minutes', async (_name, method, path) => {
    const browser = await browserOf('superadmin');
    collector.clock.now += 600_000;
    const put = () => (method === 'PUT' ? browser.put(path) : browser.post(path));
    const answer = method === 'DELETE' ? browser.delete(path) : put();
    expect(codeOf(await answer)).toBe('step_up_required');
  });

  it('a superadmin finds nothing in a project that is not there', async () => {
    const browser = await browserOf('superadmin');
    for (const { name, method, path } of dashboardOperations) {
      if (method !== 'GET' || !path.includes('{project}')) continue;
      const asked = REQUESTS[name]?.[0].path;
      const at = (typeof asked === 'string' ? asked : path).replace('{project}', 'proj_none');
      const answer = await browser.get(at.replaceAll(/\{\w+\}/g, 'none'));
      expect([name, codeOf(answer)]).toEqual([name, 'not_found']);
    }
  });

  it('refuses what its schema does not have, and names it', async () => {
    const browser = await browserOf('superadmin');
    for (const { name, method, stepUp, ...operation } of dashboardOperations) {
      if (method !== 'POST' || stepUp || operation.file || operation.path.startsWith('/sign-out')) continue;
      const asked = REQUESTS[name]?.[0].path;
      const path = typeof asked === 'string' ? asked : operation.path;
      const at = path.replace('{project}', collector.project);
      const { status, body: told } = await browser.post(at, { foo: 1 });
      expect([status, JSON.stringify(told).includes('foo is not a known field')]).toEqual([400, true]);
    }
  });
});

/** About every project within reach. */
const OF_ALL = ['list_projects', 'list_project_figures'];

describe('each question of the dashboard', () => {
  const asked = (owner: TestCollector, { name, example, path }: (typeof questions)[number]) => {
    const filled = path
      .replace('{project}', owner.project)
      .replace(/\{\w+\}/g, `evt_${owner.clock.now}_a1b2c3d4e5`)
      .replace('/v1', '');
    const project = path.includes('{project}') || OF_ALL.includes(name) ? '' : `&project=${owner.project}`;
    return `${filled}?${example}${project}`.replace('?&', '?');
  };

  it.each(questions.map((question, row) => [question.name, question, row] as const))(
    '%s is answered to whoever reaches the project, by their role',
    async (name, question, row) => {
      const expected = (who: Asking): string | number => {
        if (who === 'nobody') return 'unauthenticated';
        if (who === 'stranger' && !OF_ALL.includes(name)) return 'not_found';
        if (question.writes && who === 'viewer') return 'read_only_role';
        return question.params === undefined ? 200 : 'not_found';
      };
      for (const who of askingInTurn(row)) {
        if (who === 'agent') continue;
        const browser = await browserOf(who);
        const at = asked(who === 'demo' ? demoCollector : collector, question);
        const isRead = question.method === 'GET';
        const answer = await (isRead ? browser.get(at) : browser.post(at, { platform: 'google_ads' }));
        expect([who, codeOf(answer)]).toEqual([who, expected(who)]);
      }
    },
  );

  it('list_projects shows a stranger none, and the owner of the demo that alone', async () => {
    await demoCollector.addProject();
    const shown = async (who: Asking) => (await (await browserOf(who)).get('/projects')).body;
    expect(await shown('stranger')).toMatchObject({ data: [] });
    expect(await shown('demo')).toMatchObject({ data: [{ id: demoCollector.project }] });
    expect(((await shown('demo')) as { data: unknown[] }).data).toHaveLength(1);
  });
});

describe('the owner of the demo', () => {
  it('is gone with the first person, and there is none where nothing opens the demo', async () => {
    const other = await startTestCollector({ opensDemo: true });
    await storeDemoProject(other.control, other.project);
    const browser = openBrowser(other);
    const token = await linkToken(other, 'demo');
    for (let times = 0; times < 2; times += 1) {
      expect((await browser.post('/open-demo', { token })).status).toBe(200);
      expect((await browser.get('/me')).body).toMatchObject({
        data: { id: null, is_demo: true, projects: [{ role: 'owner' }] },
      });
    }
    await createUser(
      asOperator(other.control, () => other.clock.now),
      { email: 'ann@example.com', isSuperadmin: false, password: null },
    );
    expect(codeOf(await browser.get('/me'))).toBe('unauthenticated');
    expect(codeOf(await browser.post('/open-demo', { token }))).toBe('link_gone');

    const closed = await startTestCollector();
    await storeDemoProject(closed.control, closed.project);
    const answer = await openBrowser(closed).post('/open-demo', { token: await linkToken(closed, 'demo') });
    expect(codeOf(answer)).toBe('link_gone');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

it('/me tells of a project which part of the role in it no agency gives', async () => {
  const rolesOf = async (who: Asking) => {
    const { data } = (await (await browserOf(who)).get('/me')).body as SignedInResponse;
    const project = data.projects.find(({ id }) => id === collector.project);
    return [project?.role, project?.own_role];
  };
  expect(await rolesOf('agent')).toEqual(['admin', null]);
  expect(await rolesOf('member')).toEqual(['member', 'member']);
  expect(await rolesOf('superadmin')).toEqual(['owner', 'owner']);
  const place = { user: agent.id, project: collector.project };
  await addMember(operator, place, 'viewer');
  expect(await rolesOf('agent')).toEqual(['admin', 'viewer']);
  await removeMember(operator, place);
});
