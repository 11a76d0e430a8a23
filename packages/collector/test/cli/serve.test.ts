import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { inTurn } from '../../../../test/builders/whole.ts';
import { createClient } from '../client.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq, type Printed, serve, start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { runSql } from '../run-sql.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const folder = temporaryFolder();
const settings = { CVQ_DATA: join(folder, 'data') };

/** That a command failed with one line that tells a person why, and with no trace of its inside. */
function expectOneLine({ code, stdout, stderr }: Printed, says: RegExp): void {
  expect(stderr).toMatch(says);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(/^cvq: /);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

describe('cvq serve refuses to start', () => {
  it.each([
    ['an unknown setting', { CVQ_DATABSE_URL: 'postgres://db' }, /CVQ_DATABSE_URL is not a setting/],
    ['a PORT that is no number', { PORT: 'http' }, /PORT must be a whole number/],
    ['a PORT that no network has', { PORT: '70000' }, /PORT must be a whole number/],
    ['a log level that nobody knows', { CVQ_LOG_LEVEL: 'loud' }, /CVQ_LOG_LEVEL must be one of/],
  ])('on %s, and names it', async (_name, wrong, says) => {
    expectOneLine(await runInProcess(['serve'], { ...settings, ...wrong }), says);
  });

  it('on a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const printed = await cvq(['serve'], { ...settings, PORT: String(port) });
    await new Promise((resolve) => other.close(resolve));
    expectOneLine(printed, new RegExp(`Port ${port} is already in use`));
  });

  it.each(['203.0.113.1', '999.1.1.1'])('on %s, which the machine does not have', async (HOST) => {
    const refused = await runInProcess(['serve'], { ...settings, PORT: '0', HOST });
    expectOneLine(
      refused,
      new RegExp(`HOST: This machine has no address ${HOST}. Set HOST to one of its own`),
    );
  });

  it('on a data folder that cannot be one', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const refused = await runInProcess(['serve'], { PORT: '0', CVQ_DATA: join(file, 'data') });
    expectOneLine(refused, /CVQ_DATA|file\/data/);
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'on a store of another user, which SQLite would open for reading',
    async () => {
      const CVQ_DATA = join(folder, 'foreign');
      await cvq(['project', 'create', '--domain', 'shop.example'], { CVQ_DATA });
      chmodSync(folder, 0o755);
      const program = `
        const { createLog, readConfig, startCollector } = await import('@cvq/collector');
        process.setuid(65534);
        await startCollector({ config: readConfig({ PORT: '0', CVQ_DATA: process.argv[1] }), log: createLog('silent') })
          .catch(({ message }) => console.log(message))`;
      const args = ['--input-type=module', '--eval', program, CVQ_DATA];
      const told = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
      expect(told).toContain(`${join(CVQ_DATA, 'control.db')} cannot be written: it belongs to user 0`);
    },
  );

  it('where its first link cannot be written, and leaves nothing listening', async () => {
    const CVQ_DATA = join(folder, 'no-link');
    await cvq(['project', 'create', '--domain', 'shop.example'], { CVQ_DATA });
    const refusal =
      "CREATE TRIGGER full BEFORE INSERT ON access_links BEGIN SELECT RAISE(ABORT, 'no room'); END";
    runSql(CVQ_DATA, 'control', refusal);
    const { code, stdout, stderr } = await cvq(['serve'], { CVQ_DATA, PORT: '0', CVQ_LOG_LEVEL: 'silent' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^cvq: A store failed: no room .*\n$/);
  });

  it('on stores of an older schema when migrations are left to a person', async () => {
    const fresh = { CVQ_DATA: join(folder, 'fresh'), CVQ_MIGRATE: 'manual', PORT: '0' };
    expectOneLine(await runInProcess(['serve'], fresh), /cvq migrate/);
  });
});

describe('cvq serve', () => {
  it('prints where it listens and what to do next, and logs JSON lines on stderr only', async () => {
    const empty = { CVQ_DATA: join(folder, 'empty') };
    const collector = await serve(empty);
    expect(collector.stdout()).toContain('cvq project create');
    const localhost = `http://localhost:${collector.port}`;
    expect(collector.stdout()).toContain(`Dashboard     ${localhost}/\n`);
    expect(collector.stdout()).toMatch(new RegExp(`Set up +${localhost}/setup#[\\w-]{43} `));
    expect(collector.stdout()).toContain('in a clone: npm run -s cvq -- project create');
    expect(collector.stdout()).toMatch(/Version +\d+\.\d+\.\d+/);
    const client = createClient(collector.port);
    expect((await client.send({ path: '/healthz' })).status).toBe(200);
    const page = await client.send({ path: '/', headers: { Host: new URL(localhost).host } });
    expect(page.status).toBe(200);
    client.close();
    collector.kill('SIGTERM');
    expect(await collector.exited).toEqual({ code: 0, signal: null });
    const [, version] = /Version +(\S+)/.exec(collector.stdout()) ?? [];
    expect(collector.stderr()).toContain(`"version":"${version}"`);
    for (const line of collector.stderr().trimEnd().split('\n'))
      expect(JSON.parse(line)).toHaveProperty('msg');
    expect(collector.stdout()).not.toMatch(/"msg"/);
  });

  it.runIf(process.platform === 'linux')(
    'calls its threads by what they do, for who looks what works',
    async () => {
      const collector = await serve({ CVQ_DATA: join(folder, 'threads') });
      const threads = readdirSync(`/proc/${collector.pid}/task`);
      const names = threads.map((id) =>
        readFileSync(`/proc/${collector.pid}/task/${id}/comm`, 'utf8').trim(),
      );
      expect(names).toEqual(expect.arrayContaining(['writer', 'reader', 'usage']));
      collector.kill('SIGTERM');
      await collector.exited;
    },
  );

  it('prints a link to the demo where it is asked to, and no link once there is a user', async () => {
    const own = { CVQ_DATA: join(folder, 'links'), HOST: '127.0.0.1' };
    await cvq(['demo', '--days', '0'], own);
    const linesOf = async (args: string[], more = {}) => {
      const collector = start(['serve', ...args], { ...own, ...more, PORT: '0' });
      await collector.printed('stdout', /<script.*\n/);
      collector.kill('SIGTERM');
      await collector.exited;
      return collector.stdout();
    };
    expect(await linesOf(['--demo'])).toMatch(/Open the demo +http:\/\/localhost:\d+\/open-demo#[\w-]{43}\n/);
    const elsewhere = [{ HOST: '0.0.0.0' }, { CVQ_BASE_URL: 'https://stats.example.com' }];
    for (const settings of inTurn(elsewhere, 0, 2))
      expect(await linesOf(['--demo'], settings)).not.toContain('open-demo');
    expect(await linesOf([], { CVQ_BASE_URL: 'http://stats.example.com' })).toMatch(
      /plain http.*CVQ_BASE_URL/,
    );
    await cvq(['user', 'create', '--email', 'ann@example.com', '--json'], own);
    expect(await linesOf(['--demo'])).not.toMatch(/open-demo|setup/);
  });

  it('prints one JSON object for programs, and nothing else there', async () => {
    const own = { CVQ_DATA: join(folder, 'json') };
    const tellsOf = async (settings: Record<string, string>) => {
      const collector = start(['serve', '--json'], { ...own, ...settings, PORT: '0' });
      await collector.printed('stdout', /\n/);
      collector.kill('SIGTERM');
      await collector.exited;
      return JSON.parse(collector.stdout()) as Record<string, string | null>;
    };
    const told = await tellsOf({});
    const localhost = expect.stringMatching(/^http:\/\/localhost:\d+\/$/);
    expect(told).toMatchObject({ problem: null, open_demo: null, tracking_key: null, dashboard: localhost });
    expect(told.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(told.set_up).toMatch(/\/setup#[\w-]{43}$/);
    const row = readFileSync(join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8').split(
      '## `cvq serve`',
    )[1];
    const [, fields = ''] = /print `\{(.+?)\}` once it listens/.exec(row ?? '') ?? [];
    expect(Object.keys(told).map((name) => `"${name}"`)).toEqual(fields.split(','));
    const insecure = await tellsOf({ CVQ_BASE_URL: 'http://stats.example.com' });
    expect(insecure.problem).toMatch(/plain http.*CVQ_BASE_URL/);
    expect(insecure.set_up).toBeNull();
  });

  it('prints the tracking key and the script tag once there is a project', async () => {
    const { stdout } = await cvq(['project', 'create', '--domain', 'shop.example', '--json'], settings);
    const { id } = JSON.parse(stdout) as { id: string };
    const collector = start(['serve'], {
      ...settings,
      PORT: '0',
      CVQ_BASE_URL: 'https://track.example.com/',
    });
    await collector.printed('stdout', /<script.*\n/);
    expect(collector.stdout()).toContain('https://track.example.com/');
    expect(collector.stdout()).toContain(
      `<script async src="https://track.example.com/sdk.js" data-service-api-key="${id}"></script>`,
    );
    collector.kill('SIGTERM');
    expect((await collector.exited).code).toBe(0);
  });

  it('takes a project, a key and a revocation of other processes while it runs', async () => {
    const own = { CVQ_DATA: join(folder, 'running') };
    const collector = await serve(own);
    const client = createClient(collector.port);
    const created = await cvq(['project', 'create', '--domain', 'shop.example', '--json'], own);
    const { server_key } = JSON.parse(created.stdout) as { server_key: string };
    const track = () =>
      client.send({ method: 'POST', path: '/v1/track', bearer: server_key, json: { event_type: 'ping' } });
    expect((await track()).status).toBe(200);
    const key = JSON.parse((await cvq(['key', 'create', '--name', 'Reports', '--json'], own)).stdout) as {
      id: string;
      key: string;
    };
    const overview = () => client.send({ path: '/v1/analytics/overview?range=24h', bearer: key.key });
    expect((await overview()).body).toMatchObject({ data: { events: 1 } });
    await cvq(['key', 'revoke', key.id], own);
    expect((await overview()).body).toMatchObject({ error: { code: 'invalid_token' } });
    client.close();
    collector.kill('SIGTERM');
    expect((await collector.exited).code).toBe(0);
  });
});
