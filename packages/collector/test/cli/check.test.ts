import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { shippedNetworks } from '../../src/bots/networks/network-file.ts';
import { temporaryFolder } from '../collector.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../durability/small-disk.ts';
import { cvq } from '../program.ts';
import { runSql } from '../run-sql.ts';
import { runUntilFileEnds } from '../run-until-file-ends.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 240_000 });

const OLD_STORE = join(import.meta.dirname, '../old-store/store.tar.gz');

type Report = {
  ok: boolean;
  stores: { store: string; problems: string[]; note: string }[];
  files: { file: string; problems: string[]; note: string }[];
};

/** A data folder with all that a collector makes. */
async function filledFolder(): Promise<string> {
  const folder = temporaryFolder();
  expect((await cvq(['demo', '--days', '1'], { CVQ_DATA: folder })).code).toBe(0);
  writeFileSync(join(folder, 'bot-networks.json'), JSON.stringify(shippedNetworks()));
  return folder;
}

/** A script of an earlier version, and what stands in its file. */
function keepScript(folder: string, content = 'an earlier script'): void {
  const hash = createHash('sha256').update('an earlier script').digest('hex').slice(0, 16);
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts', `sdk.${hash}.js`), content);
}

function asFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

async function check(folder: string, more: Readonly<Record<string, string>> = {}) {
  const settings = { CVQ_DATA: folder, ...more };
  const { code, stdout, stderr } = await cvq(['check', '--json'], settings);
  expect(stderr).toBe('');
  const report = JSON.parse(stdout) as Report;
  expect(code).toBe(report.ok ? 0 : 1);
  const problems = [...report.stores, ...report.files].flatMap((found) => found.problems);
  return { report, problems, lines: async () => (await cvq(['check'], settings)).stdout };
}

const whole = await filledFolder();

describe('cvq check', () => {
  it('says one line of every file of the data folder', async () => {
    const { date } = shippedNetworks();
    const { problems, lines } = await check(whole);
    expect(problems).toEqual([]);
    expect((await lines()).split('\n')).toEqual([
      'control: ok',
      'events: ok',
      'usage: ok',
      'secret: ok',
      `bot-networks.json: ok, of ${date}`,
      'scripts: none kept yet: cvq serve does that',
      '',
    ]);
  });

  it('makes nothing of what is not there yet', async () => {
    const folder = join(temporaryFolder(), 'new');
    const { problems, lines } = await check(folder);
    expect(problems).toEqual([]);
    expect(await lines()).toMatch(
      /^control: not created yet\nevents: not created yet\nusage: not created yet\nsecret: not created yet\nbot-networks/,
    );
    expect(existsSync(folder)).toBe(false);
  });

  it('tells of what cvq left behind, and of what is none of its files', async () => {
    const folder = join(temporaryFolder(), 'remains');
    mkdirSync(folder);
    for (const name of ['usage.db.broken', 'secret.4711', 'notes.txt'])
      writeFileSync(join(folder, name), 'x');
    const { report } = await check(folder);
    expect(report.ok).toBe(true);
    expect(report.files.slice(3)).toEqual([
      { file: 'notes.txt', problems: [], note: 'not a file of cvq' },
      { file: 'secret.4711', problems: [], note: expect.stringContaining('you may remove') },
      { file: 'usage.db.broken', problems: [], note: expect.stringContaining('you may remove') },
    ]);
  });

  it('counts the scripts that pages may have pinned, and names what is none', async () => {
    const folder = temporaryFolder();
    keepScript(folder);
    writeFileSync(join(folder, 'scripts/sdk.js.4711'), 'cut short');
    expect((await check(folder)).report.files).toContainEqual({
      ...{ file: 'scripts', problems: [] },
      note: 'ok, 1 kept; you may remove scripts/sdk.js.4711',
    });
  });

  it.each<[what: string, damage: (folder: string) => void, says: RegExp, more?: Record<string, string>]>([
    [
      'usage.db',
      (folder) => writeFileSync(join(folder, 'usage.db'), 'no database'.repeat(500)),
      /usage\.db is broken/,
    ],
    ['the secret, lost', (folder) => rmSync(join(folder, 'secret')), /The secret is gone/],
    [
      'the secret, exchanged',
      (folder) => writeFileSync(join(folder, 'secret'), 'y'.repeat(64)),
      /not the one that the stores were sealed with/,
    ],
    ['the secret, in a setting', () => {}, /CVQ_SECRET is not the one/, { CVQ_SECRET: 'z'.repeat(64) }],
    [
      'the networks',
      (folder) => writeFileSync(join(folder, 'bot-networks.json'), '<html>'),
      /is not a list of networks/,
    ],
    [
      'a script that pages may have pinned',
      (folder) => keepScript(folder, 'another content'),
      /^scripts\/sdk\.[0-9a-f]{16}\.js has another content .* Pages that pin it get 404\./,
    ],
    [
      'the folder of the scripts, which is none',
      (folder) => writeFileSync(join(folder, 'scripts'), ''),
      /^it lies in what is a file and no directory\./,
    ],
    [
      'the cities',
      () => {},
      /CVQ_GEO_CITY_MMDB: \/nowhere\.mmdb .* does not exist/,
      { CVQ_GEO_CITY_MMDB: '/nowhere.mmdb' },
    ],
  ])('finds what is wrong with %s, and exits with 1', async (_what, damage, says, more) => {
    const folder = await filledFolder();
    damage(folder);
    const { report, problems } = await check(folder, more);
    expect(report.ok).toBe(false);
    expect(problems).toEqual([expect.stringMatching(says)]);
  });

  it.each(['auto', 'manual'])(
    'leaves a backup of an earlier version as it is (CVQ_MIGRATE=%s)',
    async (mode) => {
      const folder = temporaryFolder();
      execFileSync('tar', ['-xzf', OLD_STORE, '-C', folder]);
      const files = readdirSync(folder);
      const contents = () => files.map((name) => readFileSync(join(folder, name)).toString('base64'));
      const before = contents();
      const { report } = await check(folder, { CVQ_MIGRATE: mode });
      expect(report.ok).toBe(true);
      expect(report.stores.map(({ store, note }) => [store, note])).toEqual([
        ['control', expect.stringMatching(/^ok; it has schema \d+, this version needs \d+: not migrated$/)],
        ['events', expect.stringMatching(/^ok; it has schema \d+, this version needs \d+: not migrated$/)],
        ['usage', 'ok'],
      ]);
      expect(contents()).toEqual(before);
      // What was written is in the log until it is taken over.
      for (const name of readdirSync(folder).filter((each) => each.endsWith('-wal')))
        expect(readFileSync(join(folder, name))).toHaveLength(0);
    },
  );

  it('says that the secret is gone also of stores that are too old to prove which it was', async () => {
    const folder = temporaryFolder();
    execFileSync('tar', ['-xzf', OLD_STORE, '-C', folder]);
    rmSync(join(folder, 'secret'));
    const { report } = await check(folder);
    expect(report.ok).toBe(false);
    expect(report.files).toContainEqual({
      ...{ file: 'secret', note: '' },
      problems: [expect.stringContaining('The secret is gone')],
    });
  });

  it('leaves broken counters where they are', async () => {
    const folder = join(temporaryFolder(), 'counters');
    cpSync(whole, folder, { recursive: true });
    writeFileSync(join(folder, 'usage.db'), 'no database'.repeat(500));
    const before = readdirSync(folder);
    const { problems } = await check(folder);
    expect(problems).toEqual([expect.stringMatching(/usage\.db is broken/)]);
    expect(readdirSync(folder).filter((name) => !before.includes(name) && !/-(wal|shm)$/.test(name))).toEqual(
      [],
    );
  });

  it.each<[what: string, store: string, damage: (file: string) => void, says: RegExp]>([
    [
      'of a later version',
      'control',
      (file) => runSql(dirname(file), 'control', 'PRAGMA user_version = 9999'),
      /of a later version/,
    ],
    ['that is a folder', 'control', asFolder, /control\.db cannot be written/],
    ['that is a folder', 'events', asFolder, /events\.db cannot be written/],
    [
      'that is no database',
      'events',
      (file) => writeFileSync(file, 'x'.repeat(5000)),
      /events\.db is broken/,
    ],
  ])('tells of a store %s (%s), and of all other files', async (_what, store, damage, says) => {
    const folder = join(temporaryFolder(), 'one');
    cpSync(whole, folder, { recursive: true });
    damage(join(folder, `${store}.db`));
    const { report, problems } = await check(folder);
    expect(problems).toEqual([expect.stringMatching(says)]);
    const found = report.stores.filter(({ problems: [first] }) => first !== undefined);
    expect(found.map((each) => each.store)).toEqual([store]);
    expect(report.files.map(({ file }) => file)).toEqual(['secret', 'bot-networks.json', 'scripts']);
  });

  it('names the file of a broken page, and what to do', async () => {
    const folder = join(temporaryFolder(), 'page');
    cpSync(whole, folder, { recursive: true });
    const file = join(folder, 'events.db');
    const bytes = readFileSync(file);
    const middle = 4096 * Math.floor(bytes.length / 8192);
    bytes.fill(0xa5, middle, middle + 40_960);
    writeFileSync(file, bytes);
    const { problems } = await check(folder);
    expect(problems).toContainEqual(expect.stringContaining(`${file} from a backup`));
  });

  it('knows what an erasure leaves beside a store', async () => {
    const folder = join(temporaryFolder(), 'erased');
    cpSync(whole, folder, { recursive: true });
    for (const store of ['control', 'events']) writeFileSync(join(folder, `${store}.db-cleared`), '');
    const { report } = await check(folder);
    expect(report.files.map(({ file }) => file)).toEqual(['secret', 'bot-networks.json', 'scripts']);
  });

  it.skipIf(whyNoSmallDisk() !== null)(
    'looks at a folder that cannot be written, and leaves nothing behind',
    async () => {
      const disk = mountSmallDisk();
      cpSync(whole, disk.folder, { recursive: true });
      const broken = join(disk.folder, 'usage.db');
      writeFileSync(broken, 'no database'.repeat(500));
      keepScript(disk.folder);
      disk.makeReadOnly();
      const before = readdirSync(tmpdir());
      const { report, problems, lines } = await check(disk.folder);
      expect(report.stores.map(({ store, problems: [first] }) => [store, first ?? 'ok'])).toEqual([
        ['control', 'ok'],
        ['events', 'ok'],
        ['usage', expect.stringContaining(broken)],
      ]);
      expect(problems).toHaveLength(1);
      expect(await lines()).toContain('control: ok\nevents: ok\n');
      expect(await lines()).toContain('\nscripts: ok, 1 kept\n');
      expect(
        readdirSync(tmpdir()).filter((name) => !before.includes(name) && name.startsWith('cvq-check-')),
      ).toEqual([]);
    },
  );

  it.skipIf(whyNoSmallDisk() !== null)(
    'looks at what links lead to from a folder that cannot be written',
    async () => {
      const [disk, other] = [mountSmallDisk(), temporaryFolder()];
      cpSync(whole, disk.folder, { recursive: true });
      for (const name of ['events.db', 'secret']) {
        cpSync(join(disk.folder, name), join(other, name));
        rmSync(join(disk.folder, name));
        symlinkSync(join(other, name), join(disk.folder, name));
      }
      disk.makeReadOnly();
      const { report } = await check(disk.folder);
      expect(report.stores).toContainEqual({ store: 'events', problems: [], note: 'ok' });
      expect(report.files).toContainEqual({ file: 'secret', problems: [], note: 'ok' });
    },
  );

  it.skipIf(whyNoSmallDisk() !== null)(
    'says that TMPDIR is wrong where a folder that cannot be written is to be copied to it',
    async () => {
      const disk = mountSmallDisk();
      cpSync(whole, disk.folder, { recursive: true });
      disk.makeReadOnly();
      vi.stubEnv('TMPDIR', '/nowhere');
      onTestFinished(() => void vi.unstubAllEnvs());
      const { code, stderr } = await cvq(['check'], { CVQ_DATA: disk.folder });
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^cvq: .* no copy can be made in \/nowhere: it does not exist\. TMPDIR names the folder/,
      );
      expect(stderr).not.toContain('CVQ_DATA');
    },
  );

  it.skipIf(whyNoSmallDisk() !== null)(
    'needs no room for a file that is not of cvq in a folder that cannot be written',
    async () => {
      const [disk, small] = [mountSmallDisk(), mountSmallDisk()];
      cpSync(whole, disk.folder, { recursive: true });
      disk.fill();
      disk.makeReadOnly();
      // The files of cvq take less than half of a disk, and the ballast of the first the rest of it.
      writeFileSync(join(small.folder, 'taken'), Buffer.alloc(12_000_000));
      vi.stubEnv('TMPDIR', small.folder);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { report } = await check(disk.folder);
      expect(report.ok).toBe(true);
      expect(report.files).toContainEqual({ file: 'ballast', problems: [], note: 'not a file of cvq' });
    },
  );

  it.skipIf(whyNoSmallDisk() !== null)(
    'says that TMPDIR has no room for the copy of a folder that cannot be written',
    async () => {
      const [disk, full] = [mountSmallDisk(), mountSmallDisk()];
      cpSync(whole, disk.folder, { recursive: true });
      disk.makeReadOnly();
      full.fill();
      vi.stubEnv('TMPDIR', full.folder);
      onTestFinished(() => void vi.unstubAllEnvs());
      const { code, stderr } = await cvq(['check'], { CVQ_DATA: disk.folder });
      expect(code).toBe(1);
      expect(stderr).toContain(
        `no copy can be made in ${full.folder}: its disk is full. TMPDIR names the folder`,
      );
      expect(readdirSync(full.folder)).toEqual(['ballast']);
    },
  );

  it.skipIf(whyNoSmallDisk() !== null)(
    'leaves no copy of a folder that cannot be written where somebody ends it',
    async () => {
      const disk = mountSmallDisk();
      cpSync(whole, disk.folder, { recursive: true });
      disk.makeReadOnly();
      const place = temporaryFolder();
      const looking = `
        const { withWritableFolder } = await import(process.argv[1]);
        await withWritableFolder({ folder: process.argv[2], isLookedInto: () => true }, async (copy) => {
          console.log(copy);
          await new Promise((resolve) => setTimeout(resolve, 600_000));
        });`;
      const module = join(import.meta.dirname, '../../dist/cli/with-writable-folder.js');
      const child = spawn(process.execPath, ['--input-type=module', '-e', looking, module, disk.folder], {
        env: { ...process.env, TMPDIR: place },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      runUntilFileEnds(child);
      await once(child.stdout, 'data');
      expect(readdirSync(place)).toEqual([expect.stringMatching(/^cvq-check-/)]);
      child.kill('SIGINT');
      expect(await once(child, 'close')).toEqual([130, null]);
      expect(readdirSync(place)).toEqual([]);
    },
  );

  it('leaves a secret as it is', async () => {
    const before = readFileSync(join(whole, 'secret'));
    await check(whole);
    expect(readFileSync(join(whole, 'secret'))).toEqual(before);
  });
});
