import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../collector.ts';
import { expectRefused } from '../expect-refused.ts';
import { cvq } from '../program.ts';
import { toldBy } from '../told-by.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 240_000 });

const settings = { CVQ_DATA: join(temporaryFolder(), 'data') };

const json = <Value>(...args: string[]) => toldBy<Value>(args, settings);

type Id = { readonly id: string };
const agency = await json<Id>(
  'account',
  'create',
  '--name',
  'Agency',
  '--kind',
  'agency',
  '--plan',
  'agency',
);
const shop = await json<Id>('account', 'create', '--name', 'Shop', '--plan', 'growth');
const { id: project } = await json<Id>('project', 'create', '--domain', 'shop.example', '--account', shop.id);

describe('accounts', () => {
  it('are made, listed and changed', async () => {
    expect(agency).toEqual({
      id: expect.stringMatching(/^acc_/),
      kind: 'agency',
      name: 'Agency',
      plan: 'agency',
      state: 'active',
    });
    expect(await json('account', 'list')).toEqual([agency, shop]);
    expect(await json('account', 'update', shop.id, '--plan', 'scale', '--suspend')).toMatchObject({
      plan: 'scale',
      state: 'suspended',
    });
    expect(await json('account', 'update', shop.id, '--plan', 'growth', '--resume')).toEqual(shop);
  });

  it.each([
    [['account', 'create'], /--name/],
    [
      ['account', 'create', '--name', 'x', '--plan', 'gold'],
      /--plan.*starter, growth, scale, agency, enterprise/,
    ],
    [
      ['account', 'update', 'acc_nobody', '--name', 'x'],
      /<account>: Unknown account: acc_nobody\. See cvq account list/,
    ],
    [['account', 'update', 'acc_nobody'], /--name, --plan, --suspend or --resume/],
  ])('%j is refused, and says why', (args, says) => expectRefused(args, settings, says));
});

describe('people', () => {
  it('are refused a bad password by the name of the setting that has it', async () => {
    const given = { ...settings, CVQ_PASSWORD: 'short' };
    const { code, stderr } = await cvq(['user', 'create', '--email', 'zoe@example.com'], given);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'cvq: CVQ_PASSWORD: The password is too short. Use at least 10 characters.\n',
    });
  });

  it('cannot sign in without a password, which is said with how to set one', async () => {
    const given = ['user', 'create', '--email', 'zoe@example.com', '--json'];
    const { code, stdout, stderr } = await cvq(given, { CVQ_DATA: temporaryFolder() });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^cvq: zoe@example\.com has no password .*cvq user password usr_.*reset-link/,
      ),
    });
    expect(stderr).toContain((JSON.parse(stdout) as Id).id);
  });

  it('are made, made members, and refused', async () => {
    const made = await cvq(['user', 'create', '--email', 'Ann@Example.com', '--json'], {
      ...settings,
      CVQ_PASSWORD: 'correct horse battery',
    });
    const ann = JSON.parse(made.stdout) as Id;
    expect(ann).toEqual({
      id: expect.stringMatching(/^usr_/),
      email: 'ann@example.com',
      name: 'ann@example.com',
      superadmin: false,
      state: 'active',
    });
    const disk = readFileSync(join(settings.CVQ_DATA, 'control.db'), 'latin1');
    expect(disk).toContain('$argon2id$v=19$');
    expect(disk).not.toContain('correct horse');
    await expectRefused(
      ['user', 'create', '--email', 'ann@example.com'],
      settings,
      /--email: There is already a user/,
    );

    const place = ['--user', 'ann@example.com', '--account', agency.id];
    const member = { user: ann.id, email: 'ann@example.com', account: agency.id, project: null };
    expect(await json('member', 'add', ...place, '--role', 'viewer')).toEqual({
      ...member,
      role: 'viewer',
      clients: 'all',
    });
    await expectRefused(['member', 'add', ...place, '--role', 'admin'], settings, /--user.*cvq member role/);
    expect(await json('member', 'role', ...place, '--role', 'admin')).toMatchObject({ role: 'admin' });
    const restrict = ['agency', 'restrict', '--agency', agency.id, '--user', ann.id, '--clients'];
    const client = await json<Id>('account', 'create', '--name', 'Client');
    await expectRefused(
      [...restrict, client.id],
      settings,
      /^cvq: --clients 1: acc_\w+ is not a client of acc_\w+\./,
    );
    await json('agency', 'invite', '--agency', agency.id, '--client', client.id);
    await json(...restrict, `${client.id},${client.id}, ${client.id}`);
    expect(await json('member', 'list')).toEqual([{ ...member, role: 'admin', clients: [client.id] }]);
    await json('agency', 'end', '--agency', agency.id, '--client', client.id);
    await expectRefused([...restrict, client.id], settings, /--clients 1: acc_\w+ is not a client/);
    await expectRefused([...restrict, ','], settings, /--clients: The list is empty/);
    const resetLink = ['user', 'reset-link', '--email', 'Ann@Example.com'];
    const { link, expires_at } = await json<{ link: string; expires_at: string }>(...resetLink);
    expect(link).toMatch(/^http:\/\/localhost:8787\/reset#[\w-]{43}$/);
    expect(new Date(expires_at).toISOString()).toBe(expires_at);
    const { stdout } = await cvq(resetLink, { ...settings, CVQ_BASE_URL: 'https://stats.example.com/' });
    expect(stdout).toMatch(/^https:\/\/stats\.example\.com\/reset#[\w-]{43}\n$/);
    expect(await json('user', 'disable', ann.id)).toMatchObject({ state: 'disabled' });
    await expectRefused(resetLink, settings, /This user is disabled/);
    expect(await json('user', 'enable', 'ANN@example.com')).toMatchObject({ state: 'active' });
    await json('member', 'remove', ...place);
    await expectRefused(['member', 'remove', ...place], settings, /--user.*cvq member add/);
    await json('user', 'delete', ann.id);
    expect(await json('user', 'list')).toEqual([]);
  });

  it.each([
    [['user', 'create', '--email', 'ann'], /--email: Invalid e-mail address: ann\./],
    [['user', 'reset-link', '--email', 'bob@example.com'], /--email: Unknown user: bob@example.com/],
    [['user', 'disable', 'bob@example.com'], /<user>: Unknown user: bob@example.com/],
    [['user', 'password', 'bob@example.com'], /CVQ_PASSWORD/],
    [
      ['member', 'add', '--user', 'bob@example.com', '--role', 'viewer'],
      /Give either --account or --project/,
    ],
    [
      ['member', 'add', '--user', 'bob', '--project', 'proj_none', '--role', 'viewer'],
      /--project.*proj_none/,
    ],
  ])('%j is refused, and says why', (args, says) => expectRefused(args, settings, says));
});

describe('agencies', () => {
  const pair = ['--agency', agency.id, '--client', shop.id];

  it('work for clients from the acceptance to the end, and their keys reach what they do', async () => {
    expect(await json('agency', 'invite', ...pair)).toMatchObject({ status: 'invited' });
    await expectRefused(
      ['agency', 'invite', ...pair],
      settings,
      /--client.*already invited.*cvq agency accept/,
    );
    const key = ['key', 'create', '--name', 'x', '--account', agency.id];
    await expectRefused(
      [...key, '--projects', project],
      settings,
      /--projects: Unknown project: proj_\w+, among those that acc_\w+ can see/,
    );
    expect(await json('agency', 'accept', ...pair)).toMatchObject({ status: 'active' });
    expect(await json(...key, '--projects', project)).toMatchObject({
      projects: [project],
      agency_wide: false,
    });
    expect(await json(...key, '--agency-wide')).toMatchObject({ projects: 'all', agency_wide: true });
    await expectRefused(
      [...key, '--agency-wide', '--projects', project],
      settings,
      /--projects: An agency-wide key cannot be limited to some projects/,
    );
    expect(await json('agency', 'end', ...pair)).toMatchObject({ status: 'ended' });
    expect(await json('agency', 'link', ...pair)).toMatchObject({ status: 'active' });
    expect((await json<{ status: string }[]>('agency', 'list')).map(({ status }) => status)).toEqual([
      'ended',
      'ended',
      'active',
    ]);
  });

  it.each([
    [['agency', 'end', '--agency', shop.id, '--client', agency.id], /--agency.*customer.*--kind agency/],
    [['agency', 'end', '--agency', agency.id, '--client', 'acc_none'], /--client: Unknown account: acc_none/],
    [
      ['key', 'create', '--name', 'x', '--account', shop.id, '--agency-wide'],
      /--agency-wide: .*does not include agency-wide keys.*Only an agency can have one/,
    ],
  ])('%j is refused, and says why', (args, says) => expectRefused(args, settings, says));
});
