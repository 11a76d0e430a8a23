import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq } from '../program.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 240_000 });

const settings = { CVQ_DATA: join(temporaryFolder(), 'data') };

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cvq(args, settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function failureOf(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cvq(args, settings);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr.trimEnd();
}

describe('the version', () => {
  const manifest = join(import.meta.dirname, '../../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

  it.each(['--version', '-V'])('is printed by %s, as the package has it', async (option) => {
    expect(await run(option)).toBe(`${version}\n`);
  });
});

describe('an option that has one value', () => {
  it.each<[args: string[], says: string]>([
    [
      ['project', 'create', '--domain', 'a.example', '--domain', 'b.example'],
      '--domain: Given more than once. Give it once.',
    ],
    [
      ['project', 'create', '--domain', 'a.example', '--domain=a.example'],
      '--domain: Given more than once. Give it once.',
    ],
    [
      ['project', 'create', '--domain', 'a.example', '--hosts', 'a.example', '--hosts', 'b.example'],
      '--hosts: Given more than once. Give one list, with commas',
    ],
    [
      ['key', 'create', '--name', 'x', '--expires', '30', '--expires', '90'],
      '--expires: Given more than once. Give it once.',
    ],
    [['demo', '--days', '1', '--days', '2'], '--days: Given more than once. Give it once.'],
    [
      ['webhook', 'deliveries', '--state', 'failed', '--state', 'pending'],
      '--state: Given more than once. Give it once.',
    ],
  ])('is refused when it is given twice: %j', async (args, says) => {
    expect(await failureOf(args)).toContain(`cvq: ${says}`);
  });

  it('is told from one that gathers, and from a flag, in every command', async () => {
    const gather: string[] = [];
    for (const { load } of Object.values(COMMANDS)) {
      const walk = (command: Awaited<ReturnType<typeof load>>): void => {
        gather.push(
          ...command.options
            .filter(({ defaultValue }) => Array.isArray(defaultValue))
            .map(({ flags }) => flags),
        );
        command.commands.forEach(walk);
      };
      walk(await load());
    }
    expect([...new Set(gather)].toSorted()).toEqual([
      '--ip-range <cidr>',
      '--map <type=action>',
      '--source <owner=url>',
      '--user-agent-contains <text>',
    ]);
    expect(JSON.parse(await run('project', 'list', '--json', '--json'))).toEqual([]);
  });
});

describe('a command line that is wrong', () => {
  it.each<[args: string[], says: string]>([
    [['project', 'list', '--jsn'], '--jsn: Unknown option. Did you mean --json?'],
    [['project', 'list', '--wide'], '--wide: Unknown option. See cvq project list --help.'],
    [['projects'], 'Unknown command: projects. Did you mean project?'],
    [['frobnicate'], 'Unknown command: frobnicate. See cvq --help.'],
    [['project', 'frobnicate'], 'Unknown command: frobnicate. See cvq project --help.'],
    [['project', 'delete'], '<project>: Missing argument. See cvq project delete --help.'],
    [['project', 'delete', 'a', 'b'], 'Too many arguments: a, b. See cvq project delete --help.'],
    [['events', 'export'], '--project: Missing option. Give --project <id>.'],
    [['events', 'export', '--project'], '--project: Missing value. Give --project <id>.'],
    [
      ['account', 'update', 'acc_1', '--suspend', '--resume'],
      '--resume: Cannot be used with --suspend. Give one of the two.',
    ],
    [
      ['key', 'create', '--name', 'x', '--expires', "it's\n31"],
      "--expires: Invalid value: it's 31. Use one of 30, 90, 365, never.",
    ],
    [['demo', '--days', '401'], '--days: Invalid value: 401. It must be a whole number from 0 to 400.'],
  ])('is refused in the form of every refusal: %j', async (args, says) => {
    expect(await failureOf(args)).toBe(`cvq: ${says}`);
  });
});

it.each<[args: string[], says: string]>([
  [['webhook', 'deliveries', 'del_1', '--state', 'failed'], '--state: del_1 already names one delivery'],
  [['webhook', 'redeliver', 'del_1', '--project', 'proj_x'], '--project: del_1 already names one delivery'],
])('an option that an id makes pointless is refused: %j', async (args, says) => {
  expect(await failureOf(args)).toContain(says);
});

describe('a list', () => {
  it('has headings above its columns for people, also when there is nothing, and none as JSON', async () => {
    const project = JSON.parse(
      await run('project', 'create', '--domain', 'a-longer-name.example', '--json'),
    ) as { id: string };
    await run('project', 'create', '--domain', 'b.example', '--name', 'Shop');
    expect(JSON.parse(await run('project', 'list', '--json'))).toHaveLength(2);
    const table = (await run('project', 'list')).trimEnd().split('\n');
    expect(table[0]?.split(/ {2,}/)).toEqual(['PROJECT', 'DOMAIN', 'TIME ZONE', 'CURRENCY', 'NAME']);
    expect(table.map((line) => line.slice((table[0] ?? '').indexOf('TIME ZONE')))).toEqual([
      'TIME ZONE  CURRENCY  NAME',
      'UTC        EUR       a-longer-name.example',
      'UTC        EUR       Shop',
    ]);
    await run('bots', 'rules', 'add', '--project', project.id, '--ip-range', '192.0.2.0/24');
    expect(await run('bots', 'rules', 'list', '--project', project.id)).toBe(
      'KIND      VALUE\nipRanges  192.0.2.0/24\n',
    );
  });

  it.each<[command: string[], headings: string]>([
    [['key'], 'KEY ENDS_IN KIND STATE NAME'],
    [['account'], 'ACCOUNT KIND PLAN STATE NAME'],
    [['user'], 'USER E-MAIL STATE SUPERADMIN NAME'],
    [['member'], 'E-MAIL MEMBER_OF ROLE CLIENTS'],
    [['agency'], 'AGENCY CLIENT STATUS'],
    [['webhook'], 'ENDPOINT PROJECT STATE OWED EVENTS URL'],
  ])('of %s has its headings', async (command, headings) => {
    const [first] = (await run(...command, 'list')).split('\n');
    expect(first?.split(/ {2,}/)).toEqual(headings.split(' ').map((heading) => heading.replace('_', ' ')));
  });
});

describe('a network with bits beyond its prefix', () => {
  it.each<[range: string, network: string]>([
    ['10.0.0.5/8', '10.0.0.0/8'],
    ['192.0.2.129/25', '192.0.2.128/25'],
    ['192.0.2.1/31', '192.0.2.0/31'],
    ['2001:db8:0:1::5/48', '2001:db8::/48'],
  ])(
    'is refused by each command and setting that takes one, with what it may mean: %s',
    async (range, network) => {
      const fix = `has bits beyond its prefix: write ${network} for the network, or ${range.split('/')[0]} for the address`;
      for (const command of ['add', 'preview']) {
        const said = await failureOf(['bots', 'rules', command, '--project', 'proj_x', '--ip-range', range]);
        expect(said).toContain(`--ip-range 1: "${range}" ${fix}`);
      }
      for (const name of ['CVQ_TRUST_PROXY', 'CVQ_WEBHOOK_ALLOW_CIDRS']) {
        const { code, stderr } = await cvq(['project', 'list'], {
          ...settings,
          [name]: `127.0.0.1,${range}`,
        });
        expect(code).toBe(1);
        expect(stderr).toContain(
          `${name} must list IP addresses or CIDR ranges, such as 10.0.0.0/8,::1: "${range}" ${fix}`,
        );
      }
    },
  );
});
