import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../../test/builders/whole.ts';
import { cvq } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { runSql } from '../run-sql.ts';
import { createProject, launch, serve, settingsFor, temporaryFolder, until } from './program.ts';
import { connectRaw, requestBytes } from './raw-connection.ts';
import { serveHere } from './serve-here.ts';
import { mountSmallDisk, whyNoSmallDisk } from './small-disk.ts';

async function send(port: number, bytes: string) {
  const connection = await connectRaw(port);
  connection.write(bytes);
  const answer = await connection.answer();
  connection.destroy();
  return answer;
}

/** A start that fails, in this process, and what it says. */
async function refusedHere(folder: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stderr } = await runInProcess(['serve'], { ...settingsFor(folder), ...env });
  expect(code).toBe(1);
  expect(stderr, 'a sentence, and no stack').not.toContain('    at ');
  return stderr;
}

/** As `refusedHere`, in a process of its own, which ends by itself. */
async function refusedStart(folder: string): Promise<string> {
  const { exited, stderr } = launch(folder);
  expect((await exited).code).toBe(1);
  expect(stderr(), 'a sentence, and no stack').not.toContain('    at ');
  return stderr();
}

async function startsAndEnds(folder: string, env: Record<string, string> = {}): Promise<string> {
  const collector = await serveHere(folder, { env });
  expect(await collector.terminate()).toBe(0);
  return collector.log();
}

/** A store with a webhook and sealed user data. */
async function sealedStore() {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  const settings = { CVQ_DATA: folder };
  const url = ['--url', 'https://hooks.example/cvq', '--events', 'purchase'];
  await cvq(['webhook', 'create', '--project', project.id, ...url], settings);
  const collector = await serveHere(folder);
  const body = JSON.stringify({ event_type: 'lead', user_data: { email: 'ada@example.com' } });
  const headers = {
    Authorization: `Bearer ${project.server_key}`,
    'Content-Type': 'application/json',
  };
  expect((await send(collector.port, requestBytes('POST', '/v1/track', { headers, body }))).status).toBe(200);
  expect(await collector.terminate()).toBe(0);
  return { folder, project, secret: join(folder, 'secret') };
}

/** A store with a secret key, and its file of counters. */
async function storeWithKey() {
  const folder = temporaryFolder();
  await createProject(folder);
  const made = await cvq(['key', 'create', '--name', 'Reports', '--projects', 'all', '--json'], {
    CVQ_DATA: folder,
  });
  const { key } = JSON.parse(made.stdout) as { key: string };
  return { folder, key, file: join(folder, 'usage.db') };
}

function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

/** Whether this system and user can make a file that nobody may change. */
function canFreeze(): boolean {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const isFrozen = spawnSync('chattr', ['+i', file]).status === 0;
  if (isFrozen) spawnSync('chattr', ['-i', file]);
  return isFrozen;
}

const FORGET_CANARY = "DELETE FROM settings WHERE name = 'secret_canary'";

describe('the secret of a store', () => {
  it('that is lost or changed stops the start with a word that says what to do', async () => {
    const { folder, secret } = await sealedStore();
    renameSync(secret, `${secret}.away`);
    expect(await refusedStart(folder)).toMatch(/The secret is gone: .*secret is missing.*cvq secret accept/);
    expect(existsSync(secret), 'no new one is made beside it').toBe(false);
    writeFileSync(secret, 'another secret of some length');
    expect(await refusedHere(folder)).toMatch(/is not the one that the stores were sealed with/);
    const other = { CVQ_SECRET: 'yet another secret of some length' };
    expect(await refusedHere(folder, other)).toMatch(/The secret in CVQ_SECRET is not the one/);
    const listed = await cvq(['webhook', 'list'], { CVQ_DATA: folder });
    expect(listed).toMatchObject({ code: 1, stderr: expect.stringMatching(/is not the one/) });
    renameSync(`${secret}.away`, secret);
    await startsAndEnds(folder);
  });

  it('is proven by what is sealed where a store has no canary yet, which it then gets', async () => {
    const { folder, secret } = await sealedStore();
    for (const also of ['', '; DELETE FROM webhook_endpoints']) {
      runSql(folder, 'control', `PRAGMA foreign_keys = ON; ${FORGET_CANARY}${also}`);
      renameSync(secret, `${secret}.away`);
      expect(await refusedHere(folder)).toMatch(/The secret is gone/);
      writeFileSync(secret, 'another secret of some length');
      expect(await refusedHere(folder)).toMatch(/is not the one/);
      renameSync(`${secret}.away`, secret);
      await startsAndEnds(folder);
    }
    runSql(folder, 'events', 'DELETE FROM user_data');
    expect(await refusedHere(folder, { CVQ_SECRET: 'yet another secret of some length' })).toMatch(/is not/);
  });

  it('that is lost for good is replaced on demand, and the command names the webhooks that need a new one', async () => {
    const { folder, secret } = await sealedStore();
    renameSync(secret, `${secret}.away`);
    const accepted = await cvq(['secret', 'accept', '--json'], { CVQ_DATA: folder });
    expect(accepted.code).toBe(0);
    expect(JSON.parse(accepted.stdout)).toEqual({
      ...{ accepted: true, webhooks: [expect.any(String)], integrations: [] },
    });
    await startsAndEnds(folder);
    expect(readFileSync(secret, 'utf8')).not.toBe(readFileSync(`${secret}.away`, 'utf8'));
  });
});

describe('the counters of requests', () => {
  it.each(inTurn(['header', 'page'], 0, 2))(
    'begin anew where their file is broken in its %s',
    async (where) => {
      const { folder, key, file } = await storeWithKey();
      const bytes = readFileSync(file);
      bytes.fill(0xff, where === 'header' ? 0 : 4096, where === 'header' ? 100 : 8192);
      writeFileSync(file, bytes);
      const collector = await serveHere(folder);
      const me = requestBytes('GET', '/v1/me', { headers: { Authorization: `Bearer ${key}` } });
      expect((await send(collector.port, me)).status).toBe(200);
      expect(await collector.terminate()).toBe(0);
      expect(collector.log()).toContain('The counters of requests were broken');
      expect(existsSync(`${file}.broken`)).toBe(true);
    },
  );

  const AFTER = ['-wal', '-shm'];
  const onUsage = (sql: string) => (folder: string) => runSql(folder, 'usage', sql);
  const DAMAGES: readonly (readonly [what: string, damage: (folder: string, file: string) => void])[] = [
    [
      'a folder',
      (_, file) => {
        rmSync(file);
        mkdirSync(file);
        writeFileSync(join(file, 'note'), 'kept');
      },
    ],
    ['of a later version', onUsage('PRAGMA user_version = 9999')],
    ['without its tables', onUsage('DROP TABLE slots')],
    ['no database', (_, file) => writeFileSync(file, 'x'.repeat(5000))],
    ['beside a log that is a folder', (_, file) => mkdirSync(`${file}-wal`)],
    [
      'broken for the second time',
      (_, file) => {
        mkdirSync(`${file}.broken`);
        writeFileSync(file, 'x'.repeat(5000));
      },
    ],
  ];
  it.each(inTurn(DAMAGES, 0, 3))('begin anew where their file is %s, which is kept', async (_, damage) => {
    const { folder, key, file } = await storeWithKey();
    const before = readdirSync(folder).filter((name) => name.includes('.broken')).length;
    damage(folder, file);
    const collector = await serveHere(folder);
    const me = requestBytes('GET', '/v1/me', { headers: { Authorization: `Bearer ${key}` } });
    expect((await send(collector.port, me)).status).toBe(200);
    expect(await collector.terminate()).toBe(0);
    expect(collector.log().match(/The counters of requests were broken/g)).toHaveLength(1);
    expect(collector.log()).not.toContain('counted in memory');
    const aside = readdirSync(folder).filter((name) => /^usage\.db\.broken(-\d+)?$/.test(name));
    expect(aside.length).toBeGreaterThan(before);
  });

  it('are not disturbed by garbage in its log and its index', async () => {
    const { folder, key, file } = await storeWithKey();
    for (const end of AFTER) writeFileSync(file + end, 'garbage'.repeat(10_000));
    const collector = await serveHere(folder);
    const me = requestBytes('GET', '/v1/me', { headers: { Authorization: `Bearer ${key}` } });
    expect((await send(collector.port, me)).status).toBe(200);
    expect(await collector.terminate()).toBe(0);
  });

  it('are made anew where the file is gone, also where an operator migrates by hand', async () => {
    const { folder, file } = await storeWithKey();
    await startsAndEnds(folder);
    rmSync(file);
    await startsAndEnds(folder, { CVQ_MIGRATE: 'manual' });
    expect(existsSync(file)).toBe(true);
  });

  const IN_PLACE: readonly (readonly [what: string, make: (file: string) => void])[] = [
    ['a file', () => {}],
    ['a folder', replaceByFolder],
  ];
  it.skipIf(!canFreeze()).each(inTurn(IN_PLACE, 0, 2))(
    'are kept in memory where %s in their place can neither be written nor renamed',
    async (_, make) => {
      const { folder, key, file } = await storeWithKey();
      make(file);
      execFileSync('chattr', ['+i', file]);
      try {
        const collector = await serveHere(folder);
        const me = requestBytes('GET', '/v1/me', { headers: { Authorization: `Bearer ${key}` } });
        for (let count = 0; count < 3; count += 1) expect((await send(collector.port, me)).status).toBe(200);
        expect(await collector.terminate()).toBe(0);
        expect(collector.log().match(/they are counted in memory/g)).toHaveLength(1);
      } finally {
        execFileSync('chattr', ['-i', file]);
      }
    },
  );

  it('have no slots left of a process that was killed', async () => {
    const folder = temporaryFolder();
    await createProject(folder);
    const made = await cvq(['key', 'create', '--name', 'Reports', '--projects', 'all', '--json'], {
      CVQ_DATA: folder,
    });
    const { key, id } = JSON.parse(made.stdout) as { key: string; id: string };
    const killed = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { openControlStore } from '@cvq/storage';
         const control = openControlStore({ folder: process.argv[1], migrate: false });
         const limits = { perMinute: 100, perDay: 100, atOnce: 100 };
         for (let count = 0; count < 50; count += 1) await control.admit(process.argv[2], limits, Date.now());
         process.kill(process.pid, 'SIGKILL');`,
        folder,
        id,
      ],
      { cwd: import.meta.dirname },
    );
    expect(killed.signal, String(killed.stderr)).toBe('SIGKILL');
    const collector = await serveHere(folder);
    const me = requestBytes('GET', '/v1/me', { headers: { Authorization: `Bearer ${key}` } });
    expect((await send(collector.port, me)).status).toBe(200);
    expect(await collector.terminate()).toBe(0);
  });
});

it('what is past its time and cannot be deleted is in the log, each kind by itself, and /readyz says degraded', async () => {
  const folder = temporaryFolder();
  await createProject(folder);
  await startsAndEnds(folder);
  const failing = (table: string) =>
    `CREATE TRIGGER no_${table} BEFORE DELETE ON ${table} BEGIN SELECT RAISE(ABORT, 'not this one'); END`;
  runSql(
    folder,
    'events',
    `INSERT INTO user_data VALUES (1, 1, 'x', x'00', 1, NULL, NULL); ${failing('user_data')}`,
  );
  runSql(folder, 'control', `INSERT INTO salts VALUES ('2020-01-01', x'00'); ${failing('salts')}`);
  const collector = await serveHere(folder);
  await until('both are told', () => (collector.log().match(/could not be deleted/g) ?? []).length === 2);
  const lines = collector
    .log()
    .split('\n')
    .filter((line) => line.includes('could not be deleted'));
  for (const [index, part] of ['user data', 'salts'].entries()) {
    const { err, ...line } = JSON.parse(lines[index] as string);
    expect(line).toMatchObject({ level: 50, part });
    expect(err.stack).toMatch(/SqliteError: not this one.*at .*\.js/s);
  }
  const ready = await fetch(`http://127.0.0.1:${collector.port}/readyz`);
  expect(ready.status, 'events are still stored').toBe(200);
  expect(await ready.json()).toEqual({
    status: 'degraded',
    reason: 'user data and salts past their time cannot be deleted',
  });
  await collector.terminate();
});

const why = whyNoSmallDisk();
describe.skipIf(why !== null)(`a full disk${why === null ? '' : ` (skipped: ${why})`}`, () => {
  it('keeps nobody from reading, and the log says once that requests are counted in memory', async () => {
    const disk = mountSmallDisk();
    await createProject(disk.folder);
    const made = await cvq(['key', 'create', '--name', 'Reports', '--projects', 'all', '--json'], {
      CVQ_DATA: disk.folder,
    });
    const { key } = JSON.parse(made.stdout) as { key: string };
    const collector = await serve(disk.folder);
    const read = (path: string) =>
      send(collector.port, requestBytes('GET', path, { headers: { Authorization: `Bearer ${key}` } }));
    expect((await read('/v1/me')).status).toBe(200);
    disk.fill();
    // The last pages of a log that was begun may still have room.
    await until('requests are counted in memory', async () => {
      expect((await read('/v1/me')).status).toBe(200);
      disk.fill();
      return collector.log().includes('they are counted in memory');
    });
    for (const path of ['/v1/me', '/v1/projects', '/v1/analytics/overview'])
      expect((await read(path)).status, path).toBe(200);
    expect(collector.log().match(/they are counted in memory/g)).toHaveLength(1);
    disk.empty();
    await until('requests are counted on the disk', async () => {
      expect([200, 429]).toContain((await read('/v1/me')).status);
      return collector.log().includes('counted on the disk again');
    });
    await collector.terminate();
  }, 60_000);

  it('is what a start and a check name, also where there is no room for the index of a log', async () => {
    const disk = mountSmallDisk();
    await createProject(disk.folder);
    await (await serve(disk.folder)).terminate();
    for (const name of readdirSync(disk.folder).filter((each) => /-(shm|wal)$/.test(each)))
      rmSync(join(disk.folder, name));
    disk.fill();
    const program = launch(disk.folder);
    expect(await program.exited).toMatchObject({ code: 1 });
    expect(program.stderr()).toMatch(/^cvq: \S+control\.db cannot be written: the disk is full\./);
    const { code, stdout } = await cvq(['check'], { CVQ_DATA: disk.folder });
    expect(code).toBe(1);
    for (const store of ['control', 'events', 'usage'])
      expect(stdout).toMatch(
        new RegExp(`^${store}: \\S+${store}\\.db cannot be written: the disk is full\\.`, 'm'),
      );
    expect(stdout).not.toContain('broken');
  }, 60_000);
});
