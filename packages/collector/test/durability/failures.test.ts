import { describe, expect, it } from 'vitest';
import { withoutTable } from '../rename-table.ts';
import { createProject, cvqJson, serve, temporaryFolder, until } from './program.ts';
import { type Here, serveHere } from './serve-here.ts';

const INNER_WORDS = /TypeError|RangeError|fault|sqlite|no such table| at .*\.js/i;
const SECRETS = { email: 'ada.lovelace@example.com', phone: '+4915112345678' };

type LogLine = {
  readonly level: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly path?: string;
  readonly cause?: string;
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string };
};

async function openShop(mutant?: 'stumbling') {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  // A mutant is loaded in the place of a part, which only a process of its own allows.
  const collector = mutant === undefined ? await serveHere(folder) : await serve(folder, { mutant });
  const url = `http://127.0.0.1:${collector.port}`;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` };
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const track = (event_type: string) => post('/v1/track', { event_type, user_data: SECRETS });
  return { folder, project, collector, url, track, post };
}

/** The lines of the log that are about a response, which the log may follow. */
async function linesOf(collector: Here, response: Response): Promise<LogLine[]> {
  const id = response.headers.get('x-request-id');
  const find = () => linesOfLog(collector).filter(({ requestId }) => requestId === id);
  await until('the request is in the log', () => find().length > 0);
  return find();
}

function linesOfLog(collector: Here): LogLine[] {
  return collector
    .log()
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
}

function expectNoSecret(collector: Here, ...secrets: readonly string[]): void {
  for (const secret of [...Object.values(SECRETS), ...secrets]) expect(collector.log()).not.toContain(secret);
}

describe('a fault of ours', () => {
  it('in the writer, for one request before the commit, is in the log with its class, stack, causes and request', async () => {
    const { folder, project, collector, track, post } = await openShop('stumbling');
    const broken = await createProject(folder, '--name', 'Stumbling');
    const events = [
      {
        id: 'evt_1795255200000_browser1',
        event_type: 'pageview',
        context: { page_url: 'https://shop.example/?email=ada.lovelace@example.com' },
      },
    ];
    const failed = await post('/v1/events', { key: broken.id, events });
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toMatch(INNER_WORDS);
    expect((await track('signup')).status, 'others are not hurt').toBe(200);

    const [line, ...more] = await linesOf(collector, failed);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: 50, msg: 'A request failed', path: '/v1/events' });
    expect(line?.err?.message).toContain('A fault before the commit: its deeper cause');
    expect(line?.err?.stack).toMatch(/TypeError: A fault before the commit\n.*at browserRecord/s);
    expect(line?.err?.stack).toContain('RangeError: its deeper cause');
    expectNoSecret(collector, project.server_key);
    expect(await collector.terminate()).toBe(0);
  });

  it('in the writer, for one request after the commit, fails that request alone', {
    tags: ['long'],
  }, async () => {
    const { collector, track } = await openShop('stumbling');
    const answers = await Promise.all(['signup', 'stumble', 'login'].map(track));
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
    const [line] = await linesOf(collector, answers[1] as Response);
    expect(line?.err?.stack).toMatch(/TypeError: A fault after the commit\n.*at serverResult/s);
    expect(await collector.terminate()).toBe(0);
  });

  it('that fails a whole commit is in the log for every request, and its stack once', async () => {
    const { folder, project, collector, track } = await openShop();
    const answers = await withoutTable(folder, ['events', 'events'], () =>
      Promise.all(['a', 'b', 'c', 'd'].map(track)),
    );
    const lines: LogLine[] = [];
    for (const answer of answers) {
      expect(answer.status).toBe(500);
      const found = await linesOf(collector, answer);
      expect(found).toHaveLength(1);
      lines.push(...found);
    }
    for (const { err, cause } of lines) expect(err?.message ?? cause).toMatch(/no such table/);
    expect(lines.filter(({ err }) => err !== undefined)).toHaveLength(1);
    expectNoSecret(collector, project.server_key);
    expect(await collector.terminate()).toBe(0);
  });

  it('that fails a flood of requests fills no log: ten lines in a minute, and how many more there were', async () => {
    const { folder, collector, track } = await openShop();
    await withoutTable(folder, ['events', 'events'], async () => {
      for (let count = 0; count < 40; count += 1) expect((await track('a')).status).toBe(500);
    });
    expect(await collector.terminate()).toBe(0);
    const lines = linesOfLog(collector).filter(({ level }) => level >= 50);
    const failed = lines.filter(({ msg }) => msg === 'A request failed');
    expect(failed).toHaveLength(10);
    expect(failed.filter(({ err }) => err !== undefined)).toHaveLength(1);
    const others = lines.filter(({ msg }) => msg !== 'A request failed');
    expect(others).toEqual([
      expect.objectContaining({ msg: expect.stringContaining('Events cannot be stored') }),
      expect.objectContaining({
        ...{ msg: 'More requests failed for the same cause', requests: 30 },
        cause: expect.stringContaining('no such table'),
      }),
    ]);
  });

  it('in the analytics store is in the log with the words of the store', async () => {
    const { folder, collector, url, track } = await openShop();
    expect((await track('signup')).status).toBe(200);
    const key = await cvqJson<{ key: string }>(folder, 'key', 'create', '--name', 'R', '--projects', 'all');
    const headers = { Authorization: `Bearer ${key.key}` };
    const failed = await withoutTable(folder, ['events', 'events'], () =>
      fetch(`${url}/v1/analytics/overview?range=7d&filter=event_type:is:ada`, { headers }),
    );
    expect(failed.status).toBe(502);
    expect(await failed.text()).not.toMatch(/no such table/);
    const lines = await linesOf(collector, failed);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 50, path: '/v1/analytics/overview' });
    expect(lines[0]?.err?.stack).toMatch(/SqliteError: no such table.*at .*\.js/s);
    expectNoSecret(collector, key.key, 'event_type:is');
    expect(await collector.terminate()).toBe(0);
  });
});
