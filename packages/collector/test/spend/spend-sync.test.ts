import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { AD_PLATFORMS, type AdPlatform } from '@cvq/contract';
import { openControlStore } from '@cvq/storage';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { folderWithStores } from '../../../../test/builders/folder-with-stores.ts';
import { inTurn } from '../../../../test/builders/whole.ts';
import { runCommand } from '../../dist/cli/run-command.js';
import { temporaryFolder } from '../collector.ts';
import { serve, until } from '../durability/program.ts';
import { cvq, start } from '../program.ts';
import { DAY, figure } from './spend-workshop.ts';

const mock = await startMockAdPlatforms({ spendPageSize: 2 });
afterAll(() => mock.close());
const { google, meta, microsoft } = mock.accounts;

const files = temporaryFolder();
const CONNECT: Readonly<Record<AdPlatform, readonly string[]>> = {
  google_ads: ['--account', google.account, '--login-account', google.loginAccount, '--map', 'purchase=7001'],
  meta_ads: ['--account', meta.dataset, '--spend-account', meta.adAccount],
  microsoft_ads: [
    ...['--account', microsoft.account, '--login-account', microsoft.customer],
    ...['--map', 'purchase=Purchase'],
  ],
};
const NAMES = {
  google_ads: 'google-service-account',
  meta_ads: 'meta',
  microsoft_ads: 'microsoft',
} as const;

let folder: string;
let settings: Readonly<Record<string, string>>;
let project: string;
beforeEach(async () => {
  mock.reset();
  folder = folderWithStores();
  settings = { CVQ_DATA: folder, CVQ_LOG_LEVEL: 'info', PORT: '0', ...mock.settings };
  ({ id: project } = JSON.parse(
    (await cvq(['project', 'create', '--domain', 'shop.example', '--json'], settings)).stdout,
  ));
});

async function connect(platform: AdPlatform, ...more: readonly string[]): Promise<string> {
  const file = join(files, `${platform}.json`);
  writeFileSync(file, JSON.stringify(mock.credentials(NAMES[platform])));
  const { stdout, stderr } = await cvq(
    [
      ...['integration', 'connect', '--project', project, '--platform', platform, '--credentials', file],
      ...[...CONNECT[platform], ...more, '--json'],
    ],
    settings,
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout).id;
}

const run = (...args: readonly string[]) => cvq(['spend', ...args], settings);
const synced = async (...args: readonly string[]) => {
  const { code, stdout } = await run('sync', ...args, '--json');
  return { code, outcomes: JSON.parse(stdout) };
};

/** So many days ago, as any account may have it. */
const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

async function stored(): Promise<string[]> {
  const control = openControlStore({ folder, migrate: false });
  const { rows } = await control.readSpend(project, { first: '2020-01-01', last: ago(-2) });
  await control.close();
  return rows.map(({ date, platform, micros }) => `${date} ${platform} ${micros}`);
}

describe('cvq spend sync', () => {
  it('reads every account now, and says what it has read', async () => {
    for (const platform of AD_PLATFORMS) {
      await connect(platform);
      mock.changeSpend(platform, {
        rows: [figure(ago(3), '11'), figure(ago(2), '11'), figure(ago(60), '11')],
      });
    }
    const { code, outcomes } = await synced('--days', '7');
    expect([code, outcomes]).toEqual([
      0,
      AD_PLATFORMS.map((platform) =>
        expect.objectContaining({ project, platform, result: 'read', stored: 2, removed: 0, problem: null }),
      ),
    ]);
    mock.changeSpend('meta_ads', { remove: { date: ago(2) } });
    const { stdout } = await run('sync', '--project', project, '--platform', 'meta_ads', '--days', '7');
    expect(stdout).toMatch(
      /^read {5}meta_ads act_\d+: \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, 1 row, 1 from before is gone\n$/,
    );
    await run('sync');
    expect(await stored(), 'without --days what is due: the first time, 90 days').toHaveLength(8);
    const listed = JSON.parse((await run('list', '--project', project, '--json')).stdout);
    expect(listed).toMatchObject([{ current: true, timezone: 'America/Los_Angeles' }, {}, { problem: null }]);
    const table = (await run('list', '--project', project)).stdout;
    expect(table).toMatch(/GOOD UNTIL/);
    expect(table).toMatch(/microsoft_ads .* EUR .* fine\n$/);
  });

  it('shows in a terminal how far it is', async () => {
    await connect('meta_ads');
    mock.changeSpend('meta_ads', { rows: [figure(ago(3), '11'), figure(ago(2), '11')] });
    const shown: string[] = [];
    const collect = (into: string[]) =>
      new Writable({
        write(piece, _encoding, done) {
          into.push(String(piece));
          done();
        },
      });
    const stderr = Object.assign(collect(shown), { isTTY: true });
    const at = {
      env: settings,
      stdin: process.stdin,
      stdout: collect([]),
      stderr,
      now: Date.now,
      exitCode: 0,
    };
    expect(await runCommand(['spend', 'sync'], at)).toBe(0);
    expect(shown.join('')).toContain(`meta_ads act_${meta.adAccount}: 2 rows …`);
    expect(shown.at(-1)).toBe('\r\u001b[K');
  });

  it('exits with 1 and says what to do where an account cannot be read, and reads the others', async () => {
    for (const platform of AD_PLATFORMS) {
      await connect(platform);
      mock.changeSpend(platform, { rows: [figure(ago(3), '11')] });
    }
    mock.fail({ platform: 'meta_ads', fault: 'spend_denied' });
    const { code, stdout, stderr } = await run('sync');
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(
      /^read {5}google_ads .*\nread {5}microsoft_ads .*\nFAILED {3}meta_ads act_\d+: 200: .*ads_read\.\n {9}It was never read\.\n$/,
    );
    expect(await stored()).toHaveLength(2);
    const listed = (await run('list', '--project', project)).stdout;
    expect(listed).toMatch(/meta_ads .* never +FAILED 200\n/);
    expect(listed).toMatch(/meta_ads act_\d+ could not be read at .*: 200: .* Try again with cvq spend sync/);
    await run('sync', '--platform', 'meta_ads');
    mock.fail({ platform: 'meta_ads', fault: 'expired_token', purpose: 'spend' });
    const refused = await synced('--platform', 'meta_ads');
    expect(refused).toMatchObject({
      ...{ code: 1, outcomes: [{ result: 'failed', problem: { code: '190/463' } }] },
    });
    expect(refused.outcomes[0].read_at, 'the age of what is stored').not.toBeNull();
    expect((await run('sync', '--platform', 'meta_ads')).stdout).toMatch(
      /What was read at \d{4}-.* stays\.\n$/,
    );
    expect(await stored()).toHaveLength(3);
    for (const secret of mock.secrets()) expect(stdout + listed).not.toContain(secret);
  });

  it('skips what is not to be read, and says why', async () => {
    const nothing = await run('sync', '--project', project);
    expect(nothing).toMatchObject({
      code: 1,
      stderr: `cvq: There is no integration in project ${project} to read from. Connect one with cvq integration connect.\n`,
    });
    const file = join(files, 'meta_ads.json');
    writeFileSync(file, JSON.stringify(mock.credentials('meta')));
    const named = ['--project', project, '--platform', 'meta_ads'];
    await cvq(
      ['integration', 'connect', ...named, '--account', meta.dataset, '--credentials', file, '--dry-run'],
      settings,
    );
    const { code, stdout } = await run('sync');
    expect(code).toBe(1);
    expect(stdout).toContain(
      `skipped  meta_ads: No ad account is given. Give it with cvq integration update`,
    );
    expect((await run('list', '--project', project)).stdout).toContain(
      'Nothing is read from meta_ads. No ad account is given',
    );
    await cvq(['integration', 'update', ...named, '--spend-account', meta.adAccount], settings);
    expect(await synced(), 'a dry run is read').toMatchObject({ code: 0, outcomes: [{ result: 'read' }] });
    await cvq(['integration', 'update', ...named, '--live'], settings);
    await cvq(['integration', 'pause', ...named], settings);
    expect((await run('sync')).stdout).toContain(
      'skipped  meta_ads act_556677889900112: The integration is paused.',
    );
  });

  it.each([
    [['--days', '0'], '--days: Invalid value: 0.'],
    [['--platform', 'tiktok_ads'], '--platform: Invalid value: tiktok_ads.'],
    [['--project', 'proj_none'], '--project: Unknown project: proj_none.'],
  ])('refuses %j', async (given, says) => {
    const { code, stderr } = await run('sync', ...given);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });

  it('that is killed in the middle leaves what was there, and the next one nothing of it', async () => {
    await connect('meta_ads');
    const rows = (micros: string) =>
      Array.from({ length: 60 }, (_, campaign) => figure(ago(2), `${campaign + 1}`, { micros }));
    mock.changeSpend('meta_ads', { rows: rows('1000000') });
    expect(await synced('--days', '7')).toMatchObject({ outcomes: [{ stored: 60 }] });
    const before = await stored();
    mock.changeSpend('meta_ads', { rows: rows('2000000') });
    for (const pages of inTurn([2, 12, 25], 1, 3)) {
      const asked = mock.state().meta_ads.requests.spend;
      mock.fail({ platform: 'meta_ads', fault: 'hang', purpose: 'spend', after: pages });
      const program = start(['spend', 'sync', '--days', '7'], settings);
      await until('some pages have come', () => mock.state().meta_ads.requests.spend > asked + pages, 20_000);
      program.kill('SIGKILL');
      await program.exited;
      expect(await stored()).toEqual(before);
    }
    expect(await synced('--days', '7')).toMatchObject({ outcomes: [{ stored: 60, removed: 0 }] });
    expect(await stored()).toEqual(before.map((row) => row.replace('1000000', '2000000')));
  }, 60_000);
});

describe('a collector', () => {
  it('reads what is connected while it runs, tells /metrics, and ends cleanly in the middle of a reading', async () => {
    const token = 'a-token-of-the-tests';
    const collector = await serve(folder, { env: { ...mock.settings, CVQ_METRICS_TOKEN: token } });
    mock.changeSpend('google_ads', { rows: [figure(ago(2), '11')] });
    const integration = await connect('google_ads');
    const metrics = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`http://127.0.0.1:${collector.port}/metrics`, { headers })).text();
    };
    const labels = `{platform="google_ads",integration="${integration}"}`;
    await until('it is read', async () => (await metrics()).includes(`cvq_spend_problem${labels} 0`), 40_000);
    expect(await metrics()).toMatch(new RegExp(`cvq_spend_age_seconds\\${labels} \\d`));
    expect(await stored()).toEqual([`${ago(2)} google_ads 12340000`]);
    expect(await synced('--platform', 'google_ads'), 'beside it').toMatchObject({ code: 0 });
    mock.fail({ platform: 'meta_ads', fault: 'hang', purpose: 'spend' });
    await connect('meta_ads');
    await until('it is asked', () => mock.state().meta_ads.requests.spend > 0, 20_000);
    expect(await collector.terminate()).toBe(0);
    expect(collector.log()).not.toMatch(/"level":[45]0/);
    const listed = JSON.parse((await run('list', '--project', project, '--json')).stdout);
    expect(listed, 'to be stopped is no problem').toMatchObject([{ platform: 'google_ads', problem: null }]);
  }, 90_000);

  it('reads nothing by itself where it is told so', async () => {
    await connect('google_ads');
    const env = { ...mock.settings, CVQ_SPEND_SYNC_HOURS: '0' };
    const collector = await serve(folder, { env });
    expect(await synced()).toMatchObject({ code: 0, outcomes: [{ result: 'read' }] });
    expect(await collector.terminate()).toBe(0);
  });
});
