import { closeSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openControlStore, openIngestLedger } from '@cvq/storage';
import { describe, expect, it, vi } from 'vitest';
import { anEvent, DAY } from '../../../../test/builders/event-records.ts';
import { inTurn } from '../../../../test/builders/whole.ts';
import { ingestGroup } from '../../src/track/ingest-group.ts';
import { openEnrichment } from '../../src/track/open-enrichment.ts';
import { cacheProjects } from '../../src/track/projects.ts';
import { EVENT_ID, temporaryFolder } from '../collector.ts';
import { expectRefused } from '../expect-refused.ts';
import { browserRequest } from '../ingest/browser-request.ts';
import { cvq, cvqProcess, start } from '../program.ts';
import { runSql } from '../run-sql.ts';
import { toldBy } from '../told-by.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const root = temporaryFolder();
let folders = 0;
function freshFolder(): { CVQ_DATA: string } {
  folders += 1;
  return { CVQ_DATA: join(root, `data-${folders}`) };
}

type Settings = Readonly<Record<string, string>>;

const json = <Value>(settings: Settings, ...args: string[]) => toldBy<Value>(args, settings);

type Project = {
  id: string;
  name: string;
  domain: string;
  timezone: string;
  currency: string;
  server_key: string;
};
type Key = {
  id: string;
  kind: string;
  name: string;
  last4: string;
  account: string;
  scopes: string[];
  projects: string[] | 'all';
  agency_wide: boolean;
  expires_at: string | null;
  state: string;
  key?: string;
};

const COMMANDS = [
  [],
  ['serve'],
  ['project'],
  ['project', 'create'],
  ['project', 'list'],
  ['key'],
  ['key', 'create'],
  ['key', 'list'],
  ['key', 'revoke'],
  ['account'],
  ['account', 'create'],
  ['user'],
  ['user', 'create'],
  ['member'],
  ['member', 'add'],
  ['agency'],
  ['agency', 'link'],
  ['events'],
  ['events', 'export'],
  ['migrate'],
  ['check'],
  ['demo'],
];

describe('help', () => {
  it.each(COMMANDS.map((words) => [words.join(' '), words] as const))(
    'of "cvq %s" says how it is used',
    async (name, words) => {
      const { code, stdout, stderr } = await cvq([...words, '--help'], freshFolder());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`Usage: cvq${name === '' ? '' : ` ${name}`} `);
      expect(stdout).toContain('--help');
    },
  );

  it('names every command', async () => {
    const { stdout } = await cvq(['--help'], freshFolder());
    for (const [command] of COMMANDS.slice(1)) expect(stdout).toMatch(new RegExp(`^ +${command}\\b`, 'm'));
  });

  it('says of the stores all that can be done with them', async () => {
    const { stdout } = await cvq(['--help'], freshFolder());
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'store Continue after a store was lost or has gone back, and make the file of events small.',
    );
  });

  it('is pointed to when a command or an option is unknown', async () => {
    await expectRefused(['sreve'], freshFolder(), /Unknown command: sreve\. Did you mean serve/);
    await expectRefused(
      ['project', 'list', '--jsno'],
      freshFolder(),
      /--jsno: Unknown option\. Did you mean --json/,
    );
  });
});

describe('in a process of its own', () => {
  const settings = freshFolder();

  const COMMAND_LINES: readonly (readonly string[])[] = [
    ['project', 'list'],
    ['key', 'list'],
    ['account', 'list'],
    ['user', 'list'],
    ['member', 'list'],
    ['agency', 'list'],
    ['webhook', 'list'],
    ['bots', 'rules', 'list', '--project', 'proj_nobody'],
    ['conversion', 'remove', 'evt_1_a', '--project', 'proj_nobody'],
    ['secret', 'accept'],
    ['demo', '--days', '0', '--json'],
    ['migrate'],
    ['check', '--json'],
    ['project', 'list', '--json'],
    ['project', 'create'],
    ['project', '--help'],
    ['--version'],
    [],
  ];
  it.each(inTurn(COMMAND_LINES, 2, 3))('"cvq %s %s" prints and ends as it does here', async (...args) => {
    const alone = await cvqProcess(args, settings);
    const here = await cvq(args, settings);
    // A demo makes a key each time, and its project only once.
    const same = ({ stdout, ...rest }: typeof here) => ({
      ...rest,
      stdout: args[0] === 'demo' ? Object.keys(JSON.parse(stdout)) : stdout,
    });
    expect(same(here)).toEqual(same(alone));
  });
});

it('a setting that is unknown is refused by a command as well', async () => {
  const settings = { ...freshFolder(), CVQ_DATABSE: 'x' };
  await expectRefused(['project', 'list'], settings, /^cvq: CVQ_DATABSE is not a setting/);
});

describe('cvq project', () => {
  const settings = freshFolder();
  const refusing = freshFolder();

  it('create makes a project with a server key, and list shows it without the key', async () => {
    const shop = await json<Project>(
      settings,
      'project',
      'create',
      '--domain',
      'Shop.Example',
      '--timezone',
      'Europe/Berlin',
      '--currency',
      'chf',
      '--name',
      'Shop',
    );
    expect(shop).toEqual({
      id: expect.stringMatching(/^proj_[A-Za-z0-9]+$/),
      name: 'Shop',
      domain: 'shop.example',
      timezone: 'Europe/Berlin',
      currency: 'CHF',
      server_key: expect.stringMatching(/^srv_[A-Za-z0-9]{40}$/),
    });
    const plain = await json<Project>(settings, 'project', 'create', '--domain', 'localhost:3000');
    expect(plain).toMatchObject({
      name: 'localhost:3000',
      domain: 'localhost:3000',
      timezone: 'UTC',
      currency: 'EUR',
    });
    const listed = await json<Project[]>(settings, 'project', 'list');
    expect(listed).toEqual([shop, plain].map(({ server_key: _, ...shown }) => shown));
  });

  it('create tells a person the tracking key and the server key', async () => {
    const { stdout } = await cvq(['project', 'create', '--domain', 'shop.example'], freshFolder());
    expect(stdout).toMatch(/proj_[A-Za-z0-9]+/);
    expect(stdout).toMatch(/srv_[A-Za-z0-9]{40}/);
  });

  it.each([
    [[], /--domain/],
    [['--domain', 'ftp://shop.example/'], /--domain/],
    [['--domain', 'shop example'], /--domain/],
    [['--domain', ''], /--domain/],
    [['--domain', 'shop.example', '--timezone', 'Berlin'], /--timezone.*Berlin/],
    [['--domain', 'shop.example', '--currency', 'EURO'], /--currency.*EURO/],
    [['--domain', 'shop.example', '--account', 'acc_nobody'], /acc_nobody/],
  ])('create %j is refused, and says why', async (args, says) => {
    await expectRefused(['project', 'create', ...args], refusing, says);
  });

  it('list is an empty array while there is none', async () => {
    expect(await json(refusing, 'project', 'list')).toEqual([]);
    expect(await json(refusing, 'key', 'list')).toEqual([]);
  });
});

describe('cvq key', () => {
  const settings = freshFolder();

  it('create prints the key once, list never does, and revoke ends it', async () => {
    const { id: project } = await json<Project>(settings, 'project', 'create', '--domain', 'shop.example');
    const plain = await json<Key>(settings, 'key', 'create', '--name', 'Reports');
    expect(plain).toEqual({
      id: expect.stringMatching(/^key_[A-Za-z0-9]+$/),
      kind: 'secret',
      name: 'Reports',
      last4: plain.key?.slice(-4),
      account: expect.stringMatching(/^acc_/),
      agency_wide: false,
      scopes: ['projects:read', 'analytics:read', 'conversions:read', 'bots:read'],
      projects: 'all',
      expires_at: expect.stringMatching(/Z$/),
      state: 'active',
      key: expect.stringMatching(/^sk_[A-Za-z0-9]{40}$/),
    });
    const days = (Date.parse(plain.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    const narrow = await json<Key>(
      settings,
      'key',
      'create',
      '--name',
      'Spend',
      '--scopes',
      'spend:read, analytics:read',
      '--projects',
      project,
      '--expires',
      'never',
    );
    expect(narrow).toMatchObject({
      scopes: ['projects:read', 'analytics:read', 'spend:read'],
      projects: [project],
      expires_at: null,
    });

    const listed = await cvq(['key', 'list', '--json'], settings);
    const keys = JSON.parse(listed.stdout) as Key[];
    expect(keys.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      'secret Reports',
      'secret Spend',
      'server Server key of shop.example',
    ]);
    for (const secret of [plain.key, narrow.key]) expect(listed.stdout).not.toContain(secret);

    expect(await json(settings, 'key', 'revoke', plain.id)).toEqual({ id: plain.id, state: 'revoked' });
    const states = (await json<Key[]>(settings, 'key', 'list')).map(({ id, state }) => [id, state]);
    expect(Object.fromEntries(states)).toMatchObject({ [plain.id]: 'revoked', [narrow.id]: 'active' });
    await expectRefused(['key', 'revoke', plain.id], settings, new RegExp(plain.id));
  });

  it('keeps no key in the clear anywhere on disk', async () => {
    const own = freshFolder();
    const { server_key } = await json<Project>(own, 'project', 'create', '--domain', 'shop.example');
    const { key } = await json<Key>(own, 'key', 'create', '--name', 'Reports');
    const disk = readFileSync(join(own.CVQ_DATA, 'control.db'), 'latin1');
    expect(disk).toContain('Reports');
    for (const secret of [server_key, key as string]) {
      expect(disk).not.toContain(secret);
      expect(disk).not.toContain(secret.slice(4, 20));
    }
  });

  it.each([
    [['create'], /--name/],
    [['create', '--name', 'x', '--scopes', 'analytics:write'], /--scopes.*analytics:write/],
    [['create', '--name', 'x', '--projects', 'proj_nobody'], /proj_nobody/],
    [['create', '--name', 'x', '--expires', '60'], /--expires.*30, 90, 365, never/],
    [['create', '--name', 'x', '--account', 'acc_nobody'], /acc_nobody/],
    [['revoke'], /<key>: Missing argument/],
    [['revoke', 'key_nobody'], /key_nobody/],
  ])('%j is refused, and says why', async (args, says) => {
    await expectRefused(['key', ...args], settings, says);
  });
});

describe('cvq migrate', () => {
  it('is what stores wait for when CVQ_MIGRATE is manual', async () => {
    const settings = { ...freshFolder(), CVQ_MIGRATE: 'manual' };
    await expectRefused(['project', 'list'], settings, /^cvq: .*cvq migrate/);
    expect(await json(settings, 'migrate')).toEqual({ migrated: true, data: settings.CVQ_DATA });
    expect(await json(settings, 'project', 'list')).toEqual([]);
    expect(await json(settings, 'migrate')).toEqual({ migrated: true, data: settings.CVQ_DATA });
  });
});

describe('cvq demo', () => {
  it('makes its project and history once; each run gives a fresh read key and revokes the last', async () => {
    type Demo = { project: string; read_key: string; events: number };
    const settings = freshFolder();
    const first = await json<Demo>(settings, 'demo', '--days', '2');
    expect(first).toEqual({
      project: expect.stringMatching(/^proj_/),
      read_key: expect.stringMatching(/^sk_/),
      events: expect.any(Number),
    });
    expect(first.events).toBeGreaterThan(0);
    const second = await json<Demo>(settings, 'demo', '--days', '2');
    expect(second).toEqual({ project: first.project, read_key: expect.stringMatching(/^sk_/), events: 0 });
    expect(second.read_key).not.toBe(first.read_key);

    expect(await json<Project[]>(settings, 'project', 'list')).toHaveLength(1);
    const keys = (await json<Key[]>(settings, 'key', 'list')).filter(({ kind }) => kind === 'secret');
    const stateOf = (token: string) => keys.find(({ last4 }) => last4 === token.slice(-4))?.state;
    expect([stateOf(first.read_key), stateOf(second.read_key)]).toEqual(['revoked', 'active']);
    const { stdout } = await cvq(['events', 'export', '--project', first.project], settings);
    expect(stdout.trimEnd().split('\n')).toHaveLength(first.events);
  });

  it.each(['401', 'many'])('refuses --days %s', async (days) => {
    await expectRefused(['demo', '--days', days], freshFolder(), /--days/);
  });
});

describe('cvq check', () => {
  it('says ok of stores that are', async () => {
    const settings = freshFolder();
    const report = await json<{ ok: boolean; stores: { store: string; problems: string[] }[] }>(
      settings,
      'check',
    );
    expect(report.ok).toBe(true);
    expect(report.stores.map(({ store, problems }) => [store, problems])).toEqual([
      ['control', []],
      ['events', []],
      ['usage', []],
    ]);
  });

  it('names what is broken and exits with 1', async () => {
    const settings = freshFolder();
    await json(settings, 'demo', '--days', '3');
    scramble(join(settings.CVQ_DATA, 'events.db'));
    const { code, stdout } = await cvq(['check', '--json'], settings);
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as { ok: boolean; stores: { store: string; problems: string[] }[] };
    expect(report.ok).toBe(false);
    const broken = report.stores.filter(({ problems }) => problems.length > 0);
    expect(broken.map(({ store }) => store)).toEqual(['events']);
    const forPeople = await cvq(['check'], settings);
    expect(forPeople.code).toBe(1);
    expect(forPeople.stdout).toMatch(/^control: ok\nevents: ./);
  });
});

/** Writes noise over the last half of a database, past what is needed to open it. */
function scramble(file: string): void {
  const { size } = statSync(file);
  const descriptor = openSync(file, 'r+');
  const page = Buffer.alloc(4096);
  for (let at = Math.ceil(size / 2 / 4096) * 4096; at < size; at += 4096) {
    readSync(descriptor, page, 0, 4096, at);
    page.fill(0xa5, 8, 2000);
    writeSync(descriptor, page, 0, 4096, at);
  }
  closeSync(descriptor);
}

describe('cvq events export', () => {
  const settings = freshFolder();

  it('writes every event as one line of JSON, oldest first, however many there are', async () => {
    const { id: project } = await json<Project>(settings, 'project', 'create', '--domain', 'shop.example');
    await store(project, 2500);
    const { code, stdout, stderr } = await cvq(['events', 'export', '--project', project], settings);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { event_id: string }).event_id);
    expect(ids).toHaveLength(2500);
    expect(new Set(ids).size).toBe(2500);
    expect(ids).toEqual(ids.toSorted());
    for (const id of ids.slice(0, 10)) expect(id).toMatch(EVENT_ID);
  });

  it('ends quietly when the reader has seen enough', async () => {
    const [project] = await json<Project[]>(settings, 'project', 'list');
    const program = start(['events', 'export', '--project', project?.id ?? ''], settings);
    await program.printed('stdout', /\n/);
    program.closeStdout();
    const { code } = await program.exited;
    expect(program.stderr()).toBe('');
    expect(code).toBe(0);
  });

  it('writes nothing for a project without events', async () => {
    const { id } = await json<Project>(settings, 'project', 'create', '--domain', 'quiet.example');
    expect(await cvq(['events', 'export', '--project', id], settings)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('says that it is not complete, and why, where archived events cannot be read', async () => {
    const broken = freshFolder();
    const { id } = await json<Project>(broken, 'project', 'create', '--domain', 'shop.example');
    const ledger = openIngestLedger({ folder: broken.CVQ_DATA, migrate: true });
    await ledger.append([9, 0].map((days) => anEvent({ project: id, at: Date.now() - days * DAY })));
    await ledger.close();
    expect((await cvq(['store', 'shrink'], broken)).code).toBe(0);
    runSql(
      broken.CVQ_DATA,
      'events',
      "UPDATE blocks SET body = CAST(substr(body, 1, length(body) - 2) || x'ffff' AS BLOB)",
    );
    const { code, stdout, stderr } = await cvq(['events', 'export', '--project', id], broken);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^cvq: Block \d+ of archived events .* Restore .* The export is not complete: it ends after 0 events\.$/m,
    );
  });

  it('refuses a project that does not exist, and to run without one', async () => {
    await expectRefused(['events', 'export', '--project', 'proj_nobody'], settings, /^cvq: .*proj_nobody/);
    await expectRefused(['events', 'export'], settings, /--project/);
  });

  async function store(project: string, count: number): Promise<void> {
    const location = { folder: settings.CVQ_DATA, migrate: true };
    const control = openControlStore(location);
    const ledger = openIngestLedger(location);
    const now = Date.now();
    const list = Array.from({ length: count }, (_, index) => ({
      id: `evt_${now - index}_event${index}`,
      event_type: 'pageview',
      properties: { pad: 'x'.repeat(200) },
    }));
    const requests = Array.from({ length: count / 100 }, (_, index) =>
      browserRequest(
        { key: project, session_id: 's', events: list.slice(index * 100, index * 100 + 100) },
        now,
      ),
    );
    const enrichment = openEnrichment({
      control,
      secret: { sealing: 'only of this test', alsoOpening: null },
      cityFile: null,
      now: Date.now,
    });
    await ingestGroup(requests, { ledger, projects: cacheProjects(control, { holdMs: 0 }), enrichment });
    await ledger.close();
    await control.close();
  }
});
