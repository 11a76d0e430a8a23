import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { openDisk, whyNoDiskShim } from './disk-shim.ts';
import { tell } from './long-run.ts';
import {
  createProject,
  exported,
  type Project,
  residentMegabytes,
  serve,
  temporaryFolder,
  until,
} from './program.ts';
import { connectRaw, type RawAnswer, type RawConnection, requestBytes } from './raw-connection.ts';

/** What a collector may hold while nothing can be stored, whoever sends however much. */
const RESIDENT_LIMIT_MB = 350;

/**
 * The heap that it has for that: it ends when it needs more. Without the limit the heap grows to what the garbage
 * collector finds comfortable, which tells nothing.
 */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=128' };

/** A collector on a disk that can be stalled. */
async function openShop() {
  const place = temporaryFolder();
  const folder = join(place, 'data');
  const project = await createProject(folder);
  const disk = openDisk(folder, join(place, 'disk'));
  return { folder, project, disk, collector: await serve(folder, { env: { ...disk.env, ...SMALL_HEAP } }) };
}

/** A browser's batch of one event that says which it is. */
function batchOf(project: Project, mark: string, padding = ''): string {
  const id = `evt_${Date.now()}_${mark.replaceAll('-', 'x')}`;
  const event = { id, event_type: 'pageview', properties: { mark, padding } };
  return requestBytes('POST', '/v1/events', {
    headers: { 'Content-Type': 'text/plain' },
    body: JSON.stringify({ key: project.id, visitor_id: 'v', events: [event] }),
  });
}

function singleOf(project: Project, padding = ''): string {
  return requestBytes('POST', '/v1/track', {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` },
    body: JSON.stringify({ event_type: 'lead', properties: { mark: 'server', padding } }),
  });
}

/** Answers to a request that is sent again and again, on connections of their own, until one is refused. */
async function firstRefusal(port: number, bytes: () => string): Promise<RawAnswer> {
  let refusal: RawAnswer | null = null;
  const connections: RawConnection[] = [];
  await until('a request is refused', async () => {
    const connection = await connectRaw(port);
    connections.push(connection);
    connection.write(bytes());
    void connection.answer().then(
      (answer) => {
        if (answer.status !== 200 && answer.status !== 202) refusal ??= answer;
      },
      () => {},
    );
    return refusal !== null;
  });
  for (const connection of connections) connection.destroy();
  return refusal as never;
}

/** Many more requests, each after the answer to the last: how many were refused. */
async function insist(port: number, count: number, bytes: (mark: string) => string): Promise<number> {
  const connections = 20;
  let refused = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, number) => {
      const connection = await connectRaw(port);
      for (let sent = 0; sent < count / connections; sent += 1) {
        connection.write(bytes(`late-${number}-${sent}`));
        const { status } = await connection.answer();
        if (status === 503) refused += 1;
      }
      connection.destroy();
    }),
  );
  return refused;
}

function expectBusy(answer: RawAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(JSON.parse(answer.body)).toEqual({
    success: false,
    error: 'The collector is busy. Retry after a moment.',
  });
}

/** Each connection's marks that were acknowledged, once all its answers are there. */
async function acknowledgedOf(sent: readonly { connection: RawConnection; marks: readonly string[] }[]) {
  const statuses = new Map<number, number>();
  const acknowledged: string[] = [];
  for (const { connection, marks } of sent) {
    const answers = await connection.answers(marks.length);
    for (const [index, { status }] of answers.entries()) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 202) acknowledged.push(marks[index] as string);
    }
    connection.destroy();
  }
  return { statuses: Object.fromEntries(statuses), acknowledged };
}

const marksOf = (stored: readonly { properties: Readonly<Record<string, unknown>> }[]) =>
  stored.map(({ properties }) => String(properties.mark));

const why = whyNoDiskShim();
const SKIPPED = why === null ? '' : ` (skipped: ${why})`;

describe.skipIf(why !== null)(`a collector whose disk has stalled${SKIPPED}`, () => {
  it('refuses what a client has no place for, stores all that it took, and takes what backends send', async () => {
    const { folder, project, disk, collector } = await openShop();
    const before = residentMegabytes(collector.pid);
    disk.stall();

    // One address takes its share of the queue and no more.
    const sent = await Promise.all(
      Array.from({ length: 1300 }, async (_, number) => {
        const connection = await connectRaw(collector.port);
        const mark = `flood-${number}`;
        connection.write(batchOf(project, mark));
        return { connection, marks: [mark] };
      }),
    );
    let probes = 0;
    expectBusy(
      await firstRefusal(collector.port, () => {
        probes += 1;
        return batchOf(project, `probe-${probes}`);
      }),
      503,
    );
    const backend = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const connection = await connectRaw(collector.port);
        connection.write(singleOf(project));
        return connection;
      }),
    );
    const full = residentMegabytes(collector.pid);
    const late = await insist(collector.port, WHOLE ? 5_000 : 1_000, (mark) => batchOf(project, mark));
    const flooded = residentMegabytes(collector.pid);

    disk.repair();
    const { statuses, acknowledged } = await acknowledgedOf(sent);
    expect(statuses).toEqual({ 202: 1000, 503: 300 });
    for (const connection of backend) {
      expect((await connection.answer()).status).toBe(200);
      connection.destroy();
    }
    const after = residentMegabytes(collector.pid);
    tell('full queue', { statuses, late, megabytes: { before, full, flooded, after } });
    for (const megabytes of [full, flooded, after]) expect(megabytes).toBeLessThan(RESIDENT_LIMIT_MB);
    expect(await collector.terminate()).toBe(0);

    const stored = marksOf(await exported(folder, project.id)).filter((mark) => mark.startsWith('flood'));
    expect(new Set(stored)).toEqual(new Set(acknowledged));
    expect(stored).toHaveLength(acknowledged.length);
  }, 240_000);

  it('refuses bodies that its memory has no room for, and stores all that it took', {
    tags: ['long'],
    timeout: 240_000,
  }, async () => {
    const { folder, project, disk, collector } = await openShop();
    const before = residentMegabytes(collector.pid);
    disk.stall();
    const padding = 'x'.repeat(1_000_000);
    const sent = await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const connection = await connectRaw(collector.port);
        const mark = `large-${number}`;
        connection.write(batchOf(project, mark, padding));
        return { connection, marks: [mark] };
      }),
    );
    expectBusy(await firstRefusal(collector.port, () => batchOf(project, 'probe', padding)), 503);
    expectBusy(await firstRefusal(collector.port, () => singleOf(project, padding)), 429);
    const full = residentMegabytes(collector.pid);
    disk.repair();
    const { statuses, acknowledged } = await acknowledgedOf(sent);
    expect(full).toBeLessThan(RESIDENT_LIMIT_MB);
    expect(await collector.terminate()).toBe(0);
    const stored = marksOf(await exported(folder, project.id)).filter((mark) => mark.startsWith('large'));
    expect(stored.toSorted()).toEqual(acknowledged.toSorted());
    tell('full memory', { statuses, megabytes: { before, full } });
  });
});
