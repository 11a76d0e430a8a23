import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../collector.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../durability/small-disk.ts';
import { cvq, serve } from '../program.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 240_000 });

type Settings = Readonly<Record<string, string>>;

async function filledFolder(more: Settings = {}): Promise<string> {
  const folder = temporaryFolder();
  expect((await cvq(['demo', '--days', '1'], { CVQ_DATA: folder, ...more })).code).toBe(0);
  return folder;
}

async function backUp(settings: Settings) {
  const place = temporaryFolder();
  const file = join(place, 'cvq.tar');
  const { code, stdout, stderr } = await cvq(['backup', '--json', file], settings);
  expect([code, stderr]).toEqual([0, '']);
  expect(readdirSync(place)).toEqual(['cvq.tar']);
  return { file, said: JSON.parse(stdout) };
}

async function said(settings: Settings, ...options: readonly string[]) {
  const file = join(temporaryFolder(), 'cvq.tar');
  return { file, ...(await cvq(['backup', ...options, file], settings)) };
}

/** By the program that every system has. */
function restored(file: string): string {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync('tar', ['-xf', file, '-C', folder]);
  expect([status, `${stderr}`]).toEqual([0, '']);
  return folder;
}

async function exported(folder: string, project: string): Promise<string[]> {
  const { stdout } = await cvq(['events', 'export', '--project', project], { CVQ_DATA: folder });
  return stdout.trim().split('\n').filter(Boolean);
}

const modeOf = (file: string) => statSync(file).mode & 0o777;
const OLD_STORE = join(import.meta.dirname, '../old-store/store.tar.gz');
const PROGRAM = join(import.meta.dirname, '../../bin/cvq.js');
const whole = await filledFolder();

describe('cvq backup', () => {
  it('writes a file that tar restores to a folder which cvq check finds whole', async () => {
    const { file, said } = await backUp({ CVQ_DATA: whole });
    const names = ['events.db', 'control.db', 'secret'];
    expect(said).toEqual({ file, bytes: statSync(file).size, names, left_out: [] });
    const folder = restored(file);
    expect(readFileSync(join(folder, 'secret'))).toEqual(readFileSync(join(whole, 'secret')));
    const { code, stdout } = await cvq(['check'], { CVQ_DATA: folder });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^control: ok\nevents: ok\n.*\nsecret: ok\n/)]);
    const projects = async (of: string) =>
      (await cvq(['project', 'list', '--json'], { CVQ_DATA: of })).stdout;
    expect(await projects(folder)).toBe(await projects(whole));
  });

  it('has every event that a running collector acknowledged before it', async () => {
    const data = temporaryFolder();
    const created = await cvq(['project', 'create', '--domain', 'shop.example', '--json'], {
      CVQ_DATA: data,
    });
    const { id, server_key: key } = JSON.parse(created.stdout);
    const collector = await serve({ CVQ_DATA: data });
    const answer = await fetch(`http://127.0.0.1:${collector.port}/v1/track`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ event_type: 'purchase', properties: { order_id: 'A-1', value: 20 } }),
    });
    const { event_id: eventId } = (await answer.json()) as { event_id: string };
    const { file } = await backUp({ CVQ_DATA: data });
    collector.kill('SIGTERM');
    await collector.exited;
    const [line, ...others] = await exported(restored(file), id);
    expect(others).toEqual([]);
    expect(line).toContain(eventId);
  });

  it('can be read by its owner alone', async () => {
    const { file } = await backUp({ CVQ_DATA: whole });
    expect(modeOf(file)).toBe(0o600);
    const folder = restored(file);
    for (const name of readdirSync(folder)) expect([name, modeOf(join(folder, name))]).toEqual([name, 0o600]);
  });

  it('says that the secret of a setting is not in it', async () => {
    const settings = { CVQ_SECRET: 'a secret of the settings' };
    const folder = await filledFolder(settings);
    const { code, stdout, stderr } = await said({ CVQ_DATA: folder, ...settings });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('has events.db, control.db: ');
    expect(stdout).toContain('The secret is in CVQ_SECRET, and not in the backup: keep it with it.\n');
    expect(stdout).not.toContain('file secret');
  });

  it('takes the file with a secret along also where a setting has the secret, unless there is none in it', async () => {
    const settings = { CVQ_SECRET: 'a secret of the settings' };
    const folder = await filledFolder(settings);
    writeFileSync(join(folder, 'secret'), 'x'.repeat(64));
    const { code, stdout } = await said({ CVQ_DATA: folder, ...settings });
    expect(code).toBe(0);
    expect(stdout).toContain('has events.db, control.db, secret: ');
    expect(stdout).toContain('with it. The file secret is not used while CVQ_SECRET is set.\n');
    writeFileSync(join(folder, 'secret'), settings.CVQ_SECRET);
    expect((await said({ CVQ_DATA: folder, ...settings })).stdout).toContain(
      'The secret is in CVQ_SECRET, and in the backup as well, since a file has it: keep it as safe as the data folder.\n',
    );
    writeFileSync(join(folder, 'secret'), '');
    expect(await said({ CVQ_DATA: folder, ...settings })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('has events.db, control.db: '),
    });
  });

  it.each<[what: string, settings: Settings, says: string]>([
    [
      'no secret is given',
      {},
      'it has no secret, and the stores in it are sealed with one. Without that one',
    ],
    [
      'another one is given',
      { CVQ_SECRET: 'another text altogether' },
      'CVQ_SECRET is not the secret that its stores are sealed with. Without that one',
    ],
  ])('says that the stores do not open where %s, and keeps what it wrote', async (_what, settings, says) => {
    const folder = await filledFolder({ CVQ_SECRET: 'a secret of the settings' });
    const { file, code, stdout, stderr } = await said({ CVQ_DATA: folder, ...settings });
    expect(code).toBe(1);
    expect(stderr).toContain(`cvq: ${file} was written, but ${says}`);
    expect(stderr).toContain('Run the command with the settings of the collector');
    expect(stdout).not.toMatch(/There is no secret yet|The secret is in/);
    expect(readdirSync(restored(file)).toSorted()).toEqual(['control.db', 'events.db']);
  });

  it('has the secret of the data folder beside a setting that is another one, and says which to use', async () => {
    const { file, code, stderr } = await said({ CVQ_DATA: whole, CVQ_SECRET: 'a stray text of the shell' });
    expect(code).toBe(1);
    expect(stderr).toContain('The one in the data folder is, and is in the backup: unset CVQ_SECRET.\n');
    expect((await cvq(['check'], { CVQ_DATA: restored(file) })).code).toBe(0);
  });

  it('names both secrets while they are replaced by settings', async () => {
    const [former, present] = ['the secret from before', 'the secret from now on'];
    const folder = await filledFolder({ CVQ_SECRET: former });
    const both = { CVQ_DATA: folder, CVQ_SECRET: present, CVQ_SECRET_PREVIOUS: former };
    expect(await said(both)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'The secrets are in CVQ_SECRET and CVQ_SECRET_PREVIOUS, and not in the backup',
      ),
    });
  });

  it('says of a secret in the data folder that is another one that it opens nothing', async () => {
    const folder = await filledFolder();
    writeFileSync(join(folder, 'secret'), 'x'.repeat(64));
    const { code, stderr } = await said({ CVQ_DATA: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('the secret in it is not the one that its stores are sealed with.');
    expect(
      await said({ CVQ_DATA: folder, CVQ_SECRET_PREVIOUS: readFileSync(join(whole, 'secret'), 'utf8') }),
    ).toMatchObject({ code: 1 });
  });

  it('is of the folder that everything else uses, also where the names of both begin with a blank', () => {
    const place = temporaryFolder();
    const run = (...args: string[]) => {
      const env = { PATH: process.env.PATH, CVQ_DATA: ' data' };
      const options = { cwd: place, env, encoding: 'utf8' as const };
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], options);
      expect([status, stderr]).toEqual([0, '']);
    };
    run('demo', '--days', '0');
    run('backup', ' cvq.tar');
    expect(readdirSync(place).toSorted()).toEqual([' cvq.tar', ' data']);
    expect(readdirSync(join(place, ' data'))).toEqual(
      expect.arrayContaining(['control.db', 'events.db', 'secret']),
    );
    expect(readdirSync(restored(join(place, ' cvq.tar'))).toSorted()).toEqual([
      'control.db',
      'events.db',
      'secret',
    ]);
  });

  it('says that there is no secret where nothing has been sealed', async () => {
    const folder = temporaryFolder();
    await cvq(['project', 'create', '--domain', 'shop.example'], { CVQ_DATA: folder });
    expect(await said({ CVQ_DATA: folder })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('There is no secret yet.\n'),
    });
  });

  it('says that the secret is missing also of stores that are too old to prove which it was', async () => {
    const folder = temporaryFolder();
    expect(spawnSync('tar', ['-xzf', OLD_STORE, '-C', folder]).status).toBe(0);
    const withSecret = await said({ CVQ_DATA: folder });
    expect(withSecret).toMatchObject({ code: 0, stdout: expect.stringContaining('The secret is in it') });
    unlinkSync(join(folder, 'secret'));
    const { file, code, stdout, stderr } = await said({ CVQ_DATA: folder });
    expect([code, stdout]).toEqual([1, expect.not.stringContaining('There is no secret yet')]);
    expect(stderr).toContain(`cvq: ${file} was written, but it has no secret`);
  });

  it('prints nothing but JSON where it was asked to, also where the secret is missing', async () => {
    const folder = await filledFolder({ CVQ_SECRET: 'a secret of the settings' });
    const { code, stdout, file } = await said({ CVQ_DATA: folder }, '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { file, names: ['events.db', 'control.db'] }]);
  });

  it('takes the secret before along while a rotation lasts', async () => {
    const folder = await filledFolder();
    writeFileSync(join(folder, 'secret.previous'), 'y'.repeat(64));
    const { file, said } = await backUp({ CVQ_DATA: folder });
    expect(said.names).toEqual(['events.db', 'control.db', 'secret', 'secret.previous']);
    expect(readFileSync(join(restored(file), 'secret.previous'), 'utf8')).toBe('y'.repeat(64));
  });

  it('takes the scripts that pages may have pinned along, and says which are broken', async () => {
    const { folder, earlier, broken } = await folderWithScripts();
    const { file, said } = await backUp({ CVQ_DATA: folder });
    const scripts = readdirSync(join(folder, 'scripts')).map((name) => `scripts/${name}`);
    expect(scripts).toHaveLength(5);
    expect(said.names).toEqual([
      ...['events.db', 'control.db', 'secret'],
      ...scripts.filter((name) => name !== broken).toSorted(),
    ]);
    expect(said.left_out).toEqual([broken]);
    const to = restored(file);
    expect((await cvq(['check'], { CVQ_DATA: to })).stdout).toContain('\nscripts: ok, 4 kept\n');
    const collector = await serve({ CVQ_DATA: to });
    const answer = await fetch(`http://127.0.0.1:${collector.port}/${earlier.slice('scripts/'.length)}`);
    expect(await answer.text()).toBe(readFileSync(join(folder, earlier), 'utf8'));
    collector.kill('SIGTERM');
    await collector.exited;
    const { stdout } = await cvq(['backup', join(temporaryFolder(), 'cvq.tar')], { CVQ_DATA: folder });
    expect(stdout).toMatch(/has events\.db, control\.db, secret, scripts\/ \(4\): /);
    expect(stdout).toContain(`${broken} is not in it: it has another content than`);
  });

  it('writes over no file', async () => {
    const file = join(temporaryFolder(), 'cvq.tar');
    writeFileSync(file, 'the backup of yesterday');
    const { code, stdout, stderr } = await cvq(['backup', file], { CVQ_DATA: whole });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`cvq: ${file} is there already. Remove it, or name another file.\n`);
    expect(readFileSync(file, 'utf8')).toBe('the backup of yesterday');
  });

  it('takes the place of no link, and of no file that came while it copied', async () => {
    const place = temporaryFolder();
    const file = join(place, 'cvq.tar');
    symlinkSync(join(place, 'nowhere'), file);
    expect((await cvq(['backup', file], { CVQ_DATA: whole })).stderr).toContain('is there already');
    unlinkSync(file);
    const made = cvq(['backup', file], { CVQ_DATA: whole });
    writeFileSync(file, 'made meanwhile');
    expect((await made).stderr).toContain('is there already');
    expect(readFileSync(file, 'utf8')).toBe('made meanwhile');
    expect(readdirSync(place)).toEqual(['cvq.tar']);
  });

  it('tells how to restore a file of any name', async () => {
    const file = join(temporaryFolder(), "it's 12:00.tar");
    const { stdout } = await cvq(['backup', file], { CVQ_DATA: whole });
    const [, command = ''] = /^To restore it: mkdir data && (tar .*) && CVQ/m.exec(stdout) ?? [];
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data'));
    expect(spawnSync('sh', ['-c', command], { cwd: folder }).status).toBe(0);
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['control.db', 'events.db', 'secret']);
  });

  it.each<[what: string, folder: () => string, says: RegExp]>([
    [
      'without a store',
      () => temporaryFolder(),
      /There are no stores in .*, so that nothing was backed up\. CVQ_DATA names the folder\.\n$/,
    ],
    ['that is not there', () => join(temporaryFolder(), 'none'), /There are no stores in /],
    [
      'that cannot be reached',
      () => linkToItself(),
      /^cvq: .*data\/\S+ is a link that leads back to itself\. CVQ_DATA names/,
    ],
    [
      'whose events are lost',
      () => withoutEvents(),
      /The events store is lost: .*events\.db is missing.*Restore it from a backup/,
    ],
  ])('makes nothing of a folder %s', async (_what, folder, says) => {
    const place = temporaryFolder();
    const { code, stdout, stderr } = await cvq(['backup', join(place, 'cvq.tar')], { CVQ_DATA: folder() });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(says);
    expect(readdirSync(place)).toEqual([]);
  });

  it.each([
    ['none/cvq.tar', 'its folder does not exist'],
    ['file/cvq.tar', 'it lies in what is a file and no directory'],
    ['loop/cvq.tar', 'it is a link that leads back to itself'],
    [`${'x'.repeat(300)}.tar`, 'it has a name that is too long'],
  ])('says what is wrong with the place that it is to be written to: %s', async (name, reason) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('loop', join(folder, 'loop'));
    const file = join(folder, name);
    const { code, stderr } = await cvq(['backup', file], { CVQ_DATA: whole });
    expect([code, stderr]).toEqual([
      1,
      `cvq: ${file} cannot be written: ${reason}. Look at ${dirname(file)}.\n`,
    ]);
  });

  it.skipIf(whyNoSmallDisk() !== null)('leaves nothing on a disk that is too small for it', async () => {
    const disk = mountSmallDisk();
    disk.fill();
    const { code, stderr } = await cvq(['backup', join(disk.folder, 'cvq.tar')], { CVQ_DATA: whole });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /cvq\.tar cannot be written: the disk is full\. It takes up to twice the room of the stores/,
    );
    expect(readdirSync(disk.folder).filter((name) => name.startsWith('cvq.tar'))).toEqual([]);
  });

  it.skipIf(whyNoSmallDisk() !== null)('says once of a disk that is read-only that it is', async () => {
    const disk = mountSmallDisk();
    disk.makeReadOnly();
    const file = join(disk.folder, 'cvq.tar');
    const { code, stderr } = await cvq(['backup', file], { CVQ_DATA: whole });
    expect([code, stderr]).toEqual([
      1,
      `cvq: ${file} cannot be written: its disk is read-only. Look at ${disk.folder}.\n`,
    ]);
  });
});

/** A folder of a collector that has run, with a script of an earlier version and a broken one. */
async function folderWithScripts() {
  const folder = await filledFolder();
  const collector = await serve({ CVQ_DATA: folder });
  collector.kill('SIGTERM');
  await collector.exited;
  const content = 'a script of an earlier version';
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const [earlier, broken] = [`scripts/sdk.${hash}.js`, 'scripts/sdk.extra.0123456789abcdef.js'];
  writeFileSync(join(folder, earlier), content);
  writeFileSync(join(folder, broken), 'cut short');
  return { folder, earlier, broken };
}

function linkToItself(): string {
  const link = join(temporaryFolder(), 'data');
  symlinkSync(link, link);
  return link;
}

function withoutEvents(): string {
  const folder = temporaryFolder();
  for (const name of ['control.db', 'usage.db', 'secret'])
    writeFileSync(join(folder, name), readFileSync(join(whole, name)));
  expect(existsSync(join(folder, 'events.db'))).toBe(false);
  return folder;
}
