import { PLAN_CODES, PLANS } from '@cvq/contract';
import { openControlStore } from '@cvq/storage';
import { afterAll, describe, expect, it } from 'vitest';
import { changeAccount, createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import {
  acceptClient,
  endClient,
  inviteClient,
  linkClient,
  restrictMember,
} from '../../src/accounts/agencies.ts';
import { createKey, revokeKey } from '../../src/accounts/keys.ts';
import { addMember, changeRole, removeMember } from '../../src/accounts/members.ts';
import { createUser, deleteUser, setPassword } from '../../src/accounts/people.ts';
import { createProject, deleteProject, updateProject } from '../../src/accounts/projects.ts';
import { Refused } from '../../src/accounts/refused.ts';
import { START, temporaryFolder } from '../collector.ts';

const location = { folder: temporaryFolder(), migrate: true };
const control = openControlStore(location);
afterAll(() => control.close());
const deps = asOperator(control, () => START);

const agency = (await createAccount(deps, { name: 'Agency', kind: 'agency', plan: 'agency' })).id;
const shop = (await createAccount(deps, { name: 'Shop', kind: 'customer', plan: 'growth' })).id;
const invited = (await createAccount(deps, { name: 'Invited', kind: 'customer', plan: 'starter' })).id;
const other = (await createAccount(deps, { name: 'Other', kind: 'customer', plan: 'starter' })).id;
const gone = (await createAccount(deps, { name: 'Gone', kind: 'customer', plan: 'starter' })).id;
await changeAccount(deps, gone, { suspended: true });
const { project } = await createProject(deps, { domain: 'shop.example', accountId: shop });
const ann = await createUser(deps, { email: 'ann@example.com', isSuperadmin: false, password: null });
const bob = await createUser(deps, { email: 'bob@example.com', isSuperadmin: false, password: null });
await addMember(deps, { user: ann.id, account: shop }, 'viewer');
await inviteClient(deps, { agency, client: invited });
await linkClient(deps, { agency, client: shop });

const key = { accountId: shop, kind: 'secret', name: 'x', scopes: ['bots:read'], projects: 'all' } as const;
const user = { email: 'eve@example.com', isSuperadmin: false, password: null };

async function refusalOf(wish: Promise<unknown>): Promise<Refused> {
  const refusal = await wish.then(
    () => null,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Refused);
  return refusal as Refused;
}

type Case = [
  what: string,
  wish: () => Promise<unknown>,
  refused: { reason: string; field: string | null; problem: string; fix: RegExp; entry?: number },
];

const site = { domain: 'a.example' };
const intoSuspended = {
  reason: 'bad_value',
  field: 'account',
  problem: 'The account is suspended: nobody would reach the project.',
  fix: /end the suspension/,
};
const CASES: Case[] = [
  [
    'a project in a suspended account',
    () => createProject(deps, { ...site, accountId: gone }),
    intoSuspended,
  ],
  [
    'a project that moves to a suspended account',
    () => updateProject(deps, project.id, { accountId: gone }),
    intoSuspended,
  ],
  [
    'a secret key of a suspended account',
    () => createKey(deps, { ...key, accountId: gone }),
    {
      reason: 'bad_value',
      field: 'account',
      problem: 'The account is suspended: the key could read no project.',
      fix: /end the suspension/,
    },
  ],
  [
    'a time zone that does not exist',
    () => createProject(deps, { ...site, timezone: 'Mars/Base' }),
    {
      reason: 'bad_value',
      field: 'timezone',
      problem: 'Unknown time zone: Mars/Base.',
      fix: /Europe\/Berlin/,
    },
  ],
  [
    'an offset for a time zone',
    () => createProject(deps, { ...site, timezone: '+05:30' }),
    { reason: 'bad_value', field: 'timezone', problem: 'Unknown time zone: +05:30.', fix: /Asia\/Kolkata/ },
  ],
  [
    'a currency that does not exist',
    () => createProject(deps, { ...site, currency: 'QQQ' }),
    { reason: 'bad_value', field: 'currency', problem: 'Unknown currency: QQQ.', fix: /ISO 4217/ },
  ],
  [
    'a currency that is none',
    () => createProject(deps, { ...site, currency: 'XXX' }),
    { reason: 'bad_value', field: 'currency', problem: 'Unknown currency: XXX.', fix: /people pay with/ },
  ],
  [
    'a currency that is for tests',
    () => createProject(deps, { ...site, currency: 'XTS' }),
    { reason: 'bad_value', field: 'currency', problem: 'Unknown currency: XTS.', fix: /people pay with/ },
  ],
  [
    'a currency that is a metal',
    () => createProject(deps, { ...site, currency: 'XAU' }),
    { reason: 'bad_value', field: 'currency', problem: 'Unknown currency: XAU.', fix: /people pay with/ },
  ],
  [
    'a domain with a path',
    () => createProject(deps, { domain: 'shop.example/path' }),
    {
      ...{ reason: 'bad_value', field: 'domain', fix: /without a path/ },
      problem: 'Invalid host name: shop.example/path.',
    },
  ],
  [
    'a host without a dot, by its place in the list',
    () => updateProject(deps, project.id, { hosts: ['shop.example', 'shop'] }),
    {
      ...{ reason: 'bad_value', field: 'hosts', entry: 2, fix: /www\.example\.com/ },
      problem: 'Invalid host name: shop. shop has no dot.',
    },
  ],
  [
    'a list of no hosts',
    () => updateProject(deps, project.id, { hosts: [] }),
    { reason: 'bad_value', field: 'hosts', problem: 'The list of hosts is empty.', fix: /every host/ },
  ],
  [
    'a parameter that cannot be one',
    () => updateProject(deps, project.id, { redactedNames: ['iban', 'a=b'] }),
    {
      ...{ reason: 'bad_value', field: 'redacted_names', entry: 2, fix: /customer_no/ },
      problem: 'Invalid name of a parameter: a=b.',
    },
  ],
  [
    'persons that are neither on nor off',
    () => updateProject(deps, project.id, { persons: 'ON' }),
    { reason: 'bad_value', field: 'persons', problem: 'Unknown persons: ON.', fix: /on, off/ },
  ],
  [
    'a change of nothing',
    () => updateProject(deps, project.id, {}),
    { reason: 'nothing_to_change', field: null, problem: 'Nothing to change.', fix: /a name, a domain/ },
  ],
  [
    'a project that does not exist',
    () => deleteProject(deps, 'proj_none'),
    { reason: 'unknown', field: 'project', problem: 'Unknown project: proj_none.', fix: /id/ },
  ],
  [
    'an owner that does not exist',
    () => createProject(deps, { ...site, accountId: 'acc_none' }),
    { reason: 'unknown', field: 'account', problem: 'Unknown account: acc_none.', fix: /id/ },
  ],
  [
    'an empty name',
    () => createAccount(deps, { name: ' ', kind: 'customer', plan: 'starter' }),
    { reason: 'bad_value', field: 'name', problem: 'Invalid name.', fix: /1 to 300 characters/ },
  ],
  [
    'a plan that does not exist',
    () => changeAccount(deps, shop, { plan: 'gold' }),
    { reason: 'bad_value', field: 'plan', problem: 'Unknown plan: gold.', fix: /starter, growth/ },
  ],
  [
    'an e-mail address without an @',
    () => createUser(deps, { ...user, email: 'eve' }),
    { reason: 'bad_value', field: 'email', problem: 'Invalid e-mail address: eve.', fix: /ann@example\.com/ },
  ],
  [
    'an e-mail address that another has',
    () => createUser(deps, { ...user, email: 'ANN@example.com' }),
    {
      ...{ reason: 'taken', field: 'email', fix: /another address/ },
      problem: 'There is already a user with the address ann@example.com.',
    },
  ],
  [
    'a short password of a new user',
    () => createUser(deps, { ...user, password: 'short' }),
    { reason: 'bad_value', field: 'password', problem: 'The password is too short.', fix: /10 characters/ },
  ],
  [
    'a short password of a user',
    () => setPassword(deps, ann.id, 'short'),
    { reason: 'bad_value', field: 'password', problem: 'The password is too short.', fix: /10 characters/ },
  ],
  [
    'a user that does not exist',
    () => deleteUser(deps, 'nobody@example.com'),
    { reason: 'unknown', field: 'user', problem: 'Unknown user: nobody@example.com.', fix: /id/ },
  ],
  [
    'a role that does not exist',
    () => addMember(deps, { user: bob.id, account: shop }, 'boss'),
    {
      reason: 'bad_value',
      field: 'role',
      problem: 'Unknown role: boss.',
      fix: /viewer, member, admin, owner/,
    },
  ],
  [
    'a membership of two places',
    () => addMember(deps, { user: bob.id, account: shop, project: project.id }, 'viewer'),
    {
      ...{ reason: 'bad_value', field: 'account', fix: /one of the two/ },
      problem: 'A membership is in one account or in one project.',
    },
  ],
  [
    'a second membership of one place',
    () => addMember(deps, { user: ann.id, account: shop }, 'admin'),
    {
      ...{ reason: 'taken', field: 'user', fix: /role/ },
      problem: 'ann@example.com is already a member, as viewer.',
    },
  ],
  [
    'the role of a person who is not a member',
    () => changeRole(deps, { user: bob.id, account: shop }, 'admin'),
    {
      ...{ reason: 'conflict', field: 'user', fix: /Add them/ },
      problem: `bob@example.com is not a member of ${shop}.`,
    },
  ],
  [
    'the end of a membership that is none',
    () => removeMember(deps, { user: bob.id, project: project.id }),
    {
      ...{ reason: 'conflict', field: 'user', fix: /Add them/ },
      problem: `bob@example.com is not a member of ${project.id}.`,
    },
  ],
  [
    'a second invitation',
    () => inviteClient(deps, { agency, client: invited }),
    { reason: 'taken', field: 'client', problem: `${invited} is already invited.`, fix: /Accept/ },
  ],
  [
    'an invitation of a client',
    () => linkClient(deps, { agency, client: shop }),
    {
      ...{ reason: 'nothing_to_change', field: 'client', fix: /nothing to do/ },
      problem: `${shop} is already a client of ${agency}.`,
    },
  ],
  [
    'an agency as its own client',
    () => inviteClient(deps, { agency, client: agency }),
    {
      ...{ reason: 'bad_value', field: 'client', fix: /another account/ },
      problem: 'An agency cannot be its own client.',
    },
  ],
  [
    'a customer as an agency',
    () => inviteClient(deps, { agency: shop, client: invited }),
    {
      reason: 'bad_value',
      field: 'agency',
      problem: `${shop} is the account of a customer.`,
      fix: /kind agency/,
    },
  ],
  [
    'the acceptance of what is no open invitation',
    () => acceptClient(deps, { agency, client: shop }),
    {
      ...{ reason: 'conflict', field: 'client', fix: /Invite/ },
      problem: `${shop} has no open invitation of ${agency}.`,
    },
  ],
  [
    'the end of a relationship that does not exist',
    () => endClient(deps, { agency, client: other }),
    {
      ...{ reason: 'conflict', field: 'client', fix: /list of clients/ },
      problem: `${other} is not a client of ${agency}.`,
    },
  ],
  [
    'a restriction to what is not a client, by its place in the list',
    () => restrictMember(deps, { agency, user: ann.id }, [shop, agency]),
    {
      ...{ reason: 'conflict', field: 'clients', entry: 2, fix: /list of clients/ },
      problem: `${agency} is not a client of ${agency}.`,
    },
  ],
  [
    'a scope that does not exist',
    () => createKey(deps, { ...key, scopes: ['everything'] }),
    { reason: 'bad_value', field: 'scopes', problem: 'Unknown scope: everything.', fix: /projects:read/ },
  ],
  [
    'a time of expiry that does not exist',
    () => createKey(deps, { ...key, expiry: '31' }),
    { reason: 'bad_value', field: 'expiry', problem: 'Unknown expiry: 31.', fix: /30, 90, 365, never/ },
  ],
  [
    'a project out of reach',
    () => createKey(deps, { ...key, projects: ['proj_none'] }),
    {
      ...{ reason: 'unknown', field: 'projects', fix: /id/ },
      problem: `Unknown project: proj_none, among those that ${shop} can see.`,
    },
  ],
  [
    'an agency-wide key of a customer',
    () => createKey(deps, { ...key, agencyWide: true }),
    {
      reason: 'plan',
      field: 'agency_wide',
      problem: `The plan growth of ${shop} does not include agency-wide keys.`,
      fix: /^Only an agency can have one/,
    },
  ],
  [
    'the end of a key that does not exist',
    () => revokeKey(deps, 'key_none'),
    { reason: 'unknown', field: 'key', problem: 'Unknown or revoked key: key_none.', fix: /id/ },
  ],
];

describe('the rules of accounts', () => {
  it.each(CASES)('refuse %s, with reason, field and fix', async (_what, wish, { fix, entry, ...refused }) => {
    const refusal = await refusalOf(wish());
    expect(refusal).toMatchObject({ ...refused, entry: entry ?? null });
    expect(refusal.fix).toMatch(fix);
    expect(refusal.message).toBe(`${refusal.problem} ${refusal.fix}`);
  });

  it('refuse the eleventh key of a plan with ten, and let one in when another is revoked', async () => {
    const keys = [];
    while (keys.length < 10) keys.push((await createKey(deps, key)).key.id);
    const refusal = await refusalOf(createKey(deps, key));
    expect(refusal).toMatchObject({
      ...{ reason: 'limit', field: 'account', fix: 'Revoke 1, or change the plan.' },
      problem: `${shop} has 10 active keys, and its plan growth allows 10.`,
    });
    await revokeKey(deps, keys[0] ?? '');
    expect((await createKey(deps, key)).key.accountId).toBe(shop);
  });

  it.each(PLAN_CODES)('allow the keys of the plan %s, exactly', async (plan) => {
    const accountId = (await createAccount(deps, { name: 'Full', kind: 'customer', plan })).id;
    for (let made = 0; made < PLANS[plan].keys; made += 1) await createKey(deps, { ...key, accountId });
    expect(await refusalOf(createKey(deps, { ...key, accountId }))).toMatchObject({ reason: 'limit' });
  });

  it('let one of two through that want the same at once, also through another connection', async () => {
    const beside = openControlStore({ ...location, migrate: false });
    const theirs = asOperator(beside, () => START);
    const client = (await createAccount(deps, { name: 'Wanted', kind: 'customer', plan: 'starter' })).id;
    while ((await control.countActiveKeys(client, START)) < 2)
      await createKey(deps, { ...key, accountId: client });
    const twice = [
      (each: typeof deps) => createKey(each, { ...key, accountId: client }),
      (each: typeof deps) => createUser(each, { ...user, email: 'twice@example.com' }),
      (each: typeof deps) => inviteClient(each, { agency, client }),
    ];
    for (const wish of twice) {
      const both = await Promise.allSettled([wish(deps), wish(theirs)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const [refused] = both.filter(({ status }) => status === 'rejected');
      expect((refused as PromiseRejectedResult).reason).toBeInstanceOf(Refused);
    }
    await beside.close();
  });
});
