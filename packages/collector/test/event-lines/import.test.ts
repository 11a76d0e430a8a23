import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../test/builders/seeded-random.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { START, startTestCollector, type TestCollector } from '../collector.ts';
import { postAll } from '../ingest/post-all.ts';
import { shopTraffic } from '../ingest/shop-traffic.ts';
import { answersOf } from '../old-store/answers-of.ts';
import { runInProcess } from '../run-in-process.ts';
import { runUntilFileEnds } from '../run-until-file-ends.ts';

const SEED = 20_261_123;
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PROGRAM = join(import.meta.dirname, '../../bin/cvq.js');

type Answers = Readonly<Record<string, unknown>>;

let random: Random;
let source: TestCollector;
/** Another store, and its collector, into a project of which each test imports. */
let other: TestCollector;
let lines: string[];
let answers: Answers;

const cvq = (at: TestCollector, args: readonly string[], input: readonly string[] = []) =>
  runInProcess(args, { CVQ_DATA: at.folder }, input);
const importInto = (at: TestCollector, input: readonly string[], ...more: readonly string[]) =>
  cvq(at, ['events', 'import', '--project', at.project, ...more], input);

async function exportOf(at: TestCollector): Promise<string[]> {
  const { code, stdout, stderr } = await cvq(at, ['events', 'export', '--project', at.project]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

async function answersAt(at: TestCollector): Promise<Answers> {
  const scopes = ['projects:read', 'analytics:read', 'conversions:read', 'bots:read'] as const;
  const { token } = await at.addKey({ scopes });
  return answersOf(at.client, token, { project: at.project, from: '2026-10-25', to: '2026-11-21' });
}

const startShop = () =>
  startTestCollector({
    hosts: ['shop.example'],
    settings: { CVQ_BROWSER_RATE: '0', CVQ_TRUST_PROXY: '127.0.0.1' },
  });

async function aTarget(): Promise<TestCollector> {
  const own = await other.addProject({ hosts: ['shop.example'] });
  return { ...other, ...own, stored: (project = own.project) => other.stored(project) };
}

beforeAll(async () => {
  random = seededRandom(SEED);
  [source, other] = await Promise.all([startShop(), startShop()]);
  const { requests } = shopTraffic(random, {
    ...{
      count: WHOLE ? 1_500 : 1_000,
      end: START,
      days: 28,
      host: 'shop.example',
      foreignHost: 'copy.example',
    },
    ...{ project: source.project, serverKeys: [source.serverKey] },
  });
  const disguised = requests.map((request) =>
    random.chance(0.03) ? { ...request, headers: { ...request.headers, 'User-Agent': GOOGLEBOT } } : request,
  );
  await postAll(source.port, random.shuffled(disguised));
  const sales = (await source.stored()).filter(({ conversion }) => conversion !== null);
  for (const { event_id } of sales.filter(() => random.chance(0.05))) {
    const removal = await cvq(source, ['conversion', 'remove', '--project', source.project, event_id]);
    expect(removal.code).toBe(0);
  }
  lines = await exportOf(source);
  answers = await answersAt(source);
}, 120_000);

/** What the audit log tells of imports into a project. */
const told = async (at: TestCollector) =>
  (await at.control.listAudit({ project: at.project, action: 'import_events', limit: 9 })).map(
    ({ actor, outcome, after }) => ({ by: actor.kind, outcome, after }),
  );

describe('the audit log', () => {
  it('tells of an import, and of the part that is stored of one that stops', async () => {
    const target = await aTarget();
    expect((await importInto(target, ['nonsense'])).code).toBe(1);
    expect(await told(target)).toEqual([]);
    const part = lines.slice(0, 700);
    const text = `${part.join('\n')}\n`;
    expect((await importInto(target, [text, 'nonsense'])).code).toBe(1);
    expect((await importInto(target, [text])).code).toBe(0);
    const counted = { lines: 700, skipped: 0 };
    expect(await told(target)).toEqual([
      {
        by: 'operator',
        outcome: 'done',
        after: { ...counted, stored: 200, duplicates: 500, is_whole: true },
      },
      {
        by: 'operator',
        outcome: 'done',
        after: { ...counted, lines: 500, stored: 500, duplicates: 0, is_whole: false },
      },
    ]);
  });
});

describe('an export that is imported into another store', () => {
  it('has the traffic that the rules are about', () => {
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const state of ['counted', 'repeated', 'removed', 'excluded', 'bot'])
      expect(events.filter((event) => event.conversion_state === state).length, state).toBeGreaterThan(0);
    for (const kind of ['sdk', 'user', 'hash', null])
      expect(events.filter((event) => event.visitor_kind === kind).length, `${kind}`).toBeGreaterThan(0);
    for (const by of ['client', 'visitor', 'order'])
      expect(JSON.stringify(events).includes(`"found_by":"${by}"`), by).toBe(true);
  });

  it('answers every question as the first does, beside a running collector, and when it is repeated', async () => {
    const target = await aTarget();
    const imported = await importInto(target, [`${lines.join('\n')}\n`], '--json');
    expect(imported).toEqual({
      code: 0,
      stderr: '',
      stdout: `${JSON.stringify({
        project: target.project,
        ...{ lines: lines.length, stored: lines.length, duplicates: 0, skipped: 0 },
      })}\n`,
    });
    expect(await answersAt(target)).toEqual(answers);
    const again = await importInto(target, [`${lines.join('\n')}\n`]);
    expect(again.stdout).toBe(`Imported ${lines.length} lines: 0 stored, ${lines.length} there before.\n`);
    expect(await answersAt(target)).toEqual(answers);
    expect(await exportOf(target)).toEqual(lines);
  });

  it('answers so in any order, after programs that were killed on the way', { tags: ['long'] }, async () => {
    const target = await aTarget();
    const shuffled = random.shuffled(lines);
    // Each program gets to store one more group of 500.
    for (const share of WHOLE ? [0.4, 0.8] : [0.6])
      await importAndKill(target, shuffled.slice(0, share * lines.length));
    expect((await target.stored()).length).toBeLessThan(lines.length);
    const { code, stderr } = await importInto(target, [shuffled.join('\n')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await answersAt(target)).toEqual(answers);
  });

  it('owes no delivery, and a sale that it brought is not announced when it is reported again', async () => {
    const target = await aTarget();
    const endpoint = ['--project', target.project, '--url', 'https://hooks.example/', '--events', '*'];
    const created = await cvq(target, ['webhook', 'create', ...endpoint, '--json']);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    await importInto(target, [lines.join('\n')]);
    const sale = lines
      .map((line) => JSON.parse(line))
      .find((line) => line.conversion_state === 'counted' && line.order?.rank === 'person');
    const { order_id, currency } = sale.conversion;
    const event = { event_type: sale.event_type, properties: { order_id, value: 1, currency } };
    const json = { ...event, timestamp: sale.timestamp };
    const answer = await target.client.send({
      method: 'POST',
      path: '/v1/track',
      bearer: target.serverKey,
      json,
    });
    expect(answer.status).toBe(200);
    const owed = await cvq(target, ['webhook', 'deliveries', '--project', target.project, '--json']);
    expect(owed).toEqual({ code: 0, stderr: '', stdout: '[]\n' });
  });
});

describe('cvq events import', () => {
  it('stops at a bad line, and goes on when that is corrected', async () => {
    const target = await aTarget();
    const broken = lines.with(
      700,
      (lines[700] as string).replace(/"visitor_kind":(null|"\w+")/, '"visitor_kind":"cat"'),
    );
    const { code, stdout, stderr } = await importInto(target, [broken.join('\n')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'cvq: Line 701: visitor_kind must be one of sdk, user, hash. What comes up to line 500 was imported. ' +
        'Correct the line and import the whole file again, or leave out bad lines with --skip-bad.\n',
    );
    expect(await target.stored()).toHaveLength(500);
    const rest = await importInto(target, [broken.join('\n')], '--skip-bad', '--json');
    expect(rest).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^cvq: Left out line 701: visitor_kind must be one of/),
    });
    expect(JSON.parse(rest.stdout)).toMatchObject({
      ...{ lines: lines.length, stored: lines.length - 501, duplicates: 500, skipped: 1 },
    });
    expect(JSON.parse((await importInto(target, [lines.join('\n')], '--json')).stdout)).toMatchObject({
      stored: 1,
    });
    expect(await answersAt(target)).toEqual(answers);
  });

  it('refuses a project that does not exist, and to run without one', async () => {
    const refused = await cvq(source, ['events', 'import', '--project', 'proj_none'], [lines.join('\n')]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'cvq: --project: Unknown project: proj_none. See cvq project list.\n',
    });
    expect(await cvq(source, ['events', 'import'])).toMatchObject({ code: 1 });
  });
});

/** Gives some lines to the program and kills it once it has stored any, with its input still open. */
async function importAndKill(at: TestCollector, some: readonly string[]): Promise<void> {
  const before = (await at.stored()).length;
  const child = spawn(process.execPath, [PROGRAM, 'events', 'import', '--project', at.project], {
    env: { PATH: process.env.PATH, CVQ_DATA: at.folder },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  runUntilFileEnds(child);
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.on('error', () => {});
  child.stdin.write(some.join('\n'));
  await expect.poll(async () => (await at.stored()).length, { timeout: 60_000 }).toBeGreaterThan(before);
  child.kill('SIGKILL');
  await closed;
}
