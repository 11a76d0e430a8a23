import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openControlStore } from '@cvq/storage';
import { describe, expect, it, vi } from 'vitest';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { type Client, createClient } from '../client.ts';
import { USER_AGENT } from '../collector.ts';
import { cvq, serve } from '../program.ts';
import { toldBy } from '../told-by.ts';
import { startReceiver } from '../webhooks/receiver.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const FILE = 'bot-networks.json';

type Settings = { readonly CVQ_DATA: string };
const inFolder = (): Settings => ({ CVQ_DATA: folderWithStores() });

const run = <Printed>(settings: Settings, ...args: readonly string[]) => toldBy<Printed>(args, settings);

async function fail(settings: Settings, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cvq(args, settings);
  expect(stderr).not.toMatch(/^ +at /m);
  expect([code, stdout]).toEqual([1, '']);
  return stderr.trim();
}

type Rules = { project: string; userAgentContains: string[]; ipRanges: string[] };
const projectIn = async (settings: Settings) =>
  (await run<{ id: string }>(settings, 'project', 'create', '--domain', 'shop.example')).id;

function visit(client: Client, key: string, fields: Record<string, unknown> & { userAgent?: string }) {
  const { userAgent = USER_AGENT, id, from = '198.51.100.7' } = fields;
  return client.send({
    method: 'POST',
    path: '/v1/events',
    headers: {
      'Content-Type': 'text/plain',
      'User-Agent': userAgent,
      'Accept-Language': 'de',
      'X-Forwarded-For': String(from),
    },
    body: JSON.stringify({ key, visitor_id: `${id}`, events: [{ id, event_type: 'pageview' }] }),
  });
}

type Exported = { event_id: string; bot: { name: string; reasons: string[] } | null };
async function botsIn(settings: Settings, project: string): Promise<Record<string, Exported['bot']>> {
  const { stdout } = await cvq(['events', 'export', '--project', project], settings);
  const events = stdout.split('\n').filter(Boolean);
  return Object.fromEntries(
    events.map((line) => {
      const { event_id, bot } = JSON.parse(line) as Exported;
      return [event_id.split('_')[2], bot];
    }),
  );
}

describe('rules of a project', () => {
  it('are added, listed and removed, and told from those that cannot be taken, of which none is kept', async () => {
    const settings = inFolder();
    const project = await projectIn(settings);
    const rules = ['bots', 'rules'] as const;
    const named = ['--project', project] as const;
    const parts = ['--user-agent-contains', 'Reader', '--ip-range', '192.0.2.0/24'] as const;
    expect(await run<Rules>(settings, ...rules, 'add', ...named, ...parts)).toEqual({
      project,
      userAgentContains: ['Reader'],
      ipRanges: ['192.0.2.0/24'],
    });
    const refused = await fail(
      settings,
      ...[...rules, 'add', ...named, '--user-agent-contains', 'x', '--ip-range', '10.0.0.0/33'],
      ...['--user-agent-contains', 'fine'],
    );
    expect(refused).toMatch(
      /--user-agent-contains 1: A part of a user agent of 1 characters\. Use 2 to 200 characters/,
    );
    expect(refused).toMatch(/--ip-range 1: .*10\.0\.0\.0\/33/);
    const left = await run<Rules>(
      settings,
      ...[...rules, 'remove', ...named, '--user-agent-contains', 'Reader'],
    );
    expect(left).toEqual({ project, userAgentContains: [], ipRanges: ['192.0.2.0/24'] });
    expect(await run<Rules>(settings, ...rules, 'list', ...named)).toEqual(left);
    expect(await fail(settings, ...rules, 'remove', ...named, '--user-agent-contains', 'Reader')).toBe(
      'cvq: --user-agent-contains: Unknown rule: Reader. See cvq bots rules list.',
    );
    expect(await fail(settings, ...rules, 'list', '--project', 'proj_unknown')).toMatch(
      /--project: Unknown project: proj_unknown/,
    );
  });

  it.each([
    ['--user-agent-contains', 'Mozilla', /"Mozilla" matches browsers of people: Chrome on Windows, Edge/],
    ['--user-agent-contains', 'iphone', /matches browsers of people: Safari on an iPhone\./],
    ['--ip-range', '0.0.0.0/0', /0\.0\.0\.0\/0 holds every IPv4 address\./],
    ['--ip-range', '::/0', /::\/0 holds every IPv6 address\./],
    ['--ip-range', '10.0.0.0/7', /holds one in 128 of all IPv4 addresses\./],
  ])(
    'are added only by force where they are %s %s, which would take people out',
    async (option, value, says) => {
      const settings = inFolder();
      const project = await projectIn(settings);
      const add = ['bots', 'rules', 'add', '--project', project, option, value];
      const told = await fail(settings, ...add);
      expect(told).toMatch(says);
      expect(told).toMatch(/--force: .*Nothing was added/);
      const list = () => run<Rules>(settings, 'bots', 'rules', 'list', '--project', project);
      expect(await list()).toMatchObject({ userAgentContains: [], ipRanges: [] });
      await run(settings, ...add, '--force');
      expect(Object.values(await list()).flat()).toContain(value);
    },
  );

  it('are removed also where they have a form that is refused today', async () => {
    const settings = inFolder();
    const project = await projectIn(settings);
    const control = openControlStore({ folder: settings.CVQ_DATA, migrate: true });
    await control.addBotRules(project, [{ kind: 'ipRanges', value: '10.0.0.5/8' }], { at: Date.now() });
    await control.close();
    const remove = ['bots', 'rules', 'remove', '--project', project, '--ip-range', '10.0.0.5/8'];
    expect(await run<Rules>(settings, ...remove)).toMatchObject({ ipRanges: [] });
  });

  it('are two hundred at most, and one that is there already is none more', async () => {
    const settings = inFolder();
    const project = await projectIn(settings);
    const add = (...parts: readonly string[]) => [
      ...['bots', 'rules', 'add', '--project', project],
      ...parts.flatMap((part) => ['--user-agent-contains', part]),
    ];
    const all = Array.from({ length: 200 }, (_, index) => `reader ${index}`);
    expect((await run<Rules>(settings, ...add(...all))).userAgentContains).toHaveLength(200);
    expect((await run<Rules>(settings, ...add('reader 7'))).userAgentContains).toHaveLength(200);
    expect(await fail(settings, ...add('one more'))).toMatch(
      /at most 200 rules, and with these it would have 201/,
    );
  });

  it('are previewed against what came in the last week before they are saved, and save nothing by that', async () => {
    const settings = inFolder();
    const project = await projectIn(settings);
    const collector = await serve(settings);
    const client = createClient(collector.port);
    for (const [index, userAgent] of [USER_AGENT, 'Reader/1.0 (Windows)', 'Reader/1.0 (Windows)'].entries()) {
      const { body } = await visit(client, project, { userAgent, id: `evt_${Date.now()}_preview${index}` });
      expect(body).toMatchObject({ accepted: 1 });
    }
    const parts = ['--user-agent-contains', 'rEADER', '--ip-range', '192.0.2.0/24'];
    const found = await run(settings, 'bots', 'rules', 'preview', '--project', project, ...parts);
    expect(found).toEqual({
      days: 7,
      matched: 2,
      total: 3,
      people: { matched: 0, total: 1, visitors: 0, buyers: 0 },
      examples: [{ user_agent: 'Reader/1.0 (Windows)', events: 2, people_events: 0 }],
      ip_ranges: [{ range: '192.0.2.0/24', addresses: '256' }],
      warnings: [],
    });
    const wide = ['--user-agent-contains', 'mozilla', '--ip-range', '::/0'];
    expect(await run(settings, 'bots', 'rules', 'preview', '--project', project, ...wide)).toMatchObject({
      matched: 1,
      people: { matched: 1, total: 1, visitors: 1, buyers: 0 },
      examples: [{ user_agent: USER_AGENT, people_events: 1 }],
      warnings: [
        expect.stringContaining('"mozilla" matches browsers of people: Chrome on Windows'),
        '::/0 holds every IPv6 address.',
      ],
    });
    const one = ['--user-agent-contains', 'chrome', '--ip-range', '192.0.2.1'];
    const { stdout } = await cvq(['bots', 'rules', 'preview', '--project', project, ...one], settings);
    expect(stdout).toContain('1 of 1 event of people in the last 7 days');
    expect(stdout).toContain('and 1 visitor as bots.');
    expect(stdout).toContain('192.0.2.1: 1 address.');
    const rules = await run<Rules>(settings, 'bots', 'rules', 'list', '--project', project);
    expect([rules.userAgentContains, rules.ipRanges]).toEqual([[], []]);
    client.close();
    collector.kill('SIGTERM');
    await collector.exited;
  });
});

describe('an update of the networks', async () => {
  const operator = await startReceiver();
  const address = (path: string) => new URL(path, operator.url).href;
  const answers: Record<string, string | null> = {
    '/google.json': JSON.stringify({
      creationTime: '2026-11-21',
      prefixes: [{ ipv4Prefix: '198.51.100.0/25' }, { ipv6Prefix: '2001:db8::/48' }],
    }),
    '/bing.json': JSON.stringify({ prefixes: [{ ipv4Prefix: '203.0.113.0/24' }] }),
    '/half.json': '{"prefixes":[{"ipv4Prefix":"198.51.10',
    '/page.json': '<!doctype html><title>Sign in</title>',
    '/empty.json': '{"prefixes":[]}',
    '/words.json': '{"prefixes":["10.0.0.0/33","https://a.example/b"]}',
    '/wide.json': '{"prefixes":[{"ipv4Prefix":"0.0.0.0/0"},{"ipv4Prefix":"198.51.100.0/25"}]}',
    '/gone.json': null,
  };
  operator.answer = ({ path }, response) => {
    const text = answers[path] ?? null;
    response.writeHead(text === null ? 404 : 200, { 'Content-Type': 'application/json' }).end(text ?? '');
  };
  const source = (owner: string, path: string) => ['--source', `${owner}=${address(path)}`];
  const filesOf = ({ CVQ_DATA }: Settings) => readdirSync(CVQ_DATA).filter((name) => name.startsWith(FILE));

  it('takes what operators publish, and keeps what cannot be had with its own day and the reason', async () => {
    const settings = inFolder();
    const printed = await run<{ date: string }>(
      settings,
      ...['bots', 'update', ...source('Googlebot', '/google.json'), ...source('Bingbot', '/gone.json')],
    );
    expect(printed).toEqual({
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      refreshed: ['Googlebot'],
      failed: [{ name: 'Bingbot', error: `${address('/gone.json')} answered 404` }],
    });
    const { networks } = JSON.parse(readFileSync(join(settings.CVQ_DATA, FILE), 'utf8'));
    const of = (owner: string) => networks.find(({ name }: { name: string }) => name === owner);
    expect(of('Googlebot')).toMatchObject({ date: printed.date, prefixes: '198.51.100.0/25 2001:db8::/48' });
    expect(of('Bingbot').date < printed.date).toBe(true);
    expect(filesOf(settings), 'nothing unfinished is left').toEqual([FILE]);
  });

  it.each([
    ['half a file', '/half.json', /not complete JSON/],
    ['a page of a captive portal', '/page.json', /not complete JSON/],
    ['a list of nothing', '/empty.json', /names no network/],
    ['words that are no networks', '/words.json', /names no network/],
    ['a network that is everybody', '/wide.json', /0\.0\.0\.0\/0, which is too wide/],
    ['an address that answers 404', '/gone.json', /answered 404/],
  ])('refuses %s, and leaves what there was as it was', async (_, path, says) => {
    const settings = inFolder();
    await run(settings, 'bots', 'update', ...source('Googlebot', '/google.json'));
    const before = readFileSync(join(settings.CVQ_DATA, FILE), 'utf8');
    const told = await fail(settings, 'bots', 'update', ...source('Googlebot', path));
    expect(told).toMatch(/^cvq: Nothing was updated\./);
    expect(told).toMatch(says);
    expect(readFileSync(join(settings.CVQ_DATA, FILE), 'utf8')).toBe(before);
    expect(filesOf(settings)).toEqual([FILE]);
  });

  it('refuses sources that are none', async () => {
    const settings = inFolder();
    expect(await fail(settings, 'bots', 'update', '--source', 'Googlebot')).toMatch(
      /--source Googlebot: There is no address\. Write owner and address, such as Googlebot=https/,
    );
    expect(await fail(settings, 'bots', 'update', '--source', 'constructor=http://a.example/')).toMatch(
      /Unknown owner: constructor\. Use one of /,
    );
    expect(await fail(settings, 'bots', 'update', '--source', 'Somebot=http://a.example/')).toMatch(
      /Unknown owner: .*Use one of Googlebot, Bingbot/,
    );
    expect(await fail(settings, 'bots', 'update', '--source', 'Googlebot=here')).toMatch(/Invalid URL: here/);
    expect(await fail(settings, 'bots', 'update', '--source', 'Googlebot=http://127.0.0.1:1/a.json')).toMatch(
      /Not updated: Googlebot \(fetch failed: /,
    );
    expect(filesOf(settings)).toEqual([]);
  });

  it('is read by a collector that runs, which from then on tells who only says to be a crawler', async () => {
    const settings = { ...inFolder(), CVQ_TRUST_PROXY: '127.0.0.0/8' };
    const project = await projectIn(settings);
    // A file that is broken is as good as none.
    writeFileSync(join(settings.CVQ_DATA, FILE), '{"networks":');
    const collector = await serve(settings);
    const client = createClient(collector.port);
    const google = async (name: string, from: string) => {
      const id = `evt_${Date.now()}_${name}`;
      expect((await visit(client, project, { userAgent: GOOGLEBOT, id, from })).body).toMatchObject({
        accepted: 1,
      });
    };
    await google('before', '198.51.100.7');
    await run(settings, 'bots', 'update', ...source('Googlebot', '/google.json'));
    await google('own', '198.51.100.7');
    await google('foreign', '198.51.100.200');
    const found = await botsIn(settings, project);
    expect(found.before).toMatchObject({ reasons: expect.arrayContaining(['named']) });
    expect(found.own).toMatchObject({ name: 'Googlebot', category: 'search_engine', reasons: ['named'] });
    expect(found.foreign).toMatchObject({
      name: 'Googlebot (unverified)',
      category: 'other',
      reasons: ['named', 'spoofed'],
    });
    client.close();
    collector.kill('SIGTERM');
    await collector.exited;
  });
});
