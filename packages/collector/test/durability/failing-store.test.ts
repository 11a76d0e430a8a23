import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { inTurn } from '../../../../test/builders/whole.ts';
import { ERRNO, openDisk, whyNoDiskShim } from './disk-shim.ts';
import { FLAWLESS, openLedger } from './ledger.ts';
import { openClients } from './load.ts';
import { tell } from './long-run.ts';
import {
  checked,
  createProject,
  exported,
  type Program,
  type Project,
  serve,
  temporaryFolder,
  until,
} from './program.ts';
import { mountSmallDisk, whyNoSmallDisk } from './small-disk.ts';
import { createTraffic } from './traffic.ts';
import { holdWriteLock } from './write-lock.ts';

/** After the cause is gone, a collector has to work again within this time, without a restart. */
const RECOVERY_MS = 5000;

/** A held lock is waited for five seconds, time and again; a busy machine takes its own time as well. */
const BOUND_MS = 120_000;

type Cause = { begin(): Promise<void> | void; end(): Promise<void> | void };
type Case = { readonly folder: string; readonly project: Project; readonly collector: Program };

/** What a collector owes its clients and its operator while it cannot store, and as soon as it can again. */
async function expectHonestFailure({ folder, project, collector }: Case, cause: Cause): Promise<void> {
  const ledger = openLedger();
  const random = seededRandom(1);
  const next = createTraffic(project, random, 'fault');
  const clients = openClients(collector.port, ledger);
  const sendSome = () => Promise.all(Array.from({ length: 30 }, () => clients.send(next())));
  const logged = () => collector.log().split('\n');

  for (const answer of await sendSome()) expect(answer?.status).toBeOneOf([200, 202]);
  await cause.begin();

  // A full disk still has the pages that its files have, so the first requests may find room.
  const refused: NonNullable<Awaited<ReturnType<typeof clients.send>>>[] = [];
  await until(
    'requests are refused',
    async () => {
      for (const answer of await sendSome()) if (answer && answer.status >= 400) refused.push(answer);
      return refused.length >= 30;
    },
    BOUND_MS,
  );
  for (const { status, headers, body } of refused) {
    expect(status).toBe(500);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-request-id']).toMatch(/^req_/);
    expect(JSON.parse(body)).toEqual({
      success: false,
      error: 'The event could not be stored. Retry with backoff.',
    });
  }
  expect(await get(collector, '/readyz')).toEqual({
    status: 503,
    body: { status: 'not_ready', reason: 'events cannot be stored' },
  });
  expect((await get(collector, '/healthz')).status).toBe(200);
  const complaint = logged().find((line) =>
    line.includes('Events cannot be stored, and none is acknowledged until they can'),
  );
  expect(JSON.parse(complaint ?? '{}')).toMatchObject({
    level: 50,
    failure: expect.stringContaining('Sqlite'),
  });

  await cause.end();
  const recoveredMs = await until(
    'ready again',
    async () => (await get(collector, '/readyz')).status === 200,
    RECOVERY_MS,
  );
  for (const answer of await sendSome()) expect(answer?.status).toBeOneOf([200, 202]);
  expect(logged().some((line) => line.includes('Events can be stored again'))).toBe(true);
  clients.close();
  expect(await collector.terminate()).toBe(0);
  expect(ledger.judge(await exported(folder, project.id))).toEqual(FLAWLESS);
  expect(await checked(folder)).toBe('ok');
  tell('failing store', { refused: refused.length, ...ledger.counts, lost: 0, recoveredMs });
}

async function get({ port }: Program, path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, body: await answer.json() };
}

const CAUSES = [
  ['is full', ERRNO.ENOSPC],
  ['has become read-only', ERRNO.EROFS],
  ['has input and output errors', ERRNO.EIO],
] as const;

const noShim = whyNoDiskShim();
describe.skipIf(noShim !== null)(
  `a disk that refuses writes${reasonOf(noShim)}`,
  { timeout: BOUND_MS },
  () => {
    it.each(inTurn(CAUSES, 0, CAUSES.length))(
      'costs no acknowledged event when it %s, and no restart',
      async (_, errno) => {
        const place = temporaryFolder();
        const folder = join(place, 'data');
        const project = await createProject(folder);
        const disk = openDisk(folder, join(place, 'disk'));
        const collector = await serve(folder, { env: disk.env });
        await expectHonestFailure(
          { folder, project, collector },
          { begin: () => disk.fail(errno), end: disk.repair },
        );
      },
    );
  },
);

const noMount = whyNoSmallDisk();
describe.skipIf(noMount !== null)(`a small disk${reasonOf(noMount)}`, { timeout: BOUND_MS }, () => {
  it('costs no acknowledged event when it is full, and no restart', { tags: ['long'] }, async () => {
    const { folder, fill, empty } = mountSmallDisk();
    const project = await createProject(folder);
    const collector = await serve(folder);
    await expectHonestFailure({ folder, project, collector }, { begin: fill, end: empty });
  });

  it('that is read-only is named by a collector that is to start on it', async () => {
    const { folder, makeReadOnly } = mountSmallDisk();
    await createProject(folder);
    // Its owner is told only where that is what stands in the way.
    chownSync(join(folder, 'control.db'), 65_534, 65_534);
    makeReadOnly();
    const outcome = await serve(folder).then(
      () => 'it listens',
      (error: Error) => error.message,
    );
    expect(outcome).toContain(`${join(folder, 'control.db')} cannot be written: its disk is read-only.`);
    expect(outcome, 'no stack trace').not.toContain('    at ');
  });
});

describe('a process that holds the write lock', { timeout: BOUND_MS }, () => {
  async function start(): Promise<Case> {
    const folder = temporaryFolder();
    const project = await createProject(folder);
    return { folder, project, collector: await serve(folder) };
  }

  it('costs no acknowledged event when it holds it for long, and no restart', async () => {
    const started = await start();
    let lock: Awaited<ReturnType<typeof holdWriteLock>> | null = null;
    await expectHonestFailure(started, {
      async begin() {
        lock = await holdWriteLock(started.folder);
      },
      end: () => lock?.release(),
    });
  });

  it('only delays answers when it holds it for a moment, and nothing else waits', async () => {
    const { folder, project, collector } = await start();
    const ledger = openLedger();
    const next = createTraffic(project, seededRandom(2), 'lock');
    const clients = openClients(collector.port, ledger);
    const lock = await holdWriteLock(folder);
    const answers = Promise.all(Array.from({ length: 50 }, () => clients.send(next())));
    for (let asked = 0; asked < 50; asked += 1) expect((await get(collector, '/healthz')).status).toBe(200);
    expect(ledger.counts.acknowledged, 'nothing is acknowledged that is not stored').toBe(0);
    await lock.release();
    for (const answer of await answers) expect(answer?.status).toBeOneOf([200, 202]);
    clients.close();
    await collector.terminate();
    expect(ledger.judge(await exported(folder, project.id))).toEqual(FLAWLESS);
  });
});

function reasonOf(why: string | null): string {
  return why === null ? '' : ` (skipped: ${why})`;
}
