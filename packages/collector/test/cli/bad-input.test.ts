import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../collector.ts';
import { cvq, start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { toldBy } from '../told-by.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 240_000 });

const root = temporaryFolder();
const settings = { CVQ_DATA: join(root, 'data') };

const json = <Value>(...args: string[]) => toldBy<Value>(args, settings);

/** One line on stderr, nothing on stdout, and no stack. */
async function expectRefused(args: readonly string[], says: RegExp, given = settings): Promise<void> {
  const { code, stdout, stderr } = await runInProcess(args, given);
  expect(stderr).toMatch(says);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

type Id = { readonly id: string };
const { id: project } = await json<Id>('project', 'create', '--domain', 'shop.example');

describe('a list that names something twice', () => {
  it('names it once: projects and scopes of a key', async () => {
    const key = ['key', 'create', '--name', 'x', '--projects', `${project},${project}`];
    expect(await json(...key, '--scopes', 'bots:read, bots:read')).toMatchObject({
      projects: [project],
      scopes: ['projects:read', 'bots:read'],
    });
  });

  it('names it once: hosts of a project, however they are written', async () => {
    const hosts = 'a.example,A.example, a.example';
    expect(await json('project', 'update', project, '--hosts', hosts)).toMatchObject({
      hosts: ['a.example'],
    });
  });
});

it('a change of a project prints what it is now', async () => {
  const changed = { domain: 'shop2.example', timezone: 'Asia/Tokyo', currency: 'JPY' };
  const options = Object.entries(changed).flatMap(([name, value]) => [`--${name}`, value]);
  const update = (...given: string[]) => json('project', 'update', project, ...given);
  expect(await update(...options, '--retention', '90')).toMatchObject({ ...changed, retention_days: 90 });
  expect(await update('--retention', 'off')).toMatchObject({ retention_days: null });
});

it('a retention and a move to another account say what they end', async () => {
  const { id } = await json<Id>('account', 'create', '--name', 'Other');
  const { id: moving } = await json<Id>('project', 'create', '--domain', 'moves.example');
  const { stdout } = await cvq(['project', 'update', moving, '--account', id, '--retention', '90'], settings);
  expect(stdout).toMatch(/What happened before \d{4}-\d\d-\d\d \(UTC\) is deleted for good/);
  expect(stdout).toMatch(
    /moved from acc_\w+ to acc_\w+: keys, people and agencies of acc_\w+ reach it no more/,
  );
  expect(stdout).toMatch(/key_\w+ \(Server key of moves\.example\) writes into it no more/);
});

describe('a value that means nothing', () => {
  const create = ['project', 'create', '--domain'];
  const key = ['key', 'create', '--name'];
  it.each<[args: string[], says: RegExp]>([
    [
      [...create, 'a.example', '--currency', 'QQQ'],
      /--currency: Unknown currency: QQQ\. Use the ISO 4217 code of money/,
    ],
    [[...create, 'a.example', '--currency', ''], /--currency: Unknown currency: \./],
    [
      [...create, 'a.example', '--timezone', '+05:30'],
      /--timezone: Unknown time zone: \+05:30.*Asia\/Kolkata/,
    ],
    [[...create, 'a.example', '--timezone', 'Mars/Base'], /--timezone: Unknown time zone: Mars\/Base/],
    [
      [...create, 'shop'],
      /--domain: Invalid host name: shop\. shop has no dot\. Use a name such as www.example.com/,
    ],
    [[...create, ''], /--domain: Invalid host name: /],
    [[...create, 'ftp://shop.example/'], /--domain: .*without https:\/\//],
    [[...create, 'shop.example/a'], /--domain: Invalid host name: shop\.example\/a\. .*without a path/],
    [[...create, 'shop.example:80/a'], /--domain: Invalid host name: shop\.example:80\/a/],
    [[...create, 'ann@shop.example'], /--domain: Invalid host name: ann@shop\.example/],
    [[...create, 'shop.example?a'], /--domain: Invalid host name: shop\.example\?a/],
    [
      [...create, 'a.example', '--hosts', 'b.example,c.example#d'],
      /--hosts 2: Invalid host name: c\.example#d/,
    ],
    [[...create, 'shop..example'], /--domain: Invalid host name: /],
    [[...create, '-.example'], /--domain: Invalid host name: /],
    [[...create, 'shop.example:99999'], /--domain: Invalid host name: /],
    [[...create, `${'a'.repeat(300)}.example`], /--domain: Invalid host name: /],
    [[...create, 'a.example', '--hosts', ','], /--hosts: The list of hosts is empty/],
    [[...create, 'a.example', '--name', ' '], /--name: Invalid name\. A name has 1 to 300 characters/],
    [
      ['project', 'update', 'proj_x'],
      /Nothing to change\. Give --name, --domain, --timezone, --currency, --hosts, --redact, --persons, --ad-consent, --retention or --account\./,
    ],
    [
      ['project', 'update', 'proj_x', '--ad-consent', 'yes'],
      /--ad-consent: Unknown ad_consent: yes\. Use one of by_country, granted, denied\./,
    ],
    [
      ['project', 'update', 'proj_x', '--retention', '29'],
      /--retention: Not a number of days that can be kept\. Use a whole number from 30 to 3650, or off to keep all\./,
    ],
    ...['1e2', '0x1E', '+90', '90.0', ' 90', ''].map((days): [string[], RegExp] => [
      ['project', 'update', 'proj_x', '--retention', days],
      /--retention: Not a number of days that can be kept\. Use a whole number from 30 to 3650/,
    ]),
    [
      ['project', 'update', 'proj_x', '--persons', 'yes'],
      /--persons: Unknown persons: yes\. Use one of on, off\./,
    ],
    [[...key, ''], /--name: Invalid name\. A name has 1 to 300 characters/],
    [[...key, 'x'.repeat(301)], /--name: Invalid name\. A name has 1 to 300 characters/],
    [[...key, 'two\nlines'], /--name: Invalid name.*without line breaks/],
    [[...key, '\u{1f600}'.repeat(301)], /--name: Invalid name\. A name has 1 to 300 characters/],
    [[...key, '\u200b\u200d\u2060'], /--name: Invalid name.*some of them visible/],
    [[...key, '\u3164\u115f'], /--name: Invalid name.*some of them visible/],
    [[...key, 'Reports\u202etxt'], /--name: Invalid name.*marks of direction/],
    [[...key, 'Reports\u2066txt'], /--name: Invalid name.*marks of direction/],
    [[...key, 'two\u2028lines'], /--name: Invalid name.*line breaks/],
    [['user', 'create', '--email', 'a@b.example', '--name', '\u200b'], /--name: Invalid name/],
    [[...key, 'x', '--scopes', ','], /--scopes: The list is empty\. Use one or more of projects:read/],
    [
      [...key, 'x', '--scopes', 'everything'],
      /--scopes: Unknown scope: everything\. Use one or more of projects:read/,
    ],
    [[...key, 'x', '--projects', ','], /--projects: The list of projects is empty/],
    [[...key, 'x', '--expires', '31'], /--expires: Invalid value: .*30, 90, 365, never/],
    [['account', 'create', '--name', '\t'], /--name: Invalid name\. A name has 1 to 300 characters/],
    [['user', 'create', '--email', `${'a'.repeat(300)}@b.example`], /--email: Invalid e-mail address: /],
    [['demo', '--days', ''], /--days: Invalid value: .*whole number from 0 to 400/],
    [['demo', '--days', '1e1'], /--days: Invalid value: .*whole number from 0 to 400/],
    [['webhook', 'deliveries', '--limit', '0x10'], /--limit: Invalid value: .*whole number from 1 to 10000/],
    [['webhook', 'deliveries', '--from', 'yesterday'], /--from: Invalid value: .*ISO 8601/],
    [['webhook', 'deliveries', '--project', 'proj_none'], /--project: Unknown project: proj_none/],
    [['webhook', 'deliveries', '--endpoint', 'whe_none'], /--endpoint: Unknown endpoint: whe_none/],
    [['webhook', 'redeliver', '--endpoint', 'whe_none'], /--endpoint: Unknown endpoint: whe_none/],
    [['webhook', 'list', '--project', 'proj_none'], /--project: Unknown project: proj_none/],
    [['events', 'export', '--project', 'proj_none'], /--project: Unknown project: proj_none/],
    [['bots', 'rules', 'add', '--project', 'proj_none', '--ip-range', '1.2.3.4'], /proj_none/],
  ])('%j is refused in one line', (args, says) => expectRefused(args, says));

  it.each<[given: string, kept: string]>([
    ['localhost', 'localhost'],
    ['LOCALHOST:3000', 'localhost:3000'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]:8080', '[::1]:8080'],
    ['Töpferei.example', 'xn--tpferei-90a.example'],
  ])('but the domain %s is one', async (given, kept) => {
    expect(await json('project', 'create', '--domain', given)).toMatchObject({ domain: kept });
  });

  it.each(['\u{1f600}'.repeat(300), 'محل \u200fأ', 'क्\u200dष', '👩\u200d🌾'])(
    'but the name %j is one',
    async (name) => {
      expect(await json('project', 'create', '--domain', 'a.example', '--name', name)).toMatchObject({
        name,
      });
    },
  );

  it('but the zone of India is one, and small letters are put right', async () => {
    const india = await json('project', 'create', '--domain', 'a.example', '--timezone', 'Asia/Kolkata');
    expect(india).toMatchObject({ timezone: 'Asia/Kolkata' });
    const berlin = await json('project', 'create', '--domain', 'a.example', '--timezone', 'europe/berlin');
    expect(berlin).toMatchObject({ timezone: 'Europe/Berlin' });
  });
});

it('a reader that has seen enough, such as head, ends a command without a word', async () => {
  const program = start(['project', 'list', '--json'], settings);
  program.closeStdout();
  expect(await program.exited).toEqual({ code: 0, signal: null });
  expect(program.stderr()).toBe('');
});

it('after a change to a smaller plan, a new key is refused with the number that there are', async () => {
  const { id } = await json<Id>('account', 'create', '--name', 'Small', '--plan', 'growth');
  for (let made = 0; made < 5; made += 1) await json('key', 'create', '--name', 'x', '--account', id);
  await json('account', 'update', id, '--plan', 'starter');
  await expectRefused(
    ['key', 'create', '--name', 'x', '--account', id],
    /--account: \S+ has 5 active keys, and its plan starter allows 3\. Revoke 3, or change the plan/,
  );
});

describe('a data folder that cannot be used is named, at once', () => {
  const file = join(root, 'file');
  writeFileSync(file, 'no folder');
  const taken = join(root, 'taken');
  mkdirSync(join(taken, 'control.db'), { recursive: true });
  const broken = join(root, 'broken');
  mkdirSync(broken);
  writeFileSync(
    join(broken, 'control.db'),
    'This is no database, and long enough to be looked at.'.repeat(40),
  );
  const places: [what: string, folder: string][] = [
    ['a place in a file system of the kernel', '/proc/nope'],
    ['a folder within such a place', '/proc/nope/deeper'],
    ['a file', file],
    ['a folder within a file', join(file, 'deeper')],
    ['a name that is too long', join(root, 'a'.repeat(300))],
    ['a folder where the database should be', taken],
  ];
  const commands = [
    ['project', 'list'],
    ['serve'],
    ['migrate'],
    ['demo'],
    ['webhook', 'list'],
    ['bots', 'rules', 'list', '--project', 'x'],
  ];

  it('a file, by a check, which needs no folder that can be written', async () => {
    await expectRefused(['check'], /^cvq: .*file is no folder\. CVQ_DATA names the folder/, {
      CVQ_DATA: file,
    });
  });

  it.each(places)('%s, by every command', async (_what, folder) => {
    const cases = process.platform === 'win32' ? [] : commands;
    for (const command of cases) {
      await expectRefused(command, /^cvq: .*cannot be written.*CVQ_DATA names the folder/, {
        CVQ_DATA: folder,
      });
    }
  });

  it('a link that leads nowhere, with where it leads', async () => {
    const [link, target] = [join(root, 'link'), join(root, 'unmounted')];
    symlinkSync(target, link);
    await expectRefused(
      ['project', 'list'],
      new RegExp(`it is a link to ${target}, which does not exist\\.`),
      {
        CVQ_DATA: link,
      },
    );
  });

  it('a file that is no database', async () => {
    for (const command of commands.filter(([name]) => name !== 'check')) {
      await expectRefused(command, /^cvq: .*control\.db is broken.*Restore it from a backup/, {
        CVQ_DATA: broken,
      });
    }
  });
});
