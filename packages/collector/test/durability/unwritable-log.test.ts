import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../test/builders/free-port.ts';
import { runUntilFileEnds } from '../run-until-file-ends.ts';
import { createProject, exported, settingsFor, temporaryFolder, until } from './program.ts';
import { mountSmallDisk, whyNoSmallDisk } from './small-disk.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/cvq.js');

/** A request that fails within this time has met a collector that does not answer. */
const BOUND_MS = 5_000;

/** A collector whose log goes to a file, with its own key to send by. */
async function openShop(folder: string, logFile: string) {
  const project = await createProject(folder);
  const port = await freePort();
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { ...settingsFor(folder), PORT: String(port) },
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  runUntilFileEnds(child);
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const url = `http://127.0.0.1:${port}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(BOUND_MS) });
  const status = (path: string) => ask(path).then((answer) => answer.status);
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` };
  const track = async (note = '') => {
    const event = { event_type: 'signup', properties: { note } };
    const answer = await ask('/v1/track', { method: 'POST', headers, body: JSON.stringify(event) });
    return { status: answer.status, body: (await answer.json()) as { event_id?: string } };
  };
  await until('it answers', () =>
    status('/healthz').then(
      () => true,
      () => false,
    ),
  );
  const end = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { project, status, track, end };
}

const FULL = '/dev/full';
it.skipIf(!existsSync(FULL))(
  'a log that takes no line keeps no request waiting, nor the end of the collector',
  { timeout: 4 * BOUND_MS },
  async () => {
    const folder = temporaryFolder();
    const { project, status, track, end } = await openShop(folder, FULL);
    expect(await status('/readyz')).toBe(200);
    expect((await track()).status).toBe(200);
    expect(await end()).toBe(0);
    expect(await exported(folder, project.id)).toHaveLength(1);
  },
);

describe.skipIf(whyNoSmallDisk() !== null)('a disk that holds the data and the log', () => {
  it('is survived when it is full: health is told, and all goes on when there is room', {
    timeout: 8 * BOUND_MS,
  }, async () => {
    const disk = mountSmallDisk();
    const data = join(disk.folder, 'data');
    const logFile = join(disk.folder, 'log');
    const { project, status, track, end } = await openShop(data, logFile);
    const acknowledged: string[] = [];
    const send = async () => {
      const { status: code, body } = await track('x'.repeat(6_000));
      if (body.event_id !== undefined) acknowledged.push(body.event_id);
      return code;
    };
    expect(await send()).toBe(200);
    disk.fill();
    // So many that their lines do not fit the last page of the log.
    for (let refused = 0; refused < 20; ) if ((await send()) === 500) refused += 1;
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);

    disk.empty();
    await until('it is ready', async () => (await status('/readyz')) === 200);
    expect(await send()).toBe(200);
    expect(await end()).toBe(0);
    const stored = (await exported(data, project.id)).map((event) => event.event_id);
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([]);
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toContain(
      'Events can be stored again',
    );
  });
});
