import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { type AdClaim, openAdDeliveryStore, openControlStore } from '@cvq/storage';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { runCommand } from '../../dist/cli/run-command.js';
import { UNREADABLE_CREDENTIALS } from '../../src/ad-platforms/sealed-credentials.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq, serve } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { toldBy } from '../told-by.ts';

const mock = await startMockAdPlatforms();
afterAll(() => mock.close());
const { google, meta, microsoft } = mock.accounts;
const files = temporaryFolder();

/** A file with the credentials of a platform, as the platform hands them out. */
function fileWith(name: string, content: object | string): string {
  const file = join(files, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const GOOGLE = ['--platform', 'google_ads'];
const GOOGLE_FILE = fileWith('google.json', mock.credentials('google-service-account'));
const META_FILE = fileWith('meta.json', mock.credentials('meta'));

let settings: Readonly<Record<string, string>>;
let project: string;
let serverKey: string;
beforeEach(async () => {
  settings = { CVQ_DATA: folderWithStores(), CVQ_LOG_LEVEL: 'warn', ...mock.settings };
  const made = await cvq(['project', 'create', '--domain', 'shop.example', '--json'], settings);
  ({ id: project, server_key: serverKey } = JSON.parse(made.stdout));
});

const command = (name: string, ...args: readonly string[]) => [
  'integration',
  name,
  '--project',
  project,
  ...args,
];

const run = <Printed>(name: string, ...args: readonly string[]) =>
  toldBy<Printed>(command(name, ...args), settings);

async function fail(name: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cvq(command(name, ...args), settings);
  expect([code, stdout]).toEqual([1, '']);
  return stderr.trim();
}

type Described = Readonly<Record<string, unknown>> & { readonly id: string };
const connectGoogle = (...more: readonly string[]) =>
  run<Described>(
    'connect',
    ...[...GOOGLE, '--account', '123-456-7890', '--map', 'purchase=7001', '--map', 'lead=7002'],
    ...['--credentials', GOOGLE_FILE, ...more],
  );

/** Runs a command whose standard input is what `answer` makes of the first line on standard error that it wants. */
async function runAnswering(
  args: readonly string[],
  { isTTY, answer }: { isTTY: boolean; answer: (asked: string) => Promise<string | null> },
) {
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const text = { stdout: '', stderr: '' };
  let isAnswered = false;
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      write(piece, _encoding, done) {
        text[name] += String(piece);
        done();
        if (name === 'stdout' || isAnswered) return;
        void answer(text.stderr).then((line) => {
          if (line === null || isAnswered) return;
          isAnswered = true;
          stdin.end(`${line}\n`);
        });
      },
    });
  const at = {
    env: settings,
    stdin,
    stdout: into('stdout'),
    stderr: into('stderr'),
    now: Date.now,
    exitCode: 0,
  };
  return { code: await runCommand(args, at), ...text };
}

describe('cvq integration', () => {
  it('connects, lists, tests, changes, pauses, resumes and removes, and never shows a credential', async () => {
    const made = await connectGoogle('--login-account', '987-654-3210');
    expect(made).toMatchObject({
      ...{
        project,
        platform: 'google_ads',
        state: 'active',
        account: '1234567890',
        login_account: '9876543210',
      },
      ...{ actions: { purchase: '7001', lead: '7002' }, send: 'matchable', problem: null, owed: 0 },
    });
    expect(made.id).toMatch(/^int_[A-Za-z0-9]{20}$/);
    const tested = await run<{ ok: boolean; checks: object[] }>('test', ...GOOGLE);
    expect(tested).toMatchObject({ id: made.id, ok: true });
    expect(tested.checks.length).toBeGreaterThan(1);
    expect(await run('update', ...GOOGLE, '--map', 'purchase=7003', '--send', 'own_clicks')).toMatchObject({
      ...{ id: made.id, actions: { purchase: '7003' }, send: 'own_clicks', account: '1234567890', due: 0 },
    });
    expect(await run('pause', ...GOOGLE)).toMatchObject({ id: made.id, state: 'paused' });
    const listed = await run<Described[]>('list');
    expect(listed).toMatchObject([{ id: made.id, state: 'paused' }]);
    expect(await run('list', ...GOOGLE)).toEqual(listed);
    expect(await run('list', '--platform', 'meta_ads')).toEqual([]);
    for (const secret of mock.secrets()) expect(JSON.stringify([made, listed, tested])).not.toContain(secret);
    expect(await run('resume', ...GOOGLE)).toMatchObject({ state: 'active', due: 0 });
    expect(await run('remove', ...GOOGLE)).toEqual({
      ...{ id: made.id, project, platform: 'google_ads', state: 'removed', cancelled: 0 },
    });
    expect(await run('list')).toEqual([]);
    expect((await connectGoogle()).id).not.toBe(made.id);
  });

  it('takes an account out again through which it was reached, or whose spend was read', async () => {
    const accounts = ['--login-account', '987-654-3210', '--spend-account', '111-111-1111'];
    expect(await connectGoogle(...accounts)).toMatchObject({ login_account: '9876543210' });
    expect(await run('update', ...GOOGLE, '--login-account', 'none')).toMatchObject({
      ...{ account: '1234567890', login_account: null, spend_account: '1111111111' },
    });
    expect(await run('update', ...GOOGLE, '--spend-account', 'none')).toMatchObject({
      ...{ account: '1234567890', login_account: null, spend_account: null },
    });
  });

  it('tells people what an integration does, and what to do next', async () => {
    const args = [
      '--platform',
      'meta_ads',
      '--account',
      meta.dataset,
      '--credentials',
      META_FILE,
      '--dry-run',
    ];
    const { stdout } = await cvq(command('connect', ...args), settings);
    expect(stdout).toMatch(/^Integration {2}int_\w+\nPlatform {5}meta_ads, account 1029384756102938\n/);
    expect(stdout).toContain('State        dry_run: what would be sent is recorded, and nothing is sent\n');
    expect(stdout).toContain('Mapping      purchase=Purchase, lead=Lead');
    expect(stdout).toContain(`Next         cvq integration test --project ${project} --platform meta_ads\n`);
    const control = openControlStore({ folder: settings.CVQ_DATA as string, migrate: false });
    const [{ id = '' } = {}] = await control.listIntegrations();
    const problem = { code: '190', message: 'The token has ended', at: Date.now() };
    await control.changeIntegration(id, { state: 'reconnect_required', problem });
    const list = async () => (await cvq(['integration', 'list'], settings)).stdout;
    const listed = await list();
    expect(listed).toMatch(/^INTEGRATION +PROJECT +PLATFORM +STATE +ACCOUNT +SEND +MAPPING\n/);
    expect(listed).toContain('RECONNECT REQUIRED');
    expect(listed).toContain(`${id} needs new credentials. meta_ads answered 190: The token has ended. Give`);
    const unread = { ...UNREADABLE_CREDENTIALS, at: Date.now() };
    await control.changeIntegration(id, { problem: unread });
    await control.close();
    expect(await list()).toContain(
      `${id} needs new credentials. The credentials cannot be opened with the secret of this installation. Give`,
    );
    expect(listed).toContain(
      `cvq integration update --project ${project} --platform meta_ads --credentials FILE`,
    );
    expect(await run('update', '--platform', 'meta_ads', '--credentials', META_FILE)).toMatchObject({
      ...{ state: 'active', problem: null },
    });
  });

  it('exits with 1 when a test finds a problem, and says how to mend it', async () => {
    await connectGoogle();
    await run('update', ...GOOGLE, '--map', 'purchase=7009');
    const { code, stdout, stderr } = await cvq(command('test', ...GOOGLE), settings);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/FAILED {2}.*7009: .*ctId/);
    expect(stdout).toMatch(/Something has to be set right first\.\n$/);
  });

  it.each<[given: readonly string[], says: string]>([
    [['--account', '12'], '--account: Invalid id: 12. Use the ten digits of the account'],
    [['--map', 'purchase'], '--map 1: Invalid mapping: purchase. Write TYPE=ACTION'],
    [
      ['--account', '123\n4567890'],
      '--account: There is a character in it that cannot be seen: U+000A. Write',
    ],
    [['--account', ' '], '--account: It is blank.'],
    [
      ['--login-account', '1234567890\u001b'],
      '--login-account: There is a character in it that cannot be seen: U+001B.',
    ],
    [
      ['--map', 'a=1', '--map', 'pur\u0007chase=2'],
      '--map 2: There is a character in it that cannot be seen: U+0007.',
    ],
    [['--map', 'purchase=7001\u202e'], '--map 1: There is a character in it that cannot be seen: U+202E.'],
    [['--map', ' '], '--map 1: It is blank.'],
    [['--map', 'a=1', '--map', 'b=x'], '--map 2: Invalid action for b: x. For google_ads, use the number'],
    [['--credentials', '/none'], '--credentials: /none does not exist.'],
    [['--credentials', fileWith('text.json', 'hidden')], '--credentials: They are not a JSON object. Give'],
    [['--since', '1.11.2026'], '--since: Invalid date: 1.11.2026. Use a date such as 2026-11-01.'],
    [['--send', 'all'], '--send: Invalid value: all. Use one of matchable, own_clicks.'],
    [
      ['--platform', 'google'],
      '--platform: Invalid value: google. Use one of google_ads, microsoft_ads, meta_ads.',
    ],
  ])('refuses %j and says what would be right', async (given, message) => {
    const right = { '--platform': 'google_ads', '--account': google.account, '--credentials': GOOGLE_FILE };
    const changed = new Set(given);
    const options = Object.entries(right)
      .filter(([name]) => !changed.has(name))
      .flat();
    const map = changed.has('--map') ? [] : ['--map', 'purchase=7001'];
    const said = await fail('connect', ...options, ...map, ...given);
    expect(said).toContain(message);
    expect(said).not.toContain('hidden');
  });

  it.each<[given: string, says: RegExp]>([
    ['EAAB0123', /^cvq: --credentials: Unusable credentials: access_token has 8 characters/],
    [
      'EAABhidden…hidden0123456789',
      /^cvq: --credentials: Unusable credentials: access_token has blanks or other/,
    ],
    ['{"access_token":"EAAB"}', /^cvq: --credentials: Unusable credentials: access_token has 4 characters/],
  ])('refuses the token of Meta %s, and says why', async (token, says) => {
    const file = fileWith('short.json', token);
    const said = await fail(
      'connect',
      ...['--platform', 'meta_ads', '--account', meta.dataset, '--credentials', file],
    );
    expect(said).toMatch(says);
    expect(said).not.toMatch(/hidden|0123456789/);
  });

  it('refuses a second integration of a platform, and one that is not there, by the commands that help', async () => {
    await connectGoogle();
    const args = ['--account', google.account, '--map', 'a=1', '--credentials', GOOGLE_FILE];
    expect(await fail('connect', ...GOOGLE, ...args)).toBe(
      `cvq: --platform: Project ${project} has an integration with google_ads already. Change it with cvq integration update, or remove it with cvq integration remove.`,
    );
    for (const name of ['update', 'test', 'pause', 'resume', 'remove'])
      expect(await fail(name, '--platform', 'meta_ads')).toBe(
        `cvq: --platform: Project ${project} has no integration with meta_ads. See cvq integration list.`,
      );
    expect(await fail('update', ...GOOGLE)).toMatch(
      /Nothing to change\. Give --account, .*--credentials or --live\.$/,
    );
    expect(await fail('update', ...GOOGLE, '--live')).toContain(
      '--live: The integration with google_ads is no dry run',
    );
  });

  it('takes a secret from standard input', async () => {
    const token = (mock.credentials('meta') as { access_token: string }).access_token;
    const args = command(
      'connect',
      '--platform',
      'meta_ads',
      '--account',
      meta.dataset,
      '--credentials',
      '-',
    );
    const { code, stderr } = await runInProcess([...args, '--json'], settings, [
      token.slice(0, 9),
      `${token.slice(9)}\n`,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await run('test', '--platform', 'meta_ads')).toMatchObject({ ok: true });
  });
});

it('tells of a goal that Microsoft does not have when it is mapped, since conversions would wait for it', async () => {
  const file = fileWith('microsoft-whole.json', mock.credentials('microsoft'));
  const name = ['--platform', 'microsoft_ads'];
  const connected = await run(
    ...(['connect', ...name, '--account', microsoft.account, '--login-account', microsoft.customer] as const),
    ...['--map', 'purchase=No such goal', '--credentials', file],
  );
  expect(connected).toMatchObject({
    mapping_problems: [expect.stringMatching(/^The goal No such goal takes .*: No goal .* has this name\./)],
  });
  const changed = await cvq(command('update', ...name, '--map', 'lead=Nor this'), settings);
  expect(changed.code).toBe(0);
  expect(changed.stdout).toMatch(/FAILED {7}The goal Nor this .*: No goal .* has this name\. .* There are: /);
  expect(changed.stdout).toContain(`cvq integration resume --project ${project} --platform microsoft_ads`);
  const goal = /There are: (.*?)[,.]/.exec(changed.stdout)?.[1];
  expect(await run('update', ...name, '--map', `purchase=${goal}`)).toMatchObject({ mapping_problems: [] });
});

describe('conversions from before', () => {
  const today = new Date().toISOString().slice(0, 10);
  const connect = () =>
    command(
      'connect',
      ...GOOGLE,
      '--account',
      google.account,
      '--map',
      'lead=7002',
      '--credentials',
      GOOGLE_FILE,
      '--since',
      today,
    );

  beforeEach(async () => {
    const collector = await serve(settings);
    for (const order_id of ['1', '2']) {
      const answer = await fetch(`http://127.0.0.1:${collector.port}/v1/track`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${serverKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ event_type: 'lead', properties: { order_id } }),
      });
      expect(answer.status).toBe(200);
    }
    collector.kill('SIGTERM');
    await collector.exited;
  });

  it('are counted, and owed only where that is agreed to', async () => {
    const asked = `2 conversions that were received since ${today} would be sent too.`;
    const refused = await cvq(connect(), settings);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `cvq: ${asked} Nothing was changed. Repeat the command with --yes to agree.\n`,
    });
    const answering = (line: string) => ({
      isTTY: true,
      answer: async (said: string) => (said.includes('[y/N]') ? line : null),
    });
    const declined = await runAnswering(connect(), answering('n'));
    expect(declined).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`${asked} Go on? [y/N] `),
    });
    expect(await run('list')).toEqual([]);
    const agreed = await runAnswering([...connect(), '--json'], answering('y'));
    expect(agreed.code).toBe(0);
    expect(JSON.parse(agreed.stdout)).toMatchObject({ owed: 2, state: 'active' });
    expect(await run('remove', ...GOOGLE)).toMatchObject({ cancelled: 2 });
    expect(JSON.parse((await cvq([...connect(), '--yes', '--json'], settings)).stdout)).toMatchObject({
      owed: 2,
    });
  });

  it('are counted with those that the platform has by an integration that was removed', async () => {
    const made = JSON.parse((await cvq([...connect(), '--yes', '--json'], settings)).stdout) as Described;
    const deliveries = openAdDeliveryStore({ folder: String(settings.CVQ_DATA), migrate: false });
    const now = Date.now();
    const [claim] = await deliveries.claim([{ destination: made.id, limit: 1 }], { now, until: now + 1 });
    const next = { state: 'delivered', reason: null, dueAt: null, tries: 1 } as const;
    await deliveries.record([{ claim: claim as AdClaim, attempt: null, next }]);
    await deliveries.close();
    const removed = await cvq(command('remove', ...GOOGLE), settings);
    expect(removed.stdout).toContain('1 delivery was cancelled. What google_ads has, it keeps.');
    expect((await cvq(connect(), settings)).stderr).toContain(
      'would be sent too. google_ads has, or may have, 1 of them by an integration that was removed: in the same account it may count those twice. Nothing was changed.',
    );
  });
});

describe('a consent of Microsoft', () => {
  const { refresh_token: _, ...client } = mock.credentials('microsoft') as Record<string, string>;
  const connect = (file: string) => {
    const ids = ['--account', microsoft.account, '--login-account', microsoft.customer];
    return command(
      'connect',
      '--platform',
      'microsoft_ads',
      ...ids,
      '--map',
      'purchase=Purchase',
      '--credentials',
      file,
    );
  };

  it.each([true, false])(
    'is asked for, and its pasted answer connects (at a terminal: %s)',
    async (isTTY) => {
      const answer = async (said: string) => {
        const [address] = /http:\S+/.exec(said) ?? [];
        if (address === undefined || !said.includes('Paste')) return null;
        const { headers } = await fetch(address, { redirect: 'manual' });
        return headers.get('location');
      };
      const connected = await runAnswering([...connect(fileWith('microsoft.json', client)), '--json'], {
        isTTY,
        answer,
      });
      expect(connected.code).toBe(0);
      expect(connected.stderr).toContain('/common/oauth2/v2.0/authorize?');
      expect(JSON.parse(connected.stdout)).toMatchObject({ platform: 'microsoft_ads', state: 'active' });
      expect(await run('test', '--platform', 'microsoft_ads')).toMatchObject({ ok: true });
      expect(
        await run('test', '--platform', 'microsoft_ads'),
        'with the token that the first gave',
      ).toMatchObject({ ok: true });
    },
  );

  it('without an answer changes nothing', async () => {
    const file = fileWith('microsoft.json', client);
    const { code, stderr } = await runInProcess(connect(file), settings, []);
    expect(code).toBe(1);
    expect(stderr).toContain('No answer of Microsoft was given. Nothing was changed.');
    const piped = await runInProcess(connect('-'), settings, [JSON.stringify(client)]);
    expect(piped.stderr).toContain('Give the credentials as a file.');
    expect(await run('list')).toEqual([]);
  });
});
